(** Nested layouts: each operation is that of the flat list of leaves, and nests its result like its operands. *)

From Coq Require Import ZArith List Lia Bool Permutation.
From Layouts Require Import Modes Coalesce Compose Bijection Complement Divide Rearrange.
Import ListNotations.
Open Scope Z_scope.

(** A layout: a leaf [extent:stride], or a tuple of layouts. *)
Inductive tree :=
| Leaf (s d : Z)
| Node (l : list tree).

(** The leaves from left to right. *)
Fixpoint flat (t : tree) : modes :=
  match t with
  | Leaf s d => [(s, d)]
  | Node l => flat_map flat l
  end.

(** The modes of the outermost tuple. A leaf is its own mode. *)
Definition modes_of (t : tree) : list tree :=
  match t with
  | Leaf _ _ => [t]
  | Node l => l
  end.

(** One mode as a leaf, several as a tuple, none as [1:0]. *)
Definition group (g : modes) : tree :=
  match g with
  | [] => Leaf 1 0
  | [(s, d)] => Leaf s d
  | _ => Node (map (fun m => Leaf (fst m) (snd m)) g)
  end.

(** [b] with a list of modes instead of each leaf. Also the lists that are left. *)
Fixpoint fill (b : tree) (gs : list modes) : tree * list modes :=
  match b with
  | Leaf _ _ => match gs with g :: gs' => (group g, gs') | [] => (Leaf 1 0, []) end
  | Node l =>
      let fix fill_all (l : list tree) (gs : list modes) : list tree * list modes :=
        match l with
        | [] => ([], gs)
        | t :: l' =>
            let (r, gs') := fill t gs in
            let (rs, gs'') := fill_all l' gs' in
            (r :: rs, gs'')
        end in
      let (rs, gs') := fill_all l gs in (Node rs, gs')
  end.

(** ** Operations *)

Definition coalesce_tree (a : tree) : tree :=
  match a with
  | Node [] => a
  | _ => group (coalesce (flat a))
  end.

(** The nesting by which [coalesce_by] coalesces: the whole, or each mode. *)
Inductive profile :=
| Whole
| Modes (l : list profile).

(** Coalesces each part of [a] that faces a leaf of the profile. [None] is a refusal. *)
Fixpoint coalesce_by (a : tree) (p : profile) {struct p} : option tree :=
  match p with
  | Whole => Some (group (coalesce (flat a)))
  | Modes ps =>
      let fix by_mode (l : list tree) (ps : list profile) {struct ps} : option (list tree) :=
        match ps, l with
        | [], _ => Some l
        | p :: ps', a :: l' =>
            match coalesce_by a p, by_mode l' ps' with
            | Some r, Some rs => Some (r :: rs)
            | _, _ => None
            end
        | _ :: _, [] => None
        end in
      match by_mode (modes_of a) ps with
      | Some rs => Some (Node rs)
      | None => None
      end
  end.

Definition complement_tree (padded : bool) (a : tree) (m : Z) : option tree :=
  match (if padded then complement_padded else complement) (flat a) m with
  | Some c => Some (group c)
  | None => None
  end.

(** Composes the whole of [a] with [b]. *)
Definition compose_tree (a b : tree) : option tree :=
  match compose (flat a) (flat b) with
  | Some gs => Some (fst (fill b gs))
  | None => None
  end.

(** Composes mode by mode. [None] in the tiler keeps a mode. The modes beyond the tiler are dropped. *)
Fixpoint compose_modes (l : list tree) (ts : list (option tree)) {struct ts} : option (list tree) :=
  match ts, l with
  | [], _ => Some []
  | t :: ts', a :: l' =>
      match match t with Some t => compose_tree a t | None => Some a end, compose_modes l' ts' with
      | Some r, Some rs => Some (r :: rs)
      | _, _ => None
      end
  | _ :: _, [] => None
  end.

Definition compose_by_mode (a : tree) (ts : list (option tree)) : option tree :=
  if existsb is_zero (flat a) then None
  else match compose_modes (modes_of a) ts with
       | Some rs => Some (Node rs)
       | None => None
       end.

(** The rest of a division: a leaf, or a tuple with a mode for each mode of the complement. *)
Definition rest_of (hs : list modes) : tree :=
  match hs with
  | [] => Leaf 1 0
  | [h] => group h
  | _ => Node (map group hs)
  end.

(** Divides the whole of [a]: the tile and the rest. The number of tiles is exact, or rounded up. *)
Definition divide_pair (padded : bool) (a t : tree) : option (tree * tree) :=
  match (if padded then divide_padded else divide) (flat a) (flat t) with
  | Some (gs, hs) => Some (fst (fill t gs), rest_of hs)
  | None => None
  end.

(** How the tiles and the rests are nested. *)
Inductive form := Logical | Zipped | Tiled | Flat.

(** A tuple of one mode, or a leaf, as one mode; else the modes of a tuple. *)
Definition unpacked (t : tree) : list tree :=
  match t with
  | Leaf _ _ | Node [_] => [t]
  | Node l => l
  end.

Definition divide_whole (padded : bool) (f : form) (a t : tree) : option tree :=
  match divide_pair padded a t with
  | None => None
  | Some (tile, rest) =>
      Some (Node (match f with
                  | Logical | Zipped => [tile; rest]
                  | Tiled => tile :: unpacked rest
                  | Flat => unpacked tile ++ unpacked rest
                  end))
  end.

(** Divides mode by mode: for each mode of [a] the tile and the rest. A mode that the tiler keeps is all tile, one
    beyond the tiler is all rest. *)
Inductive part :=
| Cut (tile rest : tree)
| Kept (a : tree)
| Beyond (a : tree).

Fixpoint divide_modes (padded : bool) (l : list tree) (ts : list (option tree)) {struct ts} : option (list part) :=
  match ts, l with
  | [], _ => Some (map Beyond l)
  | t :: ts', a :: l' =>
      match match t with
            | Some t =>
                match divide_pair padded a t with Some (tile, rest) => Some (Cut tile rest) | None => None end
            | None => Some (Kept a)
            end, divide_modes padded l' ts' with
      | Some r, Some rs => Some (r :: rs)
      | _, _ => None
      end
  | _ :: _, [] => None
  end.

Definition tile_of (p : part) : list tree :=
  match p with
  | Cut tile _ => [tile]
  | Kept a => [a]
  | Beyond _ => []
  end.

Definition rest_of_part (p : part) : tree :=
  match p with
  | Cut _ rest => rest
  | Kept _ => Leaf 1 0
  | Beyond a => a
  end.

Definition mode_of (p : part) : tree :=
  match p with
  | Cut tile rest => Node [tile; rest]
  | Kept a | Beyond a => a
  end.

(** A list of trees as one mode, or, unless there is one, as several. *)
Definition spread (l : list tree) : list tree :=
  match l with
  | [_] => [Node l]
  | _ => l
  end.

Definition divide_by_mode (padded : bool) (f : form) (a : tree) (ts : list (option tree)) : option tree :=
  if existsb is_zero (flat a) then None
  else match divide_modes padded (modes_of a) ts with
       | None => None
       | Some ps =>
           let tiles := flat_map tile_of ps in
           let rests := map rest_of_part ps in
           Some (Node (match f with
                       | Logical => map mode_of ps
                       | Zipped => [Node tiles; Node rests]
                       | Tiled => Node tiles :: spread rests
                       | Flat => spread tiles ++ spread rests
                       end))
       end.

(** ** Nesting *)

Lemma tree_induction : forall P : tree -> Prop,
  (forall s d, P (Leaf s d)) -> (forall l, Forall P l -> P (Node l)) -> forall t, P t.
Proof.
  intros P HL HN; fix IH 1; intros [s d | l]; [apply HL | apply HN].
  induction l; constructor; auto.
Qed.

(** [r] has a part of the same size for each leaf of [b], and the same tuples above: the shape of [b] is compatible
    with that of [r]. *)
Inductive refines : tree -> tree -> Prop :=
| refines_leaf : forall s d r, size (flat r) = s -> refines (Leaf s d) r
| refines_node : forall l rs, Forall2 refines l rs -> refines (Node l) (Node rs).

Lemma group_flat : forall g, g <> [] -> flat (group g) = g.
Proof.
  intros [| [s d] [| m g]] H; [congruence | reflexivity |].
  assert (E : forall g : modes, flat_map flat (map (fun m => Leaf (fst m) (snd m)) g) = g).
  { clear; induction g as [| [s d] g IH]; simpl; [reflexivity | rewrite IH; reflexivity]. }
  apply (E ((s, d) :: m :: g)).
Qed.

(** [1:0] for no mode is the same function. *)
Lemma group_function : forall g,
  positive g -> positive (flat (group g)) /\ size (flat (group g)) = size g /\
  forall x, offset (flat (group g)) x = offset g x.
Proof.
  intros [| m g] H; [| rewrite group_flat by congruence; auto].
  simpl; split; [constructor; [simpl; lia | constructor] | split; [reflexivity | intros; lia]].
Qed.

Lemma fill_flat : forall b gs more,
  fills (flat b) gs -> Forall (fun g => g <> []) gs ->
  exists r, fill b (gs ++ more) = (r, more) /\ flat r = concat gs /\ refines b r.
Proof.
  induction b as [s d | l IH] using tree_induction; intros gs more F N.
  - inversion F as [| m g x gs' E F']; subst; inversion F'; subst; inversion N; subst.
    exists (group g); simpl; rewrite app_nil_r, group_flat by auto; split; [reflexivity | split; [reflexivity |]].
    constructor; rewrite group_flat by auto; exact E.
  - cbn [fill flat] in *.
    match goal with |- context [(?f) l (gs ++ more)] => set (fill_all := f) end.
    assert (A : exists rs, fill_all l (gs ++ more) = (rs, more) /\ flat_map flat rs = concat gs /\ Forall2 refines l rs).
    { revert gs F N; induction IH as [| t l Ht Hl IHl]; intros gs F N.
      - inversion F; subst; exists []; simpl; auto.
      - simpl in F; apply Forall2_app_inv_l in F; destruct F as (g1 & g2 & F1 & F2 & ->).
        apply Forall_app in N; destruct N as [N1 N2].
        destruct (Ht g1 (g2 ++ more) F1 N1) as (r & E1 & E2 & E3).
        destruct (IHl g2 F2 N2) as (rs & E4 & E5 & E6).
        exists (r :: rs); simpl; rewrite <- app_assoc, E1; fold fill_all; rewrite E4.
        split; [reflexivity | split; [| auto]].
        rewrite E2, E5, concat_app; reflexivity. }
    destruct A as (rs & E1 & E2 & E3); exists (Node rs); rewrite E1; simpl.
    split; [reflexivity | split; [exact E2 | constructor; exact E3]].
Qed.

(** ** Theorems *)

(** Composition of nested layouts: the equation at every coordinate, and the nesting of [B]. [A] is coalesced, and its last
    mode then has no end. *)
Theorem compose_tree_sound : forall a b r,
  nonnegative (flat a) -> nonnegative (flat b) -> compose_tree a b = Some r ->
  refines b r /\ size (flat r) = size (flat b) /\ positive (flat r) /\
  forall c, 0 <= c < size (flat b) -> offset (flat r) c = endless (merge (flat a)) (offset (flat b) c).
Proof.
  unfold compose_tree; intros a b r Fa Fb H.
  destruct (compose (flat a) (flat b)) as [gs |] eqn:E; [| discriminate].
  destruct (compose_shape _ _ _ Fa Fb E) as [F P].
  destruct (fill_flat b gs [] F (compose_nonempty _ _ _ E)) as (r' & E1 & E2 & E3).
  rewrite app_nil_r in E1; rewrite E1 in H; simpl in H; inversion H; subst.
  rewrite E2; split; [auto | split; [| split; [auto |]]].
  - clear -F; induction F as [| [s d] g l gs E F IH]; simpl in *; [reflexivity | rewrite size_app; congruence].
  - apply compose_sound; auto.
Qed.

(** The sum of functions of the modes: each one takes the digit of its mode. *)
Notation by_mode := (sum_by (fun (f : Z -> Z) c => f c)).

(** A tuple's offset is the sum of those of its modes. *)
Lemma node_offset : forall l c,
  Forall (fun t => positive (flat t)) l ->
  offset (flat (Node l)) c = by_mode (map (fun t => (size (flat t), offset (flat t))) l) c.
Proof.
  induction l as [| t l IH]; intros c H; [reflexivity |].
  inversion H; subst; cbn [map sum_by]; simpl.
  rewrite offset_app, <- IH, offset_mod by auto; reflexivity.
Qed.

(** What a tiler says of a mode: its size, and its offset in the mode. *)
Definition tiled (a : tree) (t : option tree) : Z * (Z -> Z) :=
  match t with
  | Some t => (size (flat t), fun c => endless (merge (flat a)) (offset (flat t) c))
  | None => (size (flat a), offset (flat a))
  end.

Fixpoint all_tiled (l : list tree) (ts : list (option tree)) : list (Z * (Z -> Z)) :=
  match l, ts with
  | a :: l', t :: ts' => tiled a t :: all_tiled l' ts'
  | _, _ => []
  end.

Lemma flat_map_exists : forall (f : mode -> bool) l,
  existsb f (flat_map flat l) = false -> Forall (fun t => existsb f (flat t) = false) l.
Proof.
  induction l as [| t l IH]; simpl; intros H; constructor; rewrite existsb_app in H;
    apply orb_false_elim in H; tauto.
Qed.

Lemma modes_of_flat : forall a, flat_map flat (modes_of a) = flat a.
Proof. intros [s d | l]; reflexivity. Qed.

(** The tiles of a tiler have no extent below 0. *)
Definition tiler_nonnegative (ts : list (option tree)) : Prop :=
  Forall (fun t => match t with Some t => nonnegative (flat t) | None => True end) ts.

(** Composition mode by mode: the result's offset is the sum of [A_i(T_i(c_i))], and of [A_i(c_i)] for a mode that is
    kept. *)
Theorem compose_by_mode_sound : forall a ts r,
  nonnegative (flat a) -> tiler_nonnegative ts -> compose_by_mode a ts = Some r ->
  forall c, 0 <= c < size (flat r) -> offset (flat r) c = by_mode (all_tiled (modes_of a) ts) c.
Proof.
  unfold compose_by_mode; intros a ts r Fa Ft H.
  destruct (existsb is_zero (flat a)) eqn:Z; [discriminate |].
  destruct (compose_modes (modes_of a) ts) as [rs |] eqn:E; [| discriminate]; inversion H; subst; clear H.
  pose proof (no_zero_positive _ Fa Z) as P; rewrite <- modes_of_flat in P; clear Z Fa.
  remember (modes_of a) as l; clear Heql a.
  enough (G : positive (flat_map flat rs) /\ forall c, 0 <= c < size (flat_map flat rs) ->
            offset (flat_map flat rs) c = by_mode (all_tiled l ts) c) by (apply G).
  revert l rs P E; induction Ft as [| t ts Ht Ft IH]; intros l rs P E.
  - simpl in E; inversion E; subst; split; [constructor |]; intros; destruct l; reflexivity.
  - destruct l as [| a l]; [discriminate |]; cbn [compose_modes] in E.
    destruct (match t with Some t => compose_tree a t | None => Some a end) as [r |] eqn:E1; [| discriminate].
    destruct (compose_modes l ts) as [rs' |] eqn:E2; [| discriminate]; inversion E; subst; clear E.
    simpl in P; apply positive_app in P; destruct P as [Pa Pl].
    destruct (IH _ _ Pl E2) as [Pr Er].
    assert (A : positive (flat r) /\ size (flat r) = fst (tiled a t) /\
              forall c, 0 <= c < size (flat r) -> offset (flat r) c = snd (tiled a t) c).
    { destruct t as [t |].
      - apply compose_tree_sound in E1; auto.
        + destruct E1 as (_ & S & Pr' & O); simpl; rewrite S; auto.
        + revert Pa; apply Forall_impl; intros; lia.
      - inversion E1; subst; simpl; auto. }
    destruct A as (Pr' & S & O); simpl; split; [apply positive_app; auto |].
    intros c R; rewrite size_app in R; pose proof (size_positive _ Pr').
    destruct (tiled a t) as [n f]; simpl in *; subst n.
    rewrite offset_app by auto; rewrite <- Er by (apply div_range; auto).
    rewrite <- O by (apply Z.mod_pos_bound; auto); rewrite offset_mod by auto; reflexivity.
Qed.

(** Coalescing a nested layout keeps its size and its function. *)
Theorem coalesce_tree_sound : forall a,
  nonnegative (flat a) ->
  size (flat (coalesce_tree a)) = size (flat a) /\
  forall x, 0 <= x < size (flat a) -> offset (flat (coalesce_tree a)) x = offset (flat a) x.
Proof.
  intros a H; destruct (coalesce_sound (flat a) H) as [S F].
  assert (G : size (flat (group (coalesce (flat a)))) = size (flat a) /\
              forall x, 0 <= x < size (flat a) ->
                offset (flat (group (coalesce (flat a)))) x = offset (flat a) x).
  { destruct (coalesce (flat a)) as [| m g] eqn:E.
    - simpl in S; rewrite <- S; split; [reflexivity |].
      intros x R; rewrite <- F by lia; simpl; lia.
    - rewrite group_flat by congruence; auto. }
  unfold coalesce_tree; destruct a as [s d | [| t l]]; auto.
Qed.

Lemma nonnegative_flat_map : forall t l,
  nonnegative (flat_map flat (t :: l)) -> nonnegative (flat t) /\ nonnegative (flat_map flat l).
Proof. intros t l H; apply Forall_app in H; exact H. Qed.

(** Coalescing by a profile keeps the size and the function. *)
Lemma coalesce_by_positive : forall p a r,
  positive (flat a) -> coalesce_by a p = Some r ->
  positive (flat r) /\ size (flat r) = size (flat a) /\ forall x, offset (flat r) x = offset (flat a) x.
Proof.
  fix IH 1; intros [| ps] a r P H.
  - simpl in H; inversion H; subst; clear H.
    assert (C : coalesce (flat a) = merge (flat a)).
    { unfold coalesce; destruct (existsb is_zero (flat a)) eqn:E; [| reflexivity].
      apply zero_size in E; pose proof (size_positive _ P); lia. }
    rewrite C; clear C.
    destruct (group_function (merge (flat a))) as (G1 & G2 & G3).
    { apply coalesced_positive, merge_coalesced; auto. }
    split; [auto | split; [rewrite G2; apply merge_size |]].
    intros x; rewrite G3; apply merge_offset; auto.
  - cbn [coalesce_by] in H.
    match type of H with match ?f (modes_of a) ps with _ => _ end = _ => set (go := f) in H end.
    destruct (go (modes_of a) ps) as [rs |] eqn:E; [| discriminate]; inversion H; subst; clear H.
    rewrite <- (modes_of_flat a) in *; cbn [flat].
    revert rs P E; generalize (modes_of a) as l; clear a.
    induction ps as [| p ps IHps]; intros l rs P E.
    + destruct l; simpl in E; inversion E; subst; auto.
    + destruct l as [| a l]; [discriminate |].
      cbn in E; fold go in E.
      destruct (coalesce_by a p) as [r |] eqn:E1; [| discriminate].
      destruct (go l ps) as [rs' |] eqn:E2; [| discriminate]; inversion E; subst; clear E.
      simpl in P; apply positive_app in P; destruct P as [Pa Pl].
      destruct (IH p a r Pa E1) as (R1 & R2 & R3); destruct (IHps l rs' Pl E2) as (S1 & S2 & S3).
      simpl; split; [apply positive_app; auto | split].
      * rewrite !size_app; congruence.
      * intros x; rewrite !offset_app by auto; rewrite R2, R3, S3; reflexivity.
Qed.

Lemma group_size : forall g, size (flat (group g)) = size g.
Proof. intros [| m g]; [reflexivity | rewrite group_flat by congruence; reflexivity]. Qed.

Lemma coalesce_by_size : forall p a r,
  nonnegative (flat a) -> coalesce_by a p = Some r -> size (flat r) = size (flat a).
Proof.
  fix IH 1; intros [| ps] a r P H.
  - simpl in H; inversion H; rewrite group_size; apply coalesce_sound; auto.
  - cbn [coalesce_by] in H.
    match type of H with match ?f (modes_of a) ps with _ => _ end = _ => set (go := f) in H end.
    destruct (go (modes_of a) ps) as [rs |] eqn:E; [| discriminate]; inversion H; subst; clear H.
    rewrite <- (modes_of_flat a) in *; cbn [flat].
    revert rs P E; generalize (modes_of a) as l; clear a.
    induction ps as [| p ps IHps]; intros l rs P E.
    + destruct l; simpl in E; inversion E; subst; auto.
    + destruct l as [| a l]; [discriminate |].
      cbn in E; fold go in E.
      destruct (coalesce_by a p) as [r |] eqn:E1; [| discriminate].
      destruct (go l ps) as [rs' |] eqn:E2; [| discriminate]; inversion E; subst; clear E.
      apply nonnegative_flat_map in P; destruct P as [Pa Pl].
      simpl; rewrite !size_app, (IH p a r Pa E1), (IHps l rs' Pl E2); reflexivity.
Qed.

(** Coalescing by a profile keeps the size, and the offset at each linear index. Extents may be 0. *)
Theorem coalesce_by_sound : forall p a r,
  nonnegative (flat a) -> coalesce_by a p = Some r ->
  size (flat r) = size (flat a) /\ forall x, 0 <= x < size (flat a) -> offset (flat r) x = offset (flat a) x.
Proof.
  intros p a r H E; split; [eapply coalesce_by_size; eauto |]; intros x R.
  destruct (existsb is_zero (flat a)) eqn:Z; [apply zero_size in Z; lia |].
  eapply coalesce_by_positive; eauto; apply no_zero_positive; auto.
Qed.

(** The complement of a nested layout. *)
Theorem complement_tree_sound : forall a m c,
  nonnegative (flat a) -> complement_tree false a m = Some c ->
  bijective (filter moves (flat a) ++ flat c) m /\
  forall x y, 0 <= x < y -> y < size (flat c) -> offset (flat c) x < offset (flat c) y.
Proof.
  unfold complement_tree; intros a m c Fa H.
  destruct (complement (flat a) m) as [l |] eqn:E; [| discriminate]; inversion H; subst; clear H.
  destruct (complement_form _ _ _ Fa E) as (Pa & _ & free & all & -> & Pf & _).
  destruct (group_function (merge free)) as (G1 & G2 & G3).
  { apply coalesced_positive, merge_coalesced; auto. }
  pose proof (filter_positive moves _ Pa) as Pm; split.
  - apply bijective_same with (filter moves (flat a) ++ merge free).
    + rewrite !size_app; congruence.
    + intros x; rewrite !offset_app by auto; rewrite G3; reflexivity.
    + apply complement_sound; auto.
  - intros x y R S; rewrite G2 in S; rewrite !G3; eapply complement_ordered; eauto.
Qed.

(** The padded complement of a nested layout, in the least number from [m] on that has a complement. *)
Theorem complement_tree_padded_sound : forall a m c,
  nonnegative (flat a) -> complement_tree true a m = Some c ->
  exists n, m <= n /\ complement_tree false a n = Some c /\
    forall k, m <= k < n -> complement_tree false a k = None.
Proof.
  unfold complement_tree; intros a m c Fa H.
  destruct (complement_padded (flat a) m) as [l |] eqn:E; [| discriminate].
  destruct (complement_padded_sound _ _ _ Fa E) as (n & L & En & N).
  exists n; rewrite En; split; [auto | split; [auto |]]; intros k K; rewrite N by auto; reflexivity.
Qed.

Lemma unpacked_flat : forall t, flat_map flat (unpacked t) = flat t.
Proof.
  intros [s d | [| u [| v l]]]; try reflexivity; simpl; rewrite app_nil_r; reflexivity.
Qed.

Lemma spread_flat : forall l, flat_map flat (spread l) = flat_map flat l.
Proof. intros [| t [| u l]]; simpl; rewrite ?app_nil_r; reflexivity. Qed.

(** No mode in the rest is the leaf [1:0], which adds nothing. *)
Lemma rest_function : forall hs,
  positive (concat hs) -> Forall (fun g => g <> []) hs ->
  positive (flat (rest_of hs)) /\ size (flat (rest_of hs)) = size (concat hs) /\
  forall x, offset (flat (rest_of hs)) x = offset (concat hs) x.
Proof.
  intros [| h [| h' hs]] P N.
  - simpl; split; [constructor; [simpl; lia | constructor] | split; [reflexivity | intros; lia]].
  - inversion N; subst; cbn [rest_of concat] in *; rewrite group_flat by auto; rewrite app_nil_r in *; auto.
  - assert (Q : forall l, Forall (fun g : modes => g <> []) l -> flat_map flat (map group l) = concat l).
    { clear; induction 1 as [| g l Hg Hl IH]; [reflexivity |].
      cbn [map flat_map concat]; rewrite group_flat, IH by auto; reflexivity. }
    cbn [rest_of flat]; rewrite Q by auto; auto.
Qed.

(** A pair of tile and rest: the tile is [A o T], nested like [T], and the pair is [A] after a one-to-one map of
    coordinates. *)
Theorem divide_pair_sound : forall a t tile rest,
  nonnegative (flat a) -> nonnegative (flat t) -> divide_pair false a t = Some (tile, rest) ->
  positive (flat a) /\ positive (flat tile) /\ positive (flat rest) /\ refines t tile /\
  size (flat tile) = size (flat t) /\
  (forall c, 0 <= c < size (flat t) ->
    0 <= offset (flat t) c < size (flat a) /\ offset (flat tile) c = offset (flat a) (offset (flat t) c)) /\
  exists c, complement (flat t) (size (flat a)) = Some c /\
    rearranges_by (offset (flat t ++ c)) (flat tile ++ flat rest) (flat a).
Proof.
  unfold divide_pair; intros a t tile rest Fa Ft H.
  destruct (divide (flat a) (flat t)) as [[gs hs] |] eqn:E; [| discriminate].
  destruct (divide_sound _ _ _ _ Fa Ft E) as (c & Ec & B & S & O & F1 & F2).
  destruct (divide_tile _ _ _ _ Fa Ft E) as [Sc T].
  assert (D : positive (flat a) /\ positive (concat (gs ++ hs)) /\ Forall (fun g => g <> []) (gs ++ hs)).
  { unfold divide in E; rewrite Ec in E.
    destruct (divide_by_form _ _ _ _ _ _ Fa Ft Ec E) as (? & ? & ? & _); auto. }
  destruct D as (Pa & Pg & N); rewrite concat_app in Pg; apply positive_app in Pg; destruct Pg as [Pg Ph].
  apply Forall_app in N; destruct N as [N1 N2].
  destruct (fill_flat t gs [] F1 N1) as (r & E1 & E2 & E3).
  rewrite app_nil_r in E1; rewrite E1 in H; simpl in H; inversion H; subst; clear H.
  pose proof (rest_function hs Ph N2) as R.
  destruct R as (R1 & R2 & R3); rewrite E2.
  do 6 (split; [auto |]).
  exists c; split; [auto |].
  rewrite concat_app in S, O.
  apply bijective_rearranges; auto.
  - rewrite size_app in *; congruence.
  - intros x Rx; rewrite <- O by auto; rewrite !offset_app by auto; rewrite R3; reflexivity.
Qed.

(** The forms of a division of the whole nest the tile and the rest differently: their leaves are the same. *)
Theorem divide_whole_sound : forall f a t r,
  nonnegative (flat a) -> nonnegative (flat t) -> divide_whole false f a t = Some r ->
  exists tile rest c, divide_pair false a t = Some (tile, rest) /\ flat r = flat tile ++ flat rest /\
    complement (flat t) (size (flat a)) = Some c /\ rearranges_by (offset (flat t ++ c)) (flat r) (flat a).
Proof.
  unfold divide_whole; intros f a t r Fa Ft H.
  destruct (divide_pair false a t) as [[tile rest] |] eqn:E; [| discriminate].
  destruct (divide_pair_sound _ _ _ _ Fa Ft E) as (_ & _ & _ & _ & _ & _ & c & Ec & R).
  exists tile, rest, c.
  assert (L : flat r = flat tile ++ flat rest).
  { inversion H; subst; destruct f; simpl; rewrite ?flat_map_app, ?unpacked_flat, ?app_nil_r; reflexivity. }
  rewrite L; auto.
Qed.

(** A pair of tile and rest, padded: it has the offsets of [A] at the coordinates below [|A|]. *)
Lemma divide_pair_padded : forall a t tile rest c,
  nonnegative (flat a) -> nonnegative (flat t) -> divide_pair true a t = Some (tile, rest) ->
  complement_padded (flat t) (size (flat a)) = Some c ->
  positive (flat a) /\ positive (flat tile) /\ positive (flat rest) /\
  size (flat tile) = size (flat t) /\ size (flat rest) = size c /\
  exists n, size (flat a) <= n /\ bijective (flat t ++ c) n /\
    forall x, 0 <= x < n -> 0 <= offset (flat t ++ c) x < size (flat a) ->
      offset (flat tile ++ flat rest) x = offset (flat a) (offset (flat t ++ c) x).
Proof.
  unfold divide_pair; intros a t tile rest c Fa Ft H Ec.
  destruct (divide_padded (flat a) (flat t)) as [[gs hs] |] eqn:E; [| discriminate].
  destruct (divide_padded_sound _ _ _ _ Fa Ft E) as (c' & n & Ec' & Ln & B & S & O & F1 & F2).
  rewrite Ec in Ec'; inversion Ec'; subst c'; clear Ec'.
  destruct (complement_padded_sound _ _ _ Ft Ec) as (k & _ & Ek & _).
  assert (D : positive (flat a) /\ positive (concat (gs ++ hs)) /\ Forall (fun g => g <> []) (gs ++ hs)).
  { unfold divide_padded in E; rewrite Ec in E.
    destruct (divide_by_form _ _ _ _ _ _ Fa Ft Ek E) as (? & ? & ? & _); auto. }
  destruct D as (Pa & Pg & N); rewrite concat_app in *; apply positive_app in Pg; destruct Pg as [Pg Ph].
  apply Forall_app in N; destruct N as [N1 N2].
  destruct (fill_flat t gs [] F1 N1) as (r & E1 & E2 & _).
  rewrite app_nil_r in E1; rewrite E1 in H; cbn [fst] in H; inversion H; subst.
  destruct (rest_function hs Ph N2) as (R1 & R2 & R3).
  assert (Sizes : forall l ls, fills l ls -> size (concat ls) = size l).
  { clear; induction 1 as [| [s d] g l ls E F IH]; simpl in *; [reflexivity | rewrite size_app; congruence]. }
  rewrite E2, R2, (Sizes _ _ F1), (Sizes _ _ F2); do 5 (split; [auto |]).
  exists (size (concat gs ++ concat hs)); do 2 (split; [auto |]).
  intros x Rx Ix; rewrite <- O by auto; rewrite !offset_app by auto; rewrite R3; reflexivity.
Qed.

(** A padded division of the whole: the coordinates below [|A|], which the guard tests, have [A]'s offsets. *)
Theorem divide_whole_padded_sound : forall f a t r,
  nonnegative (flat a) -> nonnegative (flat t) -> divide_whole true f a t = Some r ->
  exists c n, complement_padded (flat t) (size (flat a)) = Some c /\ size (flat a) <= n /\
    bijective (flat t ++ c) n /\ size (flat r) = n /\
    forall x, 0 <= x < n -> 0 <= offset (flat t ++ c) x < size (flat a) ->
      offset (flat r) x = offset (flat a) (offset (flat t ++ c) x).
Proof.
  unfold divide_whole; intros f a t r Fa Ft H.
  destruct (divide_pair true a t) as [[tile rest] |] eqn:E; [| discriminate].
  destruct (complement_padded (flat t) (size (flat a))) as [c |] eqn:Ec.
  2: { unfold divide_pair, divide_padded, divide_by in E; rewrite Ec in E.
       destruct (existsb is_zero (flat a) || existsb is_zero (flat t)), (existsb repeats (flat t)); discriminate. }
  destruct (divide_pair_padded _ _ _ _ _ Fa Ft E Ec) as (Pa & P1 & P2 & S1 & S2 & n & Ln & B & O).
  assert (L : flat r = flat tile ++ flat rest).
  { inversion H; subst; destruct f; simpl; rewrite ?flat_map_app, ?unpacked_flat, ?app_nil_r; reflexivity. }
  exists c, n; rewrite L; do 3 (split; [auto |]); split; [| auto].
  destruct B as (Sb & _); rewrite size_app in *; congruence.
Qed.

Lemma divide_parts_sound : forall l ts ps,
  positive (flat_map flat l) -> tiler_nonnegative ts -> divide_modes false l ts = Some ps ->
  positive (flat_map flat (map mode_of ps)) /\
  rearranges (flat_map flat (map mode_of ps)) (flat_map flat l).
Proof.
  intros l ts ps P Ft; revert l ps P; induction Ft as [| t ts Ht Ft IH]; intros l ps P E.
  - assert (ps = map Beyond l) by (destruct l; simpl in E; inversion E; reflexivity); subst.
    rewrite map_map; cbn [mode_of]; rewrite map_id; split; [auto | apply rearranges_refl].
  - destruct l as [| a l]; [discriminate |]; cbn [divide_modes] in E.
    destruct (match t with
              | Some t => match divide_pair false a t with Some (tile, rest) => Some (Cut tile rest) | None => None end
              | None => Some (Kept a)
              end) as [p |] eqn:E1; [| discriminate].
    destruct (divide_modes false l ts) as [ps' |] eqn:E2; [| discriminate]; inversion E; subst; clear E.
    simpl in P; apply positive_app in P; destruct P as [Pa Pl].
    destruct (IH _ _ Pl E2) as [Q1 Q2].
    assert (A : positive (flat (mode_of p)) /\ rearranges (flat (mode_of p)) (flat a)).
    { destruct t as [t |].
      - destruct (divide_pair false a t) as [[tile rest] |] eqn:E3; [| discriminate]; inversion E1; subst.
        apply divide_pair_sound in E3; auto; [| revert Pa; apply Forall_impl; intros; lia].
        destruct E3 as (_ & T1 & T2 & _ & _ & _ & c & _ & R); simpl; rewrite app_nil_r.
        split; [apply positive_app; auto | eexists; eauto].
      - inversion E1; subst; simpl; split; [auto | apply rearranges_refl]. }
    destruct A as [A1 A2]; simpl; split; [apply positive_app; auto | apply rearranges_app; auto].
Qed.

(** All tiles, then all rests: the leaves of the modes in another order, beside leaves [1:0]. *)
Lemma parts_rearrange : forall ps,
  positive (flat_map flat (map mode_of ps)) ->
  rearranges (flat_map flat (flat_map tile_of ps) ++ flat_map flat (map rest_of_part ps))
             (flat_map flat (map mode_of ps)).
Proof.
  intros ps H.
  set (both := fun p => flat_map flat (tile_of p) ++ flat (rest_of_part p)).
  assert (B : positive (flat_map both ps) /\ size (flat_map both ps) = size (flat_map flat (map mode_of ps)) /\
            forall x, offset (flat_map both ps) x = offset (flat_map flat (map mode_of ps)) x).
  { induction ps as [| p ps IH]; [repeat split; constructor |].
    simpl in H; apply positive_app in H; destruct H as [H1 H2]; destruct (IH H2) as (B1 & B2 & B3).
    assert (C : positive (both p) /\ size (both p) = size (flat (mode_of p)) /\
              forall x, offset (both p) x = offset (flat (mode_of p)) x).
    { destruct p as [tile rest | a | a]; unfold both; simpl in *; rewrite ?app_nil_r in *.
      - auto.
      - split; [apply positive_app; split; [auto | constructor; [simpl; lia | constructor]] | split].
        + rewrite size_app; simpl; lia.
        + intros x; rewrite offset_app by auto; simpl; lia.
      - auto. }
    destruct C as (C1 & C2 & C3); cbn [flat_map map]; split; [apply positive_app; auto | split].
    - rewrite !size_app; congruence.
    - intros x; rewrite !offset_app by auto; rewrite C2, C3, B3; reflexivity. }
  destruct B as (B1 & B2 & B3).
  assert (P : Permutation (flat_map flat (flat_map tile_of ps) ++ flat_map flat (map rest_of_part ps))
                          (flat_map both ps)).
  { clear; induction ps as [| p ps IH]; [constructor |].
    cbn [flat_map map]; unfold both at 1; rewrite flat_map_app, <- !app_assoc, <- IH.
    apply Permutation_app_head; rewrite !app_assoc; apply Permutation_app_tail, Permutation_app_comm. }
  eapply rearranges_trans.
  - apply rearranges_permutation; [exact P |].
    apply permutation_positive with (flat_map both ps); [symmetry; exact P | exact B1].
  - apply rearranges_same; auto.
Qed.

(** A division mode by mode is [A] after a one-to-one map of coordinates, in each form. *)
Theorem divide_by_mode_sound : forall f a ts r,
  nonnegative (flat a) -> tiler_nonnegative ts -> divide_by_mode false f a ts = Some r ->
  rearranges (flat r) (flat a).
Proof.
  unfold divide_by_mode; intros f a ts r Fa Ft H.
  destruct (existsb is_zero (flat a)) eqn:Z; [discriminate |].
  destruct (divide_modes false (modes_of a) ts) as [ps |] eqn:E; [| discriminate]; inversion H; subst; clear H.
  pose proof (no_zero_positive _ Fa Z) as P; rewrite <- (modes_of_flat a) in *.
  destruct (divide_parts_sound _ _ _ P Ft E) as [L1 L2].
  pose proof (parts_rearrange ps L1) as M.
  destruct f; cbn [flat flat_map]; rewrite ?flat_map_app, ?spread_flat, ?app_nil_r; auto;
    eapply rearranges_trans; eauto.
Qed.

(** In each form with the tiles first, they are the compositions of the modes with their tiles. *)
Theorem divide_by_mode_tiles : forall a ts ps,
  positive (flat_map flat a) -> tiler_nonnegative ts -> divide_modes false a ts = Some ps ->
  forall c, 0 <= c < size (flat_map flat (flat_map tile_of ps)) ->
    offset (flat_map flat (flat_map tile_of ps)) c = by_mode (all_tiled a ts) c.
Proof.
  intros l ts ps P Ft E.
  enough (G : positive (flat_map flat (flat_map tile_of ps)) /\
            forall c, 0 <= c < size (flat_map flat (flat_map tile_of ps)) ->
              offset (flat_map flat (flat_map tile_of ps)) c = by_mode (all_tiled l ts) c) by (apply G).
  revert l ps P E; induction Ft as [| t ts Ht Ft IH]; intros l ps P E.
  - assert (ps = map Beyond l) by (destruct l; simpl in E; inversion E; reflexivity); subst.
    assert (N : flat_map tile_of (map Beyond l) = []) by (clear; induction l; auto).
    rewrite N; split; [constructor | intros; destruct l; reflexivity].
  - destruct l as [| a l]; [discriminate |]; cbn [divide_modes] in E.
    destruct (match t with
              | Some t => match divide_pair false a t with Some (tile, rest) => Some (Cut tile rest) | None => None end
              | None => Some (Kept a)
              end) as [p |] eqn:E1; [| discriminate].
    destruct (divide_modes false l ts) as [ps' |] eqn:E2; [| discriminate]; inversion E; subst; clear E.
    simpl in P; apply positive_app in P; destruct P as [Pa Pl].
    destruct (IH _ _ Pl E2) as [Pr Er].
    assert (A : exists r, tile_of p = [r] /\ positive (flat r) /\ size (flat r) = fst (tiled a t) /\
              forall c, 0 <= c < size (flat r) -> offset (flat r) c = snd (tiled a t) c).
    { destruct t as [t |].
      - destruct (divide_pair false a t) as [[tile rest] |] eqn:E3; [| discriminate]; inversion E1; subst.
        exists tile; split; [reflexivity |].
        assert (Fa : nonnegative (flat a)) by (revert Pa; apply Forall_impl; intros; lia).
        destruct (divide_pair_sound _ _ _ _ Fa Ht E3) as (_ & T1 & _ & _ & S & T & _).
        split; [auto | split; [exact S |]]; cbn [tiled snd]; intros c R; rewrite S in R.
        destruct (T c R) as [W ->]; symmetry; rewrite endless_merge by auto; apply unbounded_within; auto.
      - inversion E1; subst; exists a; simpl; auto. }
    destruct A as (r & Ep & Pr' & S & O); cbn [flat_map all_tiled sum_by]; rewrite Ep; cbn [flat_map app].
    split; [apply positive_app; auto |].
    intros c R; rewrite size_app in R; pose proof (size_positive _ Pr').
    destruct (tiled a t) as [n f]; simpl in *; subst n.
    rewrite offset_app by auto; rewrite <- Er by (apply div_range; auto).
    rewrite <- O by (apply Z.mod_pos_bound; auto); rewrite offset_mod by auto; reflexivity.
Qed.
