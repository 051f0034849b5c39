(** Coalescing: the same function with the fewest modes ([Modes::append] and [Modes::coalesced] of layout-core). *)

From Coq Require Import ZArith List Lia Bool.
From Layouts Require Import Modes.
Import ListNotations.
Open Scope Z_scope.

(** [last] and then [a]: drops an extent of 1, and extends the last mode where the next one continues it. *)
Fixpoint append_all (last : mode) (a : modes) : modes :=
  match a with
  | [] => [last]
  | (s, d) :: a' =>
      if s =? 1 then append_all last a'
      else if fst last * snd last =? d then append_all (fst last * s, snd last) a'
      else last :: append_all (s, d) a'
  end.

Fixpoint merge (a : modes) : modes :=
  match a with
  | [] => []
  | (s, d) :: a' => if s =? 1 then merge a' else append_all (s, d) a'
  end.

(** [0:0] where an extent is 0. *)
Definition coalesce (a : modes) : modes := if existsb is_zero a then [(0, 0)] else merge a.

(** What coalescing leaves: extents of at least 2, and no mode that continues the one before it. *)
Fixpoint coalesced (a : modes) : Prop :=
  match a with
  | [] => True
  | (s, d) :: a' => 2 <= s /\ match a' with [] => True | (_, e) :: _ => e <> s * d end /\ coalesced a'
  end.

Lemma coalesced_positive : forall a, coalesced a -> positive a.
Proof.
  induction a as [| [s d] a IH]; simpl; intros H; [constructor |].
  apply positive_cons; simpl; split; [lia | apply IH; tauto].
Qed.

Lemma append_all_size : forall a s d, size (append_all (s, d) a) = s * size a.
Proof.
  induction a as [| [t e] a IH]; intros s d; simpl; [reflexivity |].
  destruct (t =? 1) eqn:E1; [apply Z.eqb_eq in E1; subst; rewrite IH; lia |].
  destruct (s * d =? e); simpl; rewrite IH; lia.
Qed.

Lemma merge_size : forall a, size (merge a) = size a.
Proof.
  induction a as [| [s d] a IH]; simpl; [reflexivity |].
  destruct (s =? 1) eqn:E; [apply Z.eqb_eq in E; subst; rewrite IH; lia | apply append_all_size].
Qed.

Lemma append_all_offset : forall a s d x,
  0 < s -> positive a -> offset (append_all (s, d) a) x = offset ((s, d) :: a) x.
Proof.
  induction a as [| [t e] a IH]; intros s d x Hs H; [reflexivity |].
  apply positive_cons in H; simpl in H; destruct H as [Ht Ha].
  simpl; destruct (t =? 1) eqn:E1.
  - apply Z.eqb_eq in E1; subst; rewrite IH by auto; simpl.
    rewrite Zmod_1_r, Z.div_1_r; lia.
  - destruct (s * d =? e) eqn:E2.
    + apply Z.eqb_eq in E2; subst; rewrite IH by (auto; nia); simpl.
      rewrite Z.rem_mul_r, Z.div_div by lia; lia.
    + simpl; rewrite IH by auto; reflexivity.
Qed.

Lemma merge_offset : forall a x, positive a -> offset (merge a) x = offset a x.
Proof.
  induction a as [| [s d] a IH]; intros x H; [reflexivity |].
  pose proof H as H'; apply positive_cons in H'; simpl in H'; destruct H' as [Hs Ha].
  simpl; destruct (s =? 1) eqn:E.
  - apply Z.eqb_eq in E; subst; rewrite IH, Zmod_1_r, Z.div_1_r by auto; lia.
  - rewrite append_all_offset by auto; reflexivity.
Qed.

Lemma append_all_coalesced : forall a s d, 2 <= s -> positive a -> coalesced (append_all (s, d) a).
Proof.
  assert (Head : forall a s d, exists n l, append_all (s, d) a = (n, d) :: l).
  { induction a as [| [t e] a IH]; intros s d; simpl; [eauto |].
    destruct (t =? 1); [apply IH |]; destruct (s * d =? e); [apply IH | eauto]. }
  induction a as [| [t e] a IH]; intros s d Hs H; simpl; [lia |].
  apply positive_cons in H; simpl in H; destruct H as [Ht Ha].
  destruct (t =? 1) eqn:E1; [apply IH; auto |].
  destruct (s * d =? e) eqn:E2; [apply IH; auto; nia |].
  simpl; destruct (Head a t e) as (n & l & E); rewrite E.
  split; [lia | split; [lia |]]; rewrite <- E; apply IH; auto; lia.
Qed.

Lemma merge_coalesced : forall a, positive a -> coalesced (merge a).
Proof.
  induction a as [| [s d] a IH]; intros H; simpl; [exact I |].
  apply positive_cons in H; simpl in H; destruct H as [Hs Ha].
  destruct (s =? 1) eqn:E; [auto | apply append_all_coalesced; auto; lia].
Qed.

Lemma append_all_not_ones : forall a s d,
  s <> 1 -> positive a -> 0 < s -> forallb is_one (append_all (s, d) a) = false.
Proof.
  induction a as [| [t e] a IH]; intros s d H1 H Hs; cbn [append_all fst snd];
    [rewrite ones_cons; destruct (s =? 1) eqn:E; [lia | reflexivity] |].
  apply positive_cons in H; simpl in H; destruct H as [Ht Ha].
  destruct (t =? 1) eqn:E1; [apply IH; auto |].
  destruct (s * d =? e) eqn:E2; [apply IH; auto; nia |].
  rewrite ones_cons; destruct (s =? 1) eqn:E; [lia | reflexivity].
Qed.

Lemma append_all_ones : forall a s d, forallb is_one a = true -> append_all (s, d) a = [(s, d)].
Proof.
  induction a as [| [t e] a IH]; intros s d H; [reflexivity |].
  rewrite ones_cons in H; apply andb_prop in H; destruct H as [H1 H2].
  simpl; rewrite H1; auto.
Qed.

Lemma append_all_unbounded : forall a s d x,
  1 < s -> positive a -> unbounded (append_all (s, d) a) x = unbounded ((s, d) :: a) x.
Proof.
  induction a as [| [t e] a IH]; intros s d x Hs H; [reflexivity |].
  apply positive_cons in H; simpl in H; destruct H as [Ht Ha].
  cbn [append_all unbounded fst snd]; rewrite ones_cons; destruct (t =? 1) eqn:E1.
  - rewrite IH by auto; simpl; destruct (s =? 1) eqn:E3; [lia | reflexivity].
  - destruct (s * d =? e) eqn:E2.
    + apply Z.eqb_eq in E2; subst; rewrite IH by (auto; nia); simpl.
      destruct (s * t =? 1) eqn:E3; [nia |]; destruct (s =? 1) eqn:E4; [lia |].
      destruct (forallb is_one a) eqn:E5; simpl.
      * pose proof (Z.div_mod x s); nia.
      * rewrite Z.rem_mul_r, Z.div_div by lia; lia.
    + simpl; destruct (s =? 1) eqn:E3; [lia |].
      rewrite append_all_not_ones by (auto; lia).
      rewrite IH by (auto; lia); simpl; rewrite E1; reflexivity.
Qed.

Lemma merge_unbounded : forall a x, positive a -> unbounded (merge a) x = unbounded a x.
Proof.
  induction a as [| [s d] a IH]; intros x H; [reflexivity |].
  pose proof H as H'; apply positive_cons in H'; simpl in H'; destruct H' as [Hs Ha].
  simpl; destruct (s =? 1) eqn:E; [auto |].
  rewrite append_all_unbounded by (auto; lia); simpl; rewrite E; reflexivity.
Qed.

(** The coalesced modes have no extent of 1, so the last one is without an end. *)
Lemma endless_coalesced : forall a x, coalesced a -> endless a x = unbounded a x.
Proof.
  induction a as [| [s d] a IH]; intros x H; [reflexivity |].
  cbn [coalesced] in H; destruct H as (Hs & _ & H); cbn [endless unbounded].
  destruct (s =? 1) eqn:E; [lia |]; rewrite IH by auto.
  destruct a as [| [t e] a]; [reflexivity |].
  rewrite ones_cons; destruct H as (Ht & _); destruct (t =? 1) eqn:F; [lia | reflexivity].
Qed.

Lemma endless_merge : forall a x, positive a -> endless (merge a) x = unbounded a x.
Proof. intros a x H; rewrite endless_coalesced, merge_unbounded by auto using merge_coalesced; reflexivity. Qed.

(** Coalescing drops modes of extent 1 at the end. *)
Lemma merge_ones : forall a o, forallb is_one o = true -> merge (a ++ o) = merge a.
Proof.
  assert (A : forall o a s d, forallb is_one o = true -> append_all (s, d) (a ++ o) = append_all (s, d) a).
  { intros o a; induction a as [| [t e] a IH]; intros s d O; cbn [app].
    - apply append_all_ones; exact O.
    - cbn [append_all]; destruct (t =? 1); [auto |]; destruct (fst (s, d) * snd (s, d) =? e); rewrite IH by auto; reflexivity. }
  induction a as [| [s d] a IH]; intros o O; cbn [app merge].
  - induction o as [| [t e] o IH]; [reflexivity |]; rewrite ones_cons in O; apply andb_prop in O; destruct O as [T O].
    cbn [merge]; rewrite T; auto.
  - destruct (s =? 1); auto.
Qed.

Lemma no_zero_positive : forall a,
  nonnegative a -> existsb is_zero a = false -> positive a.
Proof.
  induction a as [| [s d] a IH]; intros H E; [constructor |].
  inversion H; subst; simpl in *; apply orb_false_elim in E; destruct E as [E1 E2].
  unfold is_zero in E1; simpl in E1; apply positive_cons; simpl; split; [lia | auto].
Qed.

Lemma zero_size : forall a, existsb is_zero a = true -> size a = 0.
Proof.
  induction a as [| [s d] a IH]; simpl; [discriminate |].
  intros H; apply orb_prop in H; destruct H as [H | H].
  - apply Z.eqb_eq in H; simpl in H; subst; lia.
  - rewrite IH by auto; lia.
Qed.

(** Coalescing keeps the size, and the offset at each linear index. Extents may be 0. *)
Theorem coalesce_sound : forall a,
  nonnegative a ->
  size (coalesce a) = size a /\ forall x, 0 <= x < size a -> offset (coalesce a) x = offset a x.
Proof.
  intros a H; unfold coalesce; destruct (existsb is_zero a) eqn:E.
  - apply zero_size in E; rewrite E; simpl; split; [reflexivity | lia].
  - pose proof (no_zero_positive a H E); split; [apply merge_size | intros; apply merge_offset; auto].
Qed.

(** No extent of 1 remains, and no mode continues the one before it. *)
Theorem coalesce_least : forall a, positive a -> coalesced (coalesce a).
Proof.
  intros a H; unfold coalesce; destruct (existsb is_zero a) eqn:E; [| apply merge_coalesced; auto].
  apply zero_size in E; pose proof (size_positive a H); lia.
Qed.

(** Two coalesced lists are one list if they have one size and the same offsets. *)
Theorem coalesced_unique : forall a b,
  coalesced a -> coalesced b -> size a = size b ->
  (forall x, 0 <= x < size a -> offset a x = offset b x) -> a = b.
Proof.
  induction a as [| [s d] a IH]; intros b Ha Hb E F.
  - destruct b as [| [t e] b]; [reflexivity | exfalso].
    simpl in Hb, E; destruct Hb as (? & _ & Hb).
    pose proof (size_positive b (coalesced_positive _ Hb)); nia.
  - destruct b as [| [t e] b].
    { exfalso; simpl in Ha, E; destruct Ha as (? & _ & Ha).
      pose proof (size_positive a (coalesced_positive _ Ha)); nia. }
    destruct Ha as (Hs & Na & Ha); destruct Hb as (Ht & Nb & Hb); simpl in E, F.
    pose proof (size_positive a (coalesced_positive _ Ha)) as Pa.
    pose proof (size_positive b (coalesced_positive _ Hb)) as Pb.
    (* The strides are the offsets at 1. *)
    assert (Ed : d = e).
    { specialize (F 1 ltac:(nia)); rewrite !(Z.mod_small 1), !(Z.div_small 1), !offset_0 in F by lia; lia. }
    subst e.
    (* Past the shorter extent, the longer mode continues and the shorter one does not. *)
    assert (Short : forall s t d a b, 2 <= s -> s < t -> coalesced a ->
              match a with [] => True | (_, e) :: _ => e <> s * d end -> s * size a = t * size b ->
              0 < size b ->
              (forall x, 0 <= x < s * size a -> (x mod s) * d + offset a (x / s) = (x mod t) * d + offset b (x / t))
              -> False).
    { clear; intros s t d a b Hs Lt Ha Na E Pb F.
      destruct a as [| [u e] a]; [simpl in E; nia |].
      destruct Ha as (Hu & _ & Ha).
      pose proof (size_positive a (coalesced_positive _ Ha)).
      assert (1 < u * size a) by nia.
      specialize (F s ltac:(simpl; nia)); simpl in F.
      rewrite Z.mod_same, Z.div_same, (Z.mod_small s t), (Z.div_small s t), offset_0 in F by lia.
      rewrite (Z.mod_small 1), (Z.div_small 1), offset_0 in F by lia.
      lia. }
    assert (Es : s = t).
    { destruct (Z.lt_trichotomy s t) as [L | [L | L]]; [exfalso | auto | exfalso].
      - eapply (Short s t d a b); eauto.
      - eapply (Short t s d b a); eauto.
        intros x R; symmetry; apply F; lia. }
    subst t; f_equal; apply IH; auto; [nia |].
    intros x R; specialize (F (x * s) ltac:(nia)).
    rewrite Z.mod_mul, Z.div_mul in F by lia; lia.
Qed.
