(** The complement: a layout of the offsets of [[0, m)] that another layout does not reach
    ([algebra/complement.rs] of layout-core). *)

From Coq Require Import ZArith List Lia Bool Permutation.
From Layouts Require Import Modes Coalesce Bijection.
Import ListNotations.
Open Scope Z_scope.

(** Modes of extent 1 or stride 0 are left out. *)
Definition moves (m : mode) : bool := negb ((fst m =? 1) || (snd m =? 0)).

Definition is_negative (m : mode) : bool := snd m <? 0.

(** Inserts a mode after those of a stride that is not larger. *)
Fixpoint insert (m : mode) (a : modes) : modes :=
  match a with
  | [] => [m]
  | n :: a' => if snd n <=? snd m then n :: insert m a' else m :: a
  end.

Definition by_stride (a : modes) : modes := fold_left (fun b m => insert m b) a [].

(** The gap before each mode of [a], which is sorted, where the modes below end at [covered]. Also the end of the last
    mode. *)
Fixpoint gaps (a : modes) (covered : Z) : option (modes * Z) :=
  match a with
  | [] => Some ([], covered)
  | (s, d) :: a' =>
      if d <? covered then None
      else if negb (d mod covered =? 0) then None
      else match gaps a' (s * d) with
           | Some (free, e) => Some ((d / covered, covered) :: free, e)
           | None => None
           end
  end.

(** The complement of [a] in [[0, m)], where [last e] is the last extent after modes that end at [e]. *)
Definition complement_until (a : modes) (m : Z) (last : Z -> option Z) : option modes :=
  if m <=? 0 then None
  else if existsb is_zero a then None
  else if existsb is_negative (filter moves a) then None
  else match gaps (by_stride (filter moves a)) 1 with
       | Some (free, e) =>
           match last e with
           | Some n => Some (merge (free ++ [(n, e)]))
           | None => None
           end
       | None => None
       end.

(** The complement of [a] in [[0, m)]. [None] is a refusal. *)
Definition complement (a : modes) (m : Z) : option modes :=
  complement_until a m (fun e => if m mod e =? 0 then Some (m / e) else None).

(** The complement with its last extent rounded up. *)
Definition complement_padded (a : modes) (m : Z) : option modes :=
  complement_until a m (fun e => Some (ceil_div m e)).

Lemma insert_permutation : forall m a, Permutation (insert m a) (m :: a).
Proof.
  induction a as [| n a IH]; simpl; [auto |].
  destruct (snd n <=? snd m); [| auto].
  rewrite IH; apply perm_swap.
Qed.

Lemma by_stride_permutation : forall a, Permutation (by_stride a) a.
Proof.
  assert (H : forall a b, Permutation (fold_left (fun b m => insert m b) a b) (b ++ a)).
  { induction a as [| m a IH]; intros b; simpl; [rewrite app_nil_r; auto |].
    rewrite IH, insert_permutation; simpl; apply Permutation_middle. }
  intros a; apply (H a []).
Qed.

(** Each stride is at least the end of the mode before it. *)
Fixpoint ascending (p : Z) (a : modes) : Prop :=
  match a with
  | [] => True
  | (s, d) :: a' => p <= d /\ ascending (s * d) a'
  end.

Lemma ascending_less : forall a p q, p <= q -> ascending q a -> ascending p a.
Proof. intros [| [s d] a] p q H; simpl; [auto | intros []; split; [lia | auto]]. Qed.

(** The offsets of ascending modes increase. *)
Lemma ascending_offset : forall a p x y,
  positive a -> 0 < p -> ascending p a -> 0 <= x < y -> y < size a -> offset a x + p <= offset a y.
Proof.
  induction a as [| [s d] a IH]; intros p x y H Hp A R S; simpl in *; [lia |].
  apply positive_cons in H; simpl in H; destruct H as [Hs Ha]; destruct A as [A1 A2].
  pose proof (Z.div_mod x s ltac:(lia)); pose proof (Z.div_mod y s ltac:(lia)).
  pose proof (Z.mod_pos_bound x s Hs); pose proof (Z.mod_pos_bound y s Hs).
  pose proof (Z.div_le_mono x y s ltac:(lia) ltac:(lia)).
  destruct (Z.eq_dec (x / s) (y / s)) as [E | E].
  - rewrite E; assert (x mod s + 1 <= y mod s) by nia; nia.
  - assert (offset a (x / s) + s * d <= offset a (y / s)).
    { apply IH; auto; [nia | pose proof (Z.div_pos x s); lia | apply Z.div_lt_upper_bound; lia]. }
    assert (0 <= (s - 1 + y mod s - x mod s) * d) by (apply Z.mul_nonneg_nonneg; lia); lia.
Qed.

(** Modes and their gaps, in the order of strides, are compact; the gaps alone ascend. *)
Lemma gaps_compact : forall a c free e,
  positive a -> 0 < c -> gaps a c = Some (free, e) ->
  exists all, Permutation all (a ++ free) /\ compact c all /\ c * size all = e /\ 0 < e /\ positive free /\
    forall last, e <= snd last -> ascending c (free ++ [last]).
Proof.
  induction a as [| [s d] a IH]; intros c free e Ha Hc H; simpl in H.
  - inversion H; subst; exists []; simpl; repeat split; try lia; try constructor; auto.
    destruct last; simpl in *; lia.
  - apply positive_cons in Ha; simpl in Ha; destruct Ha as [Hs Ha].
    destruct (d <? c) eqn:E1; [discriminate |].
    destruct (d mod c =? 0) eqn:E2; [| discriminate]; simpl in H; apply Z.eqb_eq in E2.
    destruct (gaps a (s * d)) as [[free' e'] |] eqn:G; [| discriminate].
    inversion H; subst; clear H.
    assert (0 < d) by lia; assert (0 < s * d) by nia.
    destruct (IH (s * d) _ _ Ha ltac:(lia) G) as (all & P & C & S & E & F & A).
    pose proof (Z.div_mod d c ltac:(lia)) as D.
    assert (0 < d / c) by nia.
    exists ((d / c, c) :: (s, d) :: all); split; [| split; [| split; [| split; [| split]]]].
    + rewrite perm_swap; simpl; rewrite P; constructor; apply Permutation_middle.
    + simpl; repeat split; [lia | replace (s * (d / c * c)) with (s * d) by lia; auto].
    + simpl; nia.
    + auto.
    + apply positive_cons; auto.
    + intros last L; simpl; split; [lia |].
      apply ascending_less with (q := s * d); [nia | apply A; auto].
Qed.

Lemma filter_positive : forall f a, positive a -> positive (filter f a).
Proof. unfold positive; intros f a H; apply incl_Forall with a; [apply incl_filter | exact H]. Qed.

(** What [complement] returns, before it is coalesced. *)
Lemma complement_form : forall a m c,
  nonnegative a -> complement a m = Some c ->
  positive a /\ 0 < m /\
  exists free all, c = merge free /\ positive free /\ ascending 1 free /\
    Permutation all (filter moves a ++ free) /\ compact 1 all /\ size all = m.
Proof.
  unfold complement, complement_until; intros a m c Fa H.
  destruct (m <=? 0) eqn:Em; [discriminate |].
  destruct (existsb is_zero a) eqn:Ez; [discriminate |].
  destruct (existsb is_negative (filter moves a)); [discriminate |].
  pose proof (no_zero_positive a Fa Ez) as Pa.
  destruct (gaps (by_stride (filter moves a)) 1) as [[free e] |] eqn:G; [| discriminate].
  destruct (m mod e =? 0) eqn:E; [| discriminate]; apply Z.eqb_eq in E; inversion H; subst; clear H.
  split; [auto | split; [lia |]].
  apply gaps_compact in G; [| | lia].
  2: { apply permutation_positive with (filter moves a).
       - symmetry; apply by_stride_permutation.
       - apply filter_positive; auto. }
  destruct G as (all & P & C & S & He & F & A).
  pose proof (Z.div_mod m e ltac:(lia)).
  assert (0 < m / e) by nia.
  exists (free ++ [(m / e, e)]), (all ++ [(m / e, e)]); repeat split.
  - apply positive_app; split; [auto | constructor; [simpl; lia | constructor]].
  - apply A; simpl; lia.
  - rewrite P, by_stride_permutation, app_assoc; reflexivity.
  - apply compact_app; split; [auto | simpl; split; [lia | auto]].
  - rewrite size_app; simpl; nia.
Qed.

(** The pair of [A], without modes of extent 1 or stride 0, and its complement is one to one onto [[0, m)]. *)
Theorem complement_sound : forall a m c,
  nonnegative a -> complement a m = Some c -> bijective (filter moves a ++ c) m.
Proof.
  intros a m c Fa H; apply complement_form in H; auto.
  destruct H as (Pa & Hm & free & all & -> & Pf & _ & P & C & S).
  pose proof (filter_positive moves a Pa) as Pm.
  apply bijective_same with (filter moves a ++ free).
  - rewrite !size_app, merge_size; reflexivity.
  - intros x; rewrite !offset_app, merge_offset by auto; reflexivity.
  - subst m; apply bijective_permutation with all; auto.
    + apply permutation_positive with (filter moves a ++ free); [symmetry; auto |].
      apply positive_app; auto.
    + apply compact_bijective; auto.
      apply permutation_positive with (filter moves a ++ free); [symmetry; auto |].
      apply positive_app; auto.
Qed.

(** The complement is ordered: its offsets increase. *)
Theorem complement_ordered : forall a m c,
  nonnegative a -> complement a m = Some c ->
  forall x y, 0 <= x < y -> y < size c -> offset c x < offset c y.
Proof.
  intros a m c Fa H x y R S; apply complement_form in H; auto.
  destruct H as (Pa & Hm & free & all & -> & Pf & A & _).
  rewrite merge_size in S; rewrite !merge_offset by auto.
  pose proof (ascending_offset free 1 x y Pf ltac:(lia) A R S); lia.
Qed.

(** The complement is disjoint from [A]: only offset 0 is common. *)
Corollary complement_disjoint : forall a m c,
  nonnegative a -> complement a m = Some c ->
  forall x y, 0 <= x < size (filter moves a) -> 0 <= y < size c ->
    offset (filter moves a) x = offset c y -> x = 0 /\ y = 0.
Proof.
  intros a m c Fa H x y Rx Ry E.
  pose proof (complement_sound a m c Fa H) as (S & _ & I & _).
  apply complement_form in H; auto; destruct H as (Pa & Hm & free & all & -> & Pf & _).
  pose proof (filter_positive moves a Pa) as Pm.
  rewrite merge_size in *; rewrite size_app, merge_size in S.
  pose proof (size_positive _ Pf); pose proof (size_positive _ Pm).
  remember (filter moves a) as b.
  specialize (I x (y * size b)).
  rewrite !offset_app, merge_offset, E, (Z.div_small x), offset_0 in I by (auto; lia).
  rewrite <- (offset_mod b (y * size b)), Z.mod_mul, offset_0, Z.div_mul, merge_offset in I by (auto; lia).
  assert (x = y * size b) by (apply I; nia).
  assert (y = 0) by nia; subst y; lia.
Qed.

(** A padded complement is the complement in [n], the least number from [m] on that has one. *)
Theorem complement_padded_sound : forall a m c,
  nonnegative a -> complement_padded a m = Some c ->
  exists n, m <= n /\ complement a n = Some c /\
    forall k, m <= k < n -> complement a k = None.
Proof.
  unfold complement_padded, complement, complement_until; intros a m c Fa H.
  destruct (m <=? 0) eqn:Em; [discriminate |].
  destruct (existsb is_zero a) eqn:Ez; [discriminate |].
  destruct (existsb is_negative (filter moves a)); [discriminate |].
  pose proof (no_zero_positive a Fa Ez) as Pa.
  destruct (gaps (by_stride (filter moves a)) 1) as [[free e] |] eqn:G; [| discriminate].
  assert (He : 0 < e).
  { apply gaps_compact in G; [destruct G as (all & _ & _ & _ & He & _); exact He | | lia].
    apply permutation_positive with (filter moves a).
    - symmetry; apply by_stride_permutation.
    - apply filter_positive; auto. }
  pose proof (Z.div_mod m e ltac:(lia)); pose proof (Z.mod_pos_bound m e He).
  assert (C : m <= ceil_div m e * e < m + e).
  { unfold ceil_div; destruct (m mod e =? 0) eqn:E; [apply Z.eqb_eq in E |]; lia. }
  exists (ceil_div m e * e); split; [lia | split].
  - destruct (ceil_div m e * e <=? 0) eqn:E; [lia |].
    rewrite Z.mod_mul, Z.div_mul, Z.eqb_refl by lia; exact H.
  - intros k K; destruct (k <=? 0); [reflexivity |].
    destruct (k mod e =? 0) eqn:E; [exfalso | reflexivity].
    apply Z.eqb_eq in E; pose proof (Z.div_mod k e ltac:(lia)).
    assert (k / e < ceil_div m e) by nia.
    unfold ceil_div in *; destruct (m mod e =? 0) eqn:E2; [apply Z.eqb_eq in E2 |]; nia.
Qed.
