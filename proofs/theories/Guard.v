(** The guard of a padded division: which coordinates are those of the divided layout ([algebra/guard.rs] of
    layout-core). *)

From Coq Require Import ZArith List Lia Bool Arith.
From Layouts Require Import Modes Coalesce Bijection Complement Divide Nested.
Import ListNotations.
Open Scope Z_scope.

(** A digit of a linear index: its extent, its step, and the mode of the divided layout that it contributes to. *)
Notation place := (Z * Z * nat)%type.

(** Appends digits to [last]: drops an extent of 1, and joins a digit that continues the last one of its mode, or that
    contributes nothing, like the last one. *)
Fixpoint join_all (last : place) (l : list place) : list place :=
  match l with
  | [] => [last]
  | (e, d, i) :: l' =>
      let '(s, c, j) := last in
      if e =? 1 then join_all last l'
      else if ((d =? 0) && (c =? 0)) || ((i =? j)%nat && (s * c =? d)) then join_all (s * e, c, j) l'
      else last :: join_all (e, d, i) l'
  end.

Fixpoint join (l : list place) : list place :=
  match l with
  | [] => []
  | (e, d, i) :: l' => if e =? 1 then join l' else join_all (e, d, i) l'
  end.

(** The part of digits that contributes to mode [i], as modes. *)
Definition only (i : nat) (l : list place) : modes :=
  map (fun '(e, d, j) => (e, if (j =? i)%nat then d else 0)) l.

(** Digits, and the bound of each mode that has one. *)
Record guard := Guard { digits_of : list place; bounds : list (nat * Z) }.

(** Whether the guard accepts the linear index [x]. *)
Definition inside (g : guard) (x : Z) : bool :=
  (0 <=? x) && forallb (fun '(i, b) => offset (only i (digits_of g)) x <? b) (bounds g).

(** The digits of a tile, those of its complement, and the bound of mode [i], of [n] elements, where the two have more
    coordinates than that. *)
Definition cut (i : nat) (n : Z) (t c : modes) : list place * list place * list (nat * Z) :=
  let bounded := negb (size t * size c =? n) in
  let digit := fun m : mode => (fst m, if bounded then snd m else 0, i) in
  (map digit t, map digit c, if bounded then [(i, n)] else []).

(** The guard of a division of the whole. *)
Definition guard_whole (a t : tree) : option guard :=
  match complement_padded (flat t) (size (flat a)) with
  | Some c =>
      let '(tile, rest, b) := cut 0 (size (flat a)) (flat t) c in
      Some (Guard (join (tile ++ join rest)) b)
  | None => None
  end.

(** For each mode the digits of the tile and of the rest, and the bounds. *)
Fixpoint cuts (i : nat) (l : list tree) (ts : list (option tree))
  : option (list (list place * list place * list (nat * Z))) :=
  match ts, l with
  | t :: ts', a :: l' =>
      match match t with
            | Some t =>
                match complement_padded (flat t) (size (flat a)) with
                | Some c => Some (cut i (size (flat a)) (flat t) c)
                | None => None
                end
            | None => Some ([(size (flat a), 0, 0%nat)], [], [])
            end, cuts (S i) l' ts' with
      | Some p, Some ps => Some (p :: ps)
      | _, _ => None
      end
  | _, _ => Some []
  end.

(** The guard of a division by mode. Where the tiles come first, all rests follow; else each rest follows its tile. *)
Definition guard_by_mode (f : form) (a : tree) (ts : list (option tree)) : option guard :=
  match cuts 0 (modes_of a) ts with
  | None => None
  | Some ps =>
      let tiles := map (fun p => fst (fst p)) ps in
      let rests := map (fun p => snd (fst p)) ps in
      let all := match f with
                 | Logical => flat_map (fun p => fst (fst p) ++ join (snd (fst p))) ps
                 | _ => concat tiles ++ join (concat rests)
                 end in
      Some (Guard (join all) (flat_map snd ps))
  end.

Definition positive_digits (l : list place) : Prop := Forall (fun x => 0 < fst (fst x)) l.

Lemma only_positive : forall i l, positive_digits l -> positive (only i l).
Proof.
  unfold positive_digits, positive, only; intros i l H; apply Forall_map; revert H; apply Forall_impl.
  intros [[e d] j]; auto.
Qed.

Lemma join_all_only : forall i l s c j x,
  0 < s -> positive_digits l ->
  offset (only i (join_all (s, c, j) l)) x = offset (only i ((s, c, j) :: l)) x /\
  positive_digits (join_all (s, c, j) l).
Proof.
  induction l as [| [[e d] k] l IH]; intros s c j x Hs H.
  - split; [reflexivity | constructor; [exact Hs | constructor]].
  - inversion H as [| ? ? He Hl]; subst; simpl in He; cbn [join_all].
    destruct (e =? 1) eqn:E1.
    + apply Z.eqb_eq in E1; subst e; destruct (IH s c j x Hs Hl) as [-> P]; split; [| exact P].
      simpl; rewrite Zmod_1_r, Z.div_1_r; lia.
    + destruct (((d =? 0) && (c =? 0)) || ((k =? j)%nat && (s * c =? d))) eqn:E2.
      * destruct (IH (s * e) c j x ltac:(nia) Hl) as [-> P]; split; [| exact P].
        simpl; rewrite Z.rem_mul_r, Z.div_div by lia.
        assert (J : s * (if (j =? i)%nat then c else 0) = if (k =? i)%nat then d else 0).
        { apply orb_prop in E2; destruct E2 as [E2 | E2]; apply andb_prop in E2; destruct E2 as [A B].
          - apply Z.eqb_eq in A, B; subst; destruct (j =? i)%nat, (k =? i)%nat; lia.
          - apply Nat.eqb_eq in A; apply Z.eqb_eq in B; subst; destruct (j =? i)%nat; lia. }
        rewrite <- J; ring.
      * destruct (IH e d k (x / s) He Hl) as [E3 P]; split; [| constructor; auto].
        cbn [only map offset] in *; fold (only i (join_all (e, d, k) l)) in *; fold (only i l) in *.
        rewrite E3; reflexivity.
Qed.

(** Joined digits contribute the same. *)
Lemma join_only : forall i l x,
  positive_digits l -> offset (only i (join l)) x = offset (only i l) x /\ positive_digits (join l).
Proof.
  induction l as [| [[e d] j] l IH]; intros x H; [split; [reflexivity | constructor] |].
  inversion H as [| ? ? He Hl]; subst; simpl in He; cbn [join]; destruct (e =? 1) eqn:E.
  - apply Z.eqb_eq in E; subst e; destruct (IH x Hl) as [-> P]; split; [| exact P].
    simpl; rewrite Zmod_1_r, Z.div_1_r; lia.
  - apply join_all_only; auto.
Qed.

Lemma join_all_size : forall i l s c j,
  size (only i (join_all (s, c, j) l)) = s * size (only i l).
Proof.
  induction l as [| [[e d] k] l IH]; intros s c j; cbn [join_all]; [reflexivity |].
  destruct (e =? 1) eqn:E1; [apply Z.eqb_eq in E1; subst; rewrite IH; simpl; lia |].
  destruct (((d =? 0) && (c =? 0)) || ((k =? j)%nat && (s * c =? d))).
  - rewrite IH; simpl; lia.
  - cbn [only map size]; fold (only i (join_all (e, d, k) l)); rewrite IH; reflexivity.
Qed.

Lemma join_size : forall i l, size (only i (join l)) = size (only i l).
Proof.
  induction l as [| [[e d] j] l IH]; cbn [join]; [reflexivity |].
  destruct (e =? 1) eqn:E; [apply Z.eqb_eq in E; subst; rewrite IH; simpl; lia | apply join_all_size].
Qed.

Lemma only_app : forall i l m, only i (l ++ m) = only i l ++ only i m.
Proof. intros; apply map_app. Qed.

(** The guard of a division of the whole accepts exactly the coordinates [c] with [(T, C)(c)] below [|A|]. *)
Theorem guard_whole_exact : forall a t r g,
  nonnegative (flat a) -> nonnegative (flat t) -> divide_whole true Logical a t = Some r ->
  guard_whole a t = Some g ->
  exists c, complement_padded (flat t) (size (flat a)) = Some c /\
    forall x, 0 <= x < size (flat r) -> inside g x = (offset (flat t ++ c) x <? size (flat a)).
Proof.
  intros a t r g Fa Ft H G.
  destruct (divide_whole_padded_sound _ _ _ _ Fa Ft H) as (c & n & Ec & Ln & B & S & _).
  exists c; split; [exact Ec |]; intros x R; rewrite S in R.
  destruct (complement_padded_sound _ _ _ Ft Ec) as (k & _ & Ek & _).
  destruct (complement_form _ _ _ Ft Ek) as (Pt & _ & free & all & E & Pf & _).
  assert (Pc : positive c) by (subst c; apply coalesced_positive, merge_coalesced; auto).
  unfold guard_whole in G; rewrite Ec in G; unfold cut in G.
  destruct B as (Sb & W & _); rewrite size_app in Sb.
  destruct (size (flat t) * size c =? size (flat a)) eqn:Q; cbn [negb] in G; inversion G; subst g; clear G;
    unfold inside; cbn [bounds digits_of forallb].
  - (* As many coordinates as elements. *)
    apply Z.eqb_eq in Q; specialize (W x R).
    destruct (0 <=? x) eqn:E1; [| lia]; destruct (offset (flat t ++ c) x <? size (flat a)) eqn:E2; [reflexivity | lia].
  - assert (D : forall l, positive l -> positive_digits (map (fun m : mode => (fst m, snd m, 0%nat)) l) /\
              only 0 (map (fun m : mode => (fst m, snd m, 0%nat)) l) = l).
    { induction l as [| [s d] l IH]; intros P; [split; [constructor | reflexivity] |].
      apply positive_cons in P; destruct P as [P1 P2]; destruct (IH P2) as [I1 I2].
      split; [constructor; auto | simpl; f_equal; exact I2]. }
    destruct (D _ Pt) as [D1 D2]; destruct (D _ Pc) as [D3 D4].
    set (rest := map (fun m : mode => (fst m, snd m, 0%nat)) c) in *.
    set (tile := map (fun m : mode => (fst m, snd m, 0%nat)) (flat t)) in *.
    assert (D5 : positive_digits (join rest)) by (apply (join_only 0 rest 0 D3)).
    destruct (join_only 0 (tile ++ join rest) x) as [J _]; [apply Forall_app; auto |].
    rewrite J, only_app, D2, andb_true_r, !offset_app by auto.
    destruct (join_only 0 rest (x / size (flat t)) D3) as [-> _]; rewrite D4.
    destruct (0 <=? x) eqn:E1; [reflexivity | lia].
Qed.

(** At the coordinates that the guard accepts, a padded division has the offsets of [A], each once. *)
Theorem guard_whole_sound : forall a t r g,
  nonnegative (flat a) -> nonnegative (flat t) -> divide_whole true Logical a t = Some r ->
  guard_whole a t = Some g ->
  exists f,
    (forall x, 0 <= x < size (flat r) -> inside g x = true ->
      0 <= f x < size (flat a) /\ offset (flat r) x = offset (flat a) (f x)) /\
    (forall x y, 0 <= x < size (flat r) -> 0 <= y < size (flat r) -> f x = f y -> x = y) /\
    (forall z, 0 <= z < size (flat a) -> exists x, 0 <= x < size (flat r) /\ inside g x = true /\ f x = z).
Proof.
  intros a t r g Fa Ft H G.
  destruct (guard_whole_exact _ _ _ _ Fa Ft H G) as (c & Ec & I).
  destruct (divide_whole_padded_sound _ _ _ _ Fa Ft H) as (c' & n & Ec' & Ln & B & S & O).
  rewrite Ec in Ec'; inversion Ec'; subst c'; clear Ec'.
  destruct B as (Sb & W & J & T).
  exists (offset (flat t ++ c)); rewrite S; split; [| split].
  - intros x R E; rewrite I in E by lia; specialize (W x R); split; [lia | apply O; lia].
  - exact J.
  - intros z R; destruct (T z ltac:(lia)) as (x & X & E); exists x; rewrite I by lia; split; [auto | split; [lia | auto]].
Qed.
