(** Swizzled layouts [Sw o f o L]: their offsets, operations on their domain, recasts, and a layout after a swizzled layout
    ([swizzle/composed.rs], [swizzle/composed/recast.rs] and [swizzle/reswizzle.rs] of layout-core). *)

From Coq Require Import ZArith Znumtheory Zpow_facts List Lia Bool.
From Layouts Require Import Modes Coalesce Compose Bijection Complement Divide Rearrange Nested Swizzle.
Import ListNotations.
Open Scope Z_scope.

(** A swizzle after an offset after a layout. *)
Record swizzled := Swizzled { outer : swizzle; start : Z; plain : tree }.

(** The offset at a linear index. *)
Definition image (a : swizzled) (x : Z) : Z := apply (outer a) (start a + offset (flat (plain a)) x).

(** An operation on the domain: it applies to the plain layout. *)
Definition on_plain (op : tree -> option tree) (a : swizzled) : option swizzled :=
  match op (plain a) with
  | Some r => Some (Swizzled (outer a) (start a) r)
  | None => None
  end.

(** ** Operations on the domain *)

(** A swizzled layout composed with [B] has its own offsets at [B(c)], as far as [B] stays within its size. *)
Theorem swizzled_compose_sound : forall a b r,
  nonnegative (flat (plain a)) -> nonnegative (flat b) -> on_plain (fun p => compose_tree p b) a = Some r ->
  refines b (plain r) /\
  forall c, 0 <= c < size (flat b) ->
    image r c = apply (outer a) (start a + endless (merge (flat (plain a))) (offset (flat b) c)) /\
    (0 <= offset (flat b) c < size (flat (plain a)) -> image r c = image a (offset (flat b) c)).
Proof.
  unfold on_plain, image; intros a b r Fa Fb H.
  destruct (compose_tree (plain a) b) as [p |] eqn:E; [| discriminate]; inversion H; subst; cbn [outer start plain].
  destruct (compose_tree_sound _ _ _ Fa Fb E) as (R & _ & _ & O).
  split; [exact R |]; intros c C; rewrite (O c C); split; [reflexivity |]; intros I; do 2 f_equal.
  unfold compose_tree in E; destruct (compose (flat (plain a)) (flat b)) as [gs |] eqn:G; [| discriminate].
  pose proof (compose_positive _ _ _ Fa G) as Pa; rewrite endless_merge by auto; apply unbounded_within; auto.
Qed.

(** A divide of a swizzled layout, whole or by mode, is that layout after a one-to-one map of its coordinates. *)
Theorem swizzled_divide_sound : forall f a r,
  nonnegative (flat (plain a)) ->
  (exists t, nonnegative (flat t) /\ on_plain (fun p => divide_whole false f p t) a = Some r) \/
  (exists ts, tiler_nonnegative ts /\ on_plain (fun p => divide_by_mode false f p ts) a = Some r) ->
  exists g,
    size (flat (plain r)) = size (flat (plain a)) /\
    (forall x, 0 <= x < size (flat (plain a)) -> 0 <= g x < size (flat (plain a)) /\ image r x = image a (g x)) /\
    (forall x y, 0 <= x < size (flat (plain a)) -> 0 <= y < size (flat (plain a)) -> g x = g y -> x = y) /\
    (forall z, 0 <= z < size (flat (plain a)) -> exists x, 0 <= x < size (flat (plain a)) /\ g x = z).
Proof.
  intros f a r Fa H.
  assert (R : rearranges (flat (plain r)) (flat (plain a)) /\ outer r = outer a /\ start r = start a).
  { unfold on_plain in H; destruct H as [(t & Ft & H) | (ts & Ft & H)].
    - destruct (divide_whole false f (plain a) t) as [p |] eqn:E; [| discriminate]; inversion H; subst; cbn [outer start plain].
      destruct (divide_whole_sound _ _ _ _ Fa Ft E) as (tile & rest & c & _ & _ & _ & R); repeat split; eexists; exact R.
    - destruct (divide_by_mode false f (plain a) ts) as [p |] eqn:E; [| discriminate]; inversion H; subst; cbn [outer start plain].
      repeat split; eapply divide_by_mode_sound; eauto. }
  destruct R as ((g & S & W & I & O) & E1 & E2); exists g; unfold image; rewrite E1, E2.
  split; [exact S | split; [| auto]]; intros x X; destruct (W x X) as [W1 W2]; rewrite W2; auto.
Qed.

(** A swizzled layout repeats an offset exactly where its plain layout does. *)
Theorem swizzled_injective : forall a x y,
  valid_swizzle (outer a) -> (image a x = image a y <-> offset (flat (plain a)) x = offset (flat (plain a)) y).
Proof.
  unfold image; intros a x y V; split; [| congruence]; intros E.
  apply (proj1 (proj2 (swizzle_bijective (outer a) _ V (Z.le_refl _)))) in E; lia.
Qed.

(** ** Recasts *)

(** How many coordinates of a mode fall into a group of [n] elements. *)
Definition group_of (n : Z) (m : mode) : Z :=
  if (fst m =? 1) || (snd m mod n =? 0) then 1 else n / snd m.

(** The mode in groups of [n] elements. *)
Definition group_mode (n : Z) (m : mode) : option mode :=
  let (s, d) := m in
  if s =? 1 then Some (1, 0)
  else if d mod n =? 0 then Some (s, d / n)
  else if d <? 0 then None
  else if negb (n mod d =? 0) then None
  else let e := ceil_div s (n / d) in Some (e, if e =? 1 then 0 else 1).

(** The greatest offset within a group that the modes below it reach together. *)
Fixpoint reach (n : Z) (a : modes) : Z :=
  match a with
  | [] => 0
  | (s, d) :: a' => (if (1 <? s) && (0 <? d) && (d <? n) then (Z.min s (n / d) - 1) * d else 0) + reach n a'
  end.

Fixpoint group_modes (n : Z) (a : modes) : option modes :=
  match a with
  | [] => Some []
  | m :: a' =>
      match group_mode n m, group_modes n a' with
      | Some r, Some rs => Some (r :: rs)
      | _, _ => None
      end
  end.

(** Groups of [n] elements become one. [None] is a refusal. *)
Definition upcast (n : Z) (a : modes) : option modes :=
  if n <=? 0 then None
  else match group_modes n a with
       | Some r => if reach n a <? n then Some r else None
       | None => None
       end.

(** [b] with other leaves. *)
Definition relabel (b : tree) (l : modes) : tree := fst (fill b (map (fun m => [m]) l)).

Definition upcast_tree (n : Z) (a : tree) : option tree :=
  match upcast n (flat a) with
  | Some l => Some (relabel a l)
  | None => None
  end.

(** The digits of a coordinate in groups. *)
Fixpoint shrink (n : Z) (a : modes) (xs : list Z) : list Z :=
  match a, xs with
  | m :: a', x :: xs' => x / group_of n m :: shrink n a' xs'
  | _, _ => []
  end.

Lemma group_modes_sound : forall n a r xs,
  0 < n -> group_modes n a = Some r -> valid a xs ->
  valid r (shrink n a xs) /\ exists e, dot a xs = n * dot r (shrink n a xs) + e /\ 0 <= e <= reach n a.
Proof.
  intros n a; induction a as [| [s d] a IH]; intros r xs Hn H V; cbn [group_modes] in H.
  - inversion H; subst; inversion V; subst; split; [constructor | exists 0; simpl; lia].
  - destruct (group_mode n (s, d)) as [[s' d'] |] eqn:G; [| discriminate].
    destruct (group_modes n a) as [rs |] eqn:Gs; [| discriminate]; inversion H; subst; clear H.
    inversion V as [| ? x ? xs' Hx V']; subst; cbn [fst] in Hx.
    destruct (IH rs xs' Hn eq_refl V') as (W & e & E & R); clear IH.
    enough (A : 0 <= x / group_of n (s, d) < s' /\
              exists e', x * d = n * (x / group_of n (s, d) * d') + e' /\
                0 <= e' <= if (1 <? s) && (0 <? d) && (d <? n) then (Z.min s (n / d) - 1) * d else 0).
    { destruct A as (A & e' & E' & R'); cbn [shrink dot reach]; split; [constructor; auto |].
      exists (e' + e); lia. }
    unfold group_of; cbn [fst snd]; unfold group_mode in G.
    destruct (s =? 1) eqn:S; [apply Z.eqb_eq in S; subst s; inversion G; subst; cbn [orb] |].
    { rewrite Z.div_1_r; split; [lia |]; exists 0; assert (x = 0) by lia; subst x; simpl; lia. }
    cbn [orb]; destruct (d mod n =? 0) eqn:D; [apply Z.eqb_eq in D; inversion G; subst |].
    { rewrite Z.div_1_r; split; [lia |]; exists 0; pose proof (Z.div_mod d n ltac:(lia)) as Q.
      split; [rewrite Q at 1; rewrite D; ring |].
      destruct ((1 <? s') && (0 <? d) && (d <? n)) eqn:B; [| lia].
      rewrite !andb_true_iff in B; rewrite Z.mod_small in D by lia; lia. }
    apply Z.eqb_neq in D; destruct (d <? 0) eqn:P; [discriminate |].
    destruct (n mod d =? 0) eqn:Q; [apply Z.eqb_eq in Q | discriminate]; cbn [negb] in G.
    assert (Pd : 0 < d) by (destruct (Z.eq_dec d 0); [subst; rewrite Zmod_0_l in D; lia | lia]).
    pose proof (Z.div_mod n d ltac:(lia)) as En; rewrite Q, Z.add_0_r in En.
    assert (Ln : d < n).
    { destruct (Z_lt_le_dec d n); [auto | exfalso].
      destruct (Z.eq_dec d n); [subst; rewrite Z.mod_same in D; lia |].
      assert (n mod d = n) by (apply Z.mod_small; lia); lia. }
    remember (n / d) as m; assert (Hm : 1 < m) by nia; inversion G; subst s' d'; clear G.
    pose proof (Z.div_mod x m ltac:(lia)) as Ex; pose proof (Z.mod_pos_bound x m ltac:(lia)).
    assert (U : x / m < ceil_div s m).
    { unfold ceil_div; pose proof (Z.div_mod s m ltac:(lia)); pose proof (Z.mod_pos_bound s m ltac:(lia)).
      destruct (s mod m =? 0) eqn:Z0; [apply Z.eqb_eq in Z0 |]; nia. }
    assert (L : 0 <= x / m) by (apply Z.div_pos; lia).
    split; [lia |]; exists (x mod m * d); split.
    + destruct (ceil_div s m =? 1) eqn:C; [apply Z.eqb_eq in C; assert (x / m = 0) by lia |]; nia.
    + destruct ((1 <? s) && (0 <? d) && (d <? n)) eqn:B.
      * split; [nia |]; apply Z.mul_le_mono_nonneg_r; [lia |].
        assert (x mod m <= x) by (apply Z.mod_le; lia); lia.
      * rewrite !andb_false_iff in B; assert (x = 0) by lia; subst x; rewrite Zmod_0_l; lia.
Qed.

(** An accepted upcast: [R(c_0/m_0, c_1/m_1, ..) = floor(A(c)/n)], with [m] coordinates of a mode in a group. *)
Theorem upcast_sound : forall n a r xs,
  upcast n a = Some r -> valid a xs -> valid r (shrink n a xs) /\ dot r (shrink n a xs) = dot a xs / n.
Proof.
  unfold upcast; intros n a r xs H V; destruct (n <=? 0) eqn:N; [discriminate |].
  destruct (group_modes n a) as [r' |] eqn:G; [| discriminate].
  destruct (reach n a <? n) eqn:R; [inversion H; subst | discriminate].
  destruct (group_modes_sound n a r xs ltac:(lia) G V) as (W & e & E & B); split; [exact W |].
  rewrite E; apply (Z.div_unique _ n _ e); lia.
Qed.

(** The leaf that grows: the first of stride 1 with more than one element; else one of one element, of stride 1 if there is
    one. *)
Fixpoint place_of (p : mode -> bool) (a : modes) : option nat :=
  match a with
  | [] => None
  | m :: a' => if p m then Some 0%nat else option_map S (place_of p a')
  end.

Definition grows (a : modes) : option nat :=
  match place_of (fun m => (snd m =? 1) && negb (is_one m)) a with
  | Some k => Some k
  | None =>
      match place_of (fun m => is_one m && (snd m =? 1)) a with
      | Some k => Some k
      | None => place_of is_one a
      end
  end.

Fixpoint split_modes (n : Z) (k : option nat) (a : modes) : modes :=
  match a with
  | [] => []
  | (s, d) :: a' =>
      let grown := match k with Some O => true | _ => false end in
      let '(e, f) := if grown then (s * n, 1) else (s, d * n) in
      (e, if e =? 1 then 0 else f) :: split_modes n (match k with Some (S k) => Some k | _ => None end) a'
  end.

(** Each element becomes [n] adjacent ones. [None] is a refusal. *)
Definition downcast (n : Z) (a : modes) : option modes :=
  if n <=? 0 then None
  else if n =? 1 then Some (split_modes n None a)
  else match grows a with
       | Some k => Some (split_modes n (Some k) a)
       | None => None
       end.

Definition downcast_tree (n : Z) (a : tree) : option tree :=
  match downcast n (flat a) with
  | Some l => Some (relabel a l)
  | None => None
  end.

(** The digits of an element, and the number of its part. *)
Fixpoint element (n : Z) (k : option nat) (a : modes) (ys : list Z) : list Z * Z :=
  match a, ys with
  | _ :: a', y :: ys' =>
      let (xs, t) := element n (match k with Some (S k) => Some k | _ => None end) a' ys' in
      match k with
      | Some O => (y / n :: xs, y mod n)
      | _ => (y :: xs, t)
      end
  | _, _ => ([], 0)
  end.

(** The leaf that grows has the stride 1, or one element. *)
Fixpoint adjacent (k : option nat) (a : modes) : Prop :=
  match a, k with
  | (s, d) :: _, Some O => d = 1 \/ s = 1
  | _ :: a', Some (S k) => adjacent (Some k) a'
  | _, _ => True
  end.

Lemma place_of_adjacent : forall p a k,
  (forall m, p m = true -> snd m = 1 \/ fst m = 1) -> place_of p a = Some k -> adjacent (Some k) a.
Proof.
  intros p a; induction a as [| [s d] a IH]; intros k P H; [exact I |]; cbn [place_of] in H.
  destruct (p (s, d)) eqn:E; [inversion H; apply (P _ E) |].
  destruct (place_of p a) as [j |]; [| discriminate]; inversion H; subst; cbn [adjacent]; apply IH; auto.
Qed.

Lemma grows_adjacent : forall a k, grows a = Some k -> adjacent (Some k) a.
Proof.
  unfold grows; intros a k H.
  destruct (place_of (fun m => (snd m =? 1) && negb (is_one m)) a) as [j |] eqn:E1.
  - inversion H; subst; eapply place_of_adjacent; [| exact E1]; intros m E; apply andb_prop in E; lia.
  - destruct (place_of (fun m => is_one m && (snd m =? 1)) a) as [j |] eqn:E2.
    + inversion H; subst; eapply place_of_adjacent; [| exact E2]; intros m E; apply andb_prop in E; lia.
    + eapply place_of_adjacent; [| exact H]; unfold is_one; intros m E; lia.
Qed.

Lemma split_sound : forall n a k ys,
  0 < n -> adjacent k a -> valid (split_modes n k a) ys ->
  valid a (fst (element n k a ys)) /\ 0 <= snd (element n k a ys) < n /\
  dot (split_modes n k a) ys = n * dot a (fst (element n k a ys)) + snd (element n k a ys).
Proof.
  intros n a; induction a as [| [s d] a IH]; intros k ys Hn A V.
  - cbn [split_modes] in *; inversion V; subst; cbn; split; [constructor | lia].
  - cbn [split_modes] in V |- *.
    set (k' := match k with Some (S k) => Some k | _ => None end) in *.
    assert (A' : adjacent k' a).
    { subst k'; destruct k as [[| j] |]; [destruct a as [| [? ?] ?]; exact I | exact A | destruct a as [| [? ?] ?]; exact I]. }
    assert (T : (k = Some O \/ k <> Some O) /\ (k = Some O -> snd (element n k' a (tl ys)) = 0)).
    { split; [destruct k as [[| j] |]; auto; right; congruence |]; intros ->; subst k'.
      generalize (tl ys); clear; induction a as [| m a IH]; intros [| y zs]; cbn [element]; auto.
      specialize (IH zs); destruct (element n None a zs); exact IH. }
    destruct k as [[| j] |]; cbn beta iota in V |- *; inversion V as [| ? y ? ys' Hy V']; subst; cbn [fst] in Hy;
      cbn [tl] in T; destruct (IH k' ys' Hn A' V') as (I1 & I2 & I3); cbn [element]; fold k';
      destruct (element n k' a ys') as [xs t]; cbn [fst snd dot] in *.
    + (* The leaf that grows. *)
      destruct T as [_ T]; rewrite (T eq_refl) in *; cbn [adjacent] in A.
      pose proof (Z.div_mod y n ltac:(lia)); pose proof (Z.mod_pos_bound y n ltac:(lia)).
      assert (B : 0 <= y / n < s) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
      split; [constructor; auto | split; [lia |]]; rewrite I3.
      destruct (s * n =? 1) eqn:E; [apply Z.eqb_eq in E; assert (y = 0) by lia; subst y; rewrite Zdiv_0_l, Zmod_0_l; lia |].
      destruct A as [A | A]; [subst d; lia | assert (y / n = 0) by lia; nia].
    + split; [constructor; auto | split; [lia |]]; rewrite I3.
      destruct (s =? 1) eqn:E; [apply Z.eqb_eq in E; assert (y = 0) by lia; subst y |]; lia.
    + split; [constructor; auto | split; [lia |]]; rewrite I3.
      destruct (s =? 1) eqn:E; [apply Z.eqb_eq in E; assert (y = 0) by lia; subst y |]; lia.
Qed.

(** An accepted downcast: [R(.., n * i + t, ..) = n * A(.., i, ..) + t], in the leaf that grows. *)
Theorem downcast_sound : forall n a r ys,
  downcast n a = Some r -> valid r ys ->
  exists xs t, valid a xs /\ 0 <= t < n /\ dot r ys = n * dot a xs + t.
Proof.
  unfold downcast; intros n a r ys H V; destruct (n <=? 0) eqn:N; [discriminate |].
  destruct (n =? 1) eqn:N1.
  - inversion H; subst; destruct (split_sound n a None ys ltac:(lia)) as (S1 & S2 & S3); auto.
    + destruct a as [| [? ?] ?]; exact I.
    + eauto.
  - destruct (grows a) as [k |] eqn:G; [| discriminate]; inversion H; subst.
    destruct (split_sound n a (Some k) ys ltac:(lia) (grows_adjacent _ _ G) V) as (S1 & S2 & S3); eauto.
Qed.

Lemma fill_leaves : forall b gs more,
  length gs = length (flat b) -> Forall (fun g => g <> []) gs ->
  exists r, fill b (gs ++ more) = (r, more) /\ flat r = concat gs.
Proof.
  induction b as [s d | l IH] using tree_induction; intros gs more L N.
  - destruct gs as [| g [| h gs]]; try discriminate; inversion N; subst.
    exists (group g); simpl; rewrite app_nil_r, group_flat by auto; auto.
  - cbn [fill flat] in *.
    match goal with |- context [(?f) l (gs ++ more)] => set (fill_all := f) end.
    assert (A : exists rs, fill_all l (gs ++ more) = (rs, more) /\ flat_map flat rs = concat gs).
    { revert gs L N; induction IH as [| t l Ht Hl IHl]; intros gs L N.
      - destruct gs; [| discriminate]; exists []; auto.
      - cbn [flat_map] in L; rewrite app_length in L.
        rewrite <- (firstn_skipn (length (flat t)) gs) in *; set (g1 := firstn _ gs) in *; set (g2 := skipn _ gs) in *.
        apply Forall_app in N; destruct N as [N1 N2].
        assert (L1 : length g1 = length (flat t)).
        { subst g1; apply firstn_length_le; rewrite firstn_skipn in L; lia. }
        rewrite app_length, L1 in L.
        destruct (Ht g1 (g2 ++ more) L1 N1) as (r & E1 & E2).
        destruct (IHl g2 ltac:(lia) N2) as (rs & E4 & E5).
        exists (r :: rs); simpl; rewrite <- app_assoc, E1; fold fill_all; rewrite E4.
        split; [reflexivity |]; rewrite E2, E5, concat_app; reflexivity. }
    destruct A as (rs & E1 & E2); exists (Node rs); rewrite E1; auto.
Qed.

Lemma relabel_flat : forall b l, length l = length (flat b) -> flat (relabel b l) = l.
Proof.
  unfold relabel; intros b l L; destruct (fill_leaves b (map (fun m => [m]) l) []) as (r & E1 & E2).
  - rewrite map_length; exact L.
  - apply Forall_forall; intros g I; apply in_map_iff in I; destruct I as (m & <- & _); congruence.
  - rewrite app_nil_r in E1; rewrite E1; cbn [fst]; rewrite E2.
    clear; induction l as [| m l IH]; [reflexivity |]; cbn; f_equal; exact IH.
Qed.

Lemma upcast_length : forall n a r, upcast n a = Some r -> length r = length a.
Proof.
  unfold upcast; intros n a r H; destruct (n <=? 0); [discriminate |].
  destruct (group_modes n a) as [r' |] eqn:G; [| discriminate]; destruct (reach n a <? n); inversion H; subst.
  clear H; revert r G; induction a as [| m a IH]; intros r G; cbn [group_modes] in G; [inversion G; reflexivity |].
  destruct (group_mode n m); [| discriminate]; destruct (group_modes n a) as [rs |]; inversion G; cbn; f_equal; auto.
Qed.

Lemma downcast_length : forall n a r, downcast n a = Some r -> length r = length a.
Proof.
  assert (S : forall n a k, length (split_modes n k a) = length a).
  { intros n a; induction a as [| [s d] a IH]; intros k; [reflexivity |]; cbn [split_modes].
    destruct k as [[| j] |]; cbn; f_equal; apply IH. }
  unfold downcast; intros n a r H; destruct (n <=? 0); [discriminate |].
  destruct (n =? 1); [inversion H; apply S |]; destruct (grows a); inversion H; apply S.
Qed.

(** How far the modes with strides below [2^top] reach together. *)
Fixpoint span (top : Z) (a : modes) : Z :=
  match a with
  | [] => 0
  | (s, d) :: a' => (if (0 <? s) && (0 <? d) && (d <? 2 ^ top) then (s - 1) * d else 0) + span top a'
  end.

(** Whether some coordinate sets one of the [lost] lowest bits that the swizzle reads. *)
Definition reads_within (sw : swizzle) (lost : Z) (a : modes) : bool :=
  let read := Z.min lost (bits sw) in (0 <? read) && (2 ^ base sw <=? span (base sw + read) a).

Definition is_power (n : Z) : bool := (0 <? n) && (2 ^ Z.log2 n =? n).

(** Groups of [n] elements become one. [None] is a refusal. *)
Definition upcast_swizzled (n : Z) (a : swizzled) : option swizzled :=
  match upcast_tree n (plain a) with
  | None => None
  | Some p =>
      let (sw, k) := (outer a, Z.log2 n) in
      let lost := Z.max 0 (k - base sw) in
      if negb (is_power n) || negb (start a mod n =? 0) then None
      else if (shift sw <? 0) && reads_within sw lost (flat (plain a)) then None
      else match checked (Z.max 0 (bits sw - lost)) (Z.max 0 (base sw - k)) (shift sw) with
           | Some sw => Some (Swizzled sw (start a / n) p)
           | None => None
           end
  end.

(** Each element becomes [n] adjacent ones. [None] is a refusal. *)
Definition downcast_swizzled (n : Z) (a : swizzled) : option swizzled :=
  match downcast_tree n (plain a) with
  | None => None
  | Some p =>
      if negb (is_power n) then None
      else match checked (bits (outer a)) (base (outer a) + Z.log2 n) (shift (outer a)) with
           | Some sw => Some (Swizzled sw (start a * n) p)
           | None => None
           end
  end.

(** The strides below [2^top] alone contribute to the bits below [top], where an upcast by [2^k] exists. *)
Lemma span_sound : forall top k a r xs,
  0 <= top <= k -> group_modes (2 ^ k) a = Some r -> valid a xs ->
  exists z w, dot a xs = w + 2 ^ top * z /\ 0 <= w <= span top a.
Proof.
  intros top k a; induction a as [| [s d] a IH]; intros r xs K G V.
  - inversion V; subst; exists 0, 0; simpl; lia.
  - cbn [group_modes] in G; destruct (group_mode (2 ^ k) (s, d)) as [m |] eqn:E; [| discriminate].
    destruct (group_modes (2 ^ k) a) as [rs |]; [| discriminate].
    inversion V as [| ? x ? xs' Hx V']; subst; cbn [fst] in Hx.
    destruct (IH rs xs' K eq_refl V') as (z & w & D & W).
    assert (P : 0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia); assert (P' : 0 < 2 ^ top) by (apply Z.pow_pos_nonneg; lia).
    assert (Q : 2 ^ k = 2 ^ top * 2 ^ (k - top)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    assert (A : (exists y, x * d = 2 ^ top * y) \/ 0 < s /\ 0 < d < 2 ^ top).
    { unfold group_mode in E; destruct (s =? 1) eqn:S; [left; exists 0; assert (x = 0) by lia; subst x; lia |].
      destruct (d mod 2 ^ k =? 0) eqn:M.
      { apply Z.eqb_eq in M; left; exists (x * (2 ^ (k - top) * (d / 2 ^ k))).
        pose proof (Z.div_mod d (2 ^ k) ltac:(lia)) as F; rewrite F at 1; rewrite M, Q; ring. }
      destruct (d <? 0) eqn:N; [discriminate |]; destruct (2 ^ k mod d =? 0) eqn:F; [| discriminate].
      assert (Pd : 0 < d) by (destruct (Z.eq_dec d 0); [subst; rewrite Zmod_0_l in M; discriminate | lia]).
      apply Z.eqb_eq, Z.mod_divide in F; [| lia].
      destruct (Zdivide_power_2 d 2 k ltac:(lia) ltac:(lia) prime_2 F) as (j & ->).
      destruct (Z_lt_le_dec j 0); [rewrite Z.pow_neg_r in Pd by auto; lia |].
      destruct (Z_lt_le_dec j top).
      - right; split; [lia |]; split; [auto | apply Z.pow_lt_mono_r; lia].
      - left; exists (x * 2 ^ (j - top)); replace j with (top + (j - top)) at 1 by lia; rewrite Z.pow_add_r by lia; ring. }
    cbn [dot span]; destruct A as [(y & A) | (A1 & A2)].
    + exists (y + z), w; split; [rewrite A, D; ring |].
      destruct ((0 <? s) && (0 <? d) && (d <? 2 ^ top)) eqn:B; [| lia].
      rewrite !andb_true_iff in B; nia.
    + exists z, (x * d + w); split; [rewrite D; ring |].
      destruct ((0 <? s) && (0 <? d) && (d <? 2 ^ top)) eqn:B; [nia |].
      rewrite !andb_false_iff in B; lia.
Qed.

(** An accepted upcast of a swizzled layout: [R(c_0/m_0, c_1/m_1, ..) = floor(A(c)/n)]. *)
Theorem upcast_swizzled_sound : forall n a r,
  valid_swizzle (outer a) -> upcast_swizzled n a = Some r ->
  valid_swizzle (outer r) /\
  forall xs, valid (flat (plain a)) xs ->
    let ys := shrink n (flat (plain a)) xs in
    valid (flat (plain r)) ys /\
    apply (outer r) (start r + dot (flat (plain r)) ys) = apply (outer a) (start a + dot (flat (plain a)) xs) / n.
Proof.
  unfold upcast_swizzled, upcast_tree; intros n a r V H.
  destruct (upcast n (flat (plain a))) as [l |] eqn:U; [| discriminate].
  destruct (is_power n) eqn:P; [| discriminate]; destruct (start a mod n =? 0) eqn:D; [| discriminate]; cbn [negb orb] in H.
  destruct ((shift (outer a) <? 0) && _) eqn:W in H; [discriminate |].
  destruct (checked _ _ _) as [sw |] eqn:C; [| discriminate]; inversion H; subst r; clear H; cbn [outer start plain].
  rewrite relabel_flat by (eapply upcast_length; eauto).
  apply checked_valid in C; destruct C as [-> C]; split; [exact C |]; intros xs Vx.
  destruct (upcast_sound _ _ _ _ U Vx) as [Vy E]; cbv zeta; split; [exact Vy |]; rewrite E.
  unfold is_power in P; apply andb_prop in P; destruct P as [P0 P]; apply Z.eqb_eq in P, D.
  remember (Z.log2 n) as k; assert (Hk : 0 <= k) by (subst k; apply Z.log2_nonneg).
  pose proof (Z.div_mod (start a) n ltac:(lia)) as Es; rewrite D, Z.add_0_r in Es.
  assert (X : start a / n + dot (flat (plain a)) xs / n = (start a + dot (flat (plain a)) xs) / n).
  { rewrite Es at 2; rewrite (Z.mul_comm n), Z.add_comm, (Z.add_comm (_ * n)), Z.div_add by lia; reflexivity. }
  rewrite X; clear X; set (x := start a + dot (flat (plain a)) xs).
  destruct (outer a) as [b m s] eqn:Eo; cbn [bits base shift] in *; rewrite <- P; symmetry.
  destruct (Z_le_gt_dec k m) as [L | L].
  - replace (Z.max 0 (b - Z.max 0 (k - m))) with b by (destruct V as (? & _); cbn [bits] in *; lia).
    replace (Z.max 0 (m - k)) with (m - k) by lia.
    pose proof (swizzle_groups b (m - k) s k x) as G; replace (m - k + k) with m in G by lia.
    apply G; auto; lia.
  - replace (Z.max 0 (k - m)) with (k - m) in * by lia; replace (Z.max 0 (m - k)) with 0 by lia.
    apply swizzle_groups_lost; auto; [lia |].
    destruct (s <? 0) eqn:S; [cbn [andb] in W; right | left; lia]; intros i I.
    unfold reads_within in W; cbn [bits base] in W; set (read := Z.min (k - m) b) in *.
    destruct V as (V1 & V2 & _); cbn [bits base] in *.
    assert (R : 0 < read) by lia; destruct (0 <? read) eqn:R'; [cbn [andb] in W | lia].
    unfold upcast in U; destruct (n <=? 0); [discriminate |].
    destruct (group_modes n (flat (plain a))) as [l' |] eqn:G; [| discriminate].
    rewrite <- P in G; destruct (span_sound (m + read) k _ _ xs ltac:(lia) G Vx) as (z & w & Dw & Bw).
    assert (Q : 2 ^ k = 2 ^ (m + read) * 2 ^ (k - (m + read))) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    assert (Pm : 0 < 2 ^ (m + read)) by (apply Z.pow_pos_nonneg; lia).
    assert (Ml : 2 ^ m <= 2 ^ (m + read)) by (apply Z.pow_le_mono_r; lia).
    assert (Ex : x mod 2 ^ (m + read) = w).
    { subst x; rewrite Dw, Es, <- P, Q.
      replace (2 ^ (m + read) * 2 ^ (k - (m + read)) * (start a / (2 ^ (m + read) * 2 ^ (k - (m + read)))) + (w + 2 ^ (m + read) * z))
        with (w + (2 ^ (k - (m + read)) * (start a / (2 ^ (m + read) * 2 ^ (k - (m + read)))) + z) * 2 ^ (m + read)) by ring.
      rewrite Z.mod_add, Z.mod_small by lia; reflexivity. }
    rewrite <- (Z.mod_pow2_bits_low x (m + read) i) by lia; rewrite Ex.
    rewrite Z.testbit_false by lia; rewrite Z.div_small; [reflexivity |].
    assert (2 ^ m <= 2 ^ i) by (apply Z.pow_le_mono_r; lia); lia.
Qed.

(** An accepted downcast of a swizzled layout: [R(.., n * i + t, ..) = n * A(.., i, ..) + t], in the leaf that grows. *)
Theorem downcast_swizzled_sound : forall n a r,
  valid_swizzle (outer a) -> downcast_swizzled n a = Some r ->
  valid_swizzle (outer r) /\
  forall ys, valid (flat (plain r)) ys ->
    exists xs t, valid (flat (plain a)) xs /\ 0 <= t < n /\
      apply (outer r) (start r + dot (flat (plain r)) ys) = n * apply (outer a) (start a + dot (flat (plain a)) xs) + t.
Proof.
  unfold downcast_swizzled, downcast_tree; intros n a r V H.
  destruct (downcast n (flat (plain a))) as [l |] eqn:U; [| discriminate].
  destruct (is_power n) eqn:P; [| discriminate]; cbn [negb] in H.
  destruct (checked _ _ _) as [sw |] eqn:C; [| discriminate]; inversion H; subst r; clear H; cbn [outer start plain].
  rewrite relabel_flat by (eapply downcast_length; eauto).
  apply checked_valid in C; destruct C as [-> C]; split; [exact C |]; intros ys Vy.
  destruct (downcast_sound _ _ _ _ U Vy) as (xs & t & Vx & T & E); exists xs, t; split; [exact Vx | split; [exact T |]].
  unfold is_power in P; apply andb_prop in P; destruct P as [P0 P]; apply Z.eqb_eq in P.
  remember (Z.log2 n) as k; assert (Hk : 0 <= k) by (subst k; apply Z.log2_nonneg).
  rewrite E; set (x := start a + dot (flat (plain a)) xs).
  replace (start a * n + (n * dot (flat (plain a)) xs + t)) with (t + x * n) by (subst x; ring).
  destruct (swizzle_groups (bits (outer a)) (base (outer a)) (shift (outer a)) k (t + x * n)) as [G1 G2]; auto.
  { apply V. }
  assert (Q : (t + x * n) / n = x) by (rewrite Z.div_add, Z.div_small by lia; lia).
  assert (M : (t + x * n) mod n = t) by (rewrite Z.mod_add, Z.mod_small by lia; lia).
  rewrite P, Q in G1; rewrite P, M in G2.
  rewrite (Z.div_mod (apply _ (t + x * n)) n) by lia; rewrite G1, G2; destruct (outer a); reflexivity.
Qed.
