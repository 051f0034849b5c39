(** Wavefronts: the most words of a phase in one bank. The count of a linear access is a rank; a count of banks bounds it. *)

From Coq Require Import NArith List Lia Bool Arith.
From Layouts Require Import Rank.
Import ListNotations.

(** The elements of [ws] with the value [v] of [f]. *)
Definition fibre (f : N -> N) (ws : list N) (v : N) : list N := filter (fun w => N.eqb (f w) v) ws.

(** The most elements of [ws] with one value of [f]. *)
Definition ways (f : N -> N) (ws : list N) : nat := list_max (map (fun w => length (fibre f ws (f w))) ws).

(** The bank of a word, for [2^b] banks. *)
Definition bank (b : nat) (w : N) : N := N.land w (N.ones (N.of_nat b)).

(** The wavefronts of a phase whose lanes access [words]: lanes with one word share it. *)
Definition wavefronts (b : nat) (words : list N) : nat := ways (bank b) (distinct words).

(** The wavefronts of a phase whose words are sums of [columns], xored with any word: [LinearAccess::swizzled]. *)
Definition linear_wavefronts (b : nat) (columns : list N) : nat :=
  2 ^ (rank columns - rank (map (bank b) columns)).

(** ** Fibres *)

Lemma in_fibre : forall f ws v w, In w (fibre f ws v) <-> In w ws /\ f w = v.
Proof. intros; unfold fibre; rewrite filter_In, N.eqb_eq; tauto. Qed.

Lemma ways_at_least : forall f ws w, In w ws -> length (fibre f ws (f w)) <= ways f ws.
Proof.
  intros f ws w H; unfold ways.
  pose proof (proj1 (list_max_le (map (fun w => length (fibre f ws (f w))) ws) _) (Nat.le_refl _)) as M.
  rewrite Forall_forall in M; apply M, in_map_iff; eauto.
Qed.

Lemma ways_at_most : forall f ws n, (forall w, In w ws -> length (fibre f ws (f w)) <= n) -> ways f ws <= n.
Proof.
  intros f ws n H; apply list_max_le, Forall_forall; intros x X; apply in_map_iff in X; destruct X as (w & <- & W); auto.
Qed.

(** Different words in one bank are so many wavefronts: what a line [refuse] of a certificate states. *)
Theorem group_costs : forall b words group v,
  NoDup group -> incl group words -> (forall w, In w group -> bank b w = v) -> length group <= wavefronts b words.
Proof.
  intros b words [| w group] v D I E; [simpl; lia |].
  transitivity (length (fibre (bank b) (distinct words) (bank b w))).
  - apply NoDup_incl_length; auto; intros u U; apply in_fibre; split; [apply distinct_in, I; auto |].
    rewrite (E u U), (E w (or_introl eq_refl)); auto.
  - apply ways_at_least, distinct_in, I; simpl; auto.
Qed.

Lemma sum_fibres : forall f vs, NoDup vs -> forall ws, (forall w, In w ws -> In (f w) vs) ->
  length ws = list_sum (map (fun v => length (fibre f ws v)) vs).
Proof.
  intros f vs D; induction ws as [| w ws IH]; intros H.
  - clear; simpl; induction vs; auto.
  - simpl length; rewrite IH by (intros; apply H; simpl; auto).
    assert (W : In (f w) vs) by (apply H; simpl; auto).
    clear H IH; induction D as [| v vs N D IH]; [destruct W |]; simpl.
    destruct (N.eqb_spec (f w) v) as [E | E].
    + simpl; f_equal; f_equal; f_equal; apply map_ext_in; intros u U; simpl.
      destruct (N.eqb_spec (f w) u); auto; subst; tauto.
    + destruct W as [W | W]; [congruence |]; rewrite <- IH by auto; lia.
Qed.

(** Words are as many as banks, times the most in one of them, or fewer. *)
Lemma pigeonhole : forall f ws, length ws <= ways f ws * length (distinct (map f ws)).
Proof.
  intros f ws; rewrite (sum_fibres f (distinct (map f ws)) (distinct_nodup _)) at 1.
  - assert (H : forall vs, incl vs (map f ws) -> list_sum (map (fun v => length (fibre f ws v)) vs) <= ways f ws * length vs).
    { induction vs as [| v vs IH]; intros I; simpl; [lia |].
      assert (V : In v (map f ws)) by (apply I; simpl; auto); apply in_map_iff in V; destruct V as (w & <- & W).
      pose proof (ways_at_least f ws w W); specialize (IH (fun x X => I x (or_intror X))); lia. }
    apply H; intros x; rewrite distinct_in; auto.
  - intros w W; rewrite distinct_in; apply in_map; auto.
Qed.

(** Fibres of one size. *)
Lemma equal_fibres : forall f ws,
  (forall u w, In u ws -> In w ws -> length (fibre f ws (f u)) <= length (fibre f ws (f w))) ->
  length ws = ways f ws * length (distinct (map f ws)).
Proof.
  intros f ws H; apply Nat.le_antisymm; [apply pigeonhole |].
  rewrite (sum_fibres f (distinct (map f ws)) (distinct_nodup _) ws).
  - assert (G : forall vs, incl vs (map f ws) -> ways f ws * length vs <= list_sum (map (fun v => length (fibre f ws v)) vs)).
    { induction vs as [| v vs IH]; intros I; simpl; [lia |].
      assert (V : In v (map f ws)) by (apply I; simpl; auto); apply in_map_iff in V; destruct V as (w & <- & W).
      assert (ways f ws <= length (fibre f ws (f w))) by (apply ways_at_most; auto).
      specialize (IH (fun x X => I x (or_intror X))); lia. }
    apply G; intros x; rewrite distinct_in; auto.
  - intros w W; rewrite distinct_in; apply in_map; auto.
Qed.

(** ** Linear accesses *)

(** [a], xored with the sums of [columns]. *)
Definition coset (a : N) (columns : list N) : list N := map (N.lxor a) (span columns).

Lemma coset_map : forall f a columns, linear f -> map f (coset a columns) = coset (f a) (map f columns).
Proof.
  intros f a columns L; unfold coset; rewrite <- span_map, !map_map by auto; apply map_ext; intros; apply L.
Qed.

Lemma coset_counts : forall a columns, length (distinct (coset a columns)) = 2 ^ rank columns.
Proof.
  intros; unfold coset; rewrite distinct_map, rank_counts; auto; intros x y _ _; apply lxor_injective.
Qed.

(** The sum of three elements of a coset is one. *)
Lemma coset_three : forall a columns x y z,
  In x (coset a columns) -> In y (coset a columns) -> In z (coset a columns) ->
  In (N.lxor x (N.lxor y z)) (coset a columns).
Proof.
  unfold coset; intros a columns x y z X Y Z; rewrite in_map_iff in *.
  destruct X as (u & <- & U), Y as (v & <- & V), Z as (w & <- & W).
  exists (N.lxor u (N.lxor v w)); split; [xor | auto using span_lxor].
Qed.

(** The words of a linear access are [2^rank] in number, and so are its banks: each bank has equally many of them. *)
Lemma coset_ways : forall f a columns, linear f ->
  ways f (distinct (coset a columns)) * 2 ^ rank (map f columns) = 2 ^ rank columns.
Proof.
  intros f a columns L; set (ws := distinct (coset a columns)).
  assert (E : length (distinct (map f ws)) = 2 ^ rank (map f columns)).
  { rewrite <- (coset_counts (f a)), <- coset_map by auto.
    apply distinct_same; intros x; rewrite !in_map_iff; unfold ws; intros (w & W & I); exists w; rewrite distinct_in in *; auto. }
  rewrite <- E, <- (coset_counts a); symmetry; apply equal_fibres; intros u w U W.
  (* The words in the bank of [u], xored with [u + w], are in the bank of [w]. *)
  rewrite <- (map_length (N.lxor (N.lxor u w))); apply NoDup_incl_length.
  - apply nodup_map; [apply NoDup_filter, distinct_nodup | intros x y _ _; apply lxor_injective].
  - intros x; rewrite in_map_iff; intros (y & <- & Y); apply in_fibre in Y; destruct Y as [Y F]; apply in_fibre.
    unfold ws in *; rewrite distinct_in in *; split.
    + replace (N.lxor (N.lxor u w) y) with (N.lxor u (N.lxor w y)) by xor; apply coset_three; auto.
    + rewrite !L, F; xor.
Qed.

Lemma quotient : forall n k r, n * 2 ^ k = 2 ^ r -> n = 2 ^ (r - k).
Proof.
  intros n k r H; assert (K : k <= r).
  { destruct (Nat.le_gt_cases k r); auto; exfalso.
    assert (2 ^ r < 2 ^ k) by (apply Nat.pow_lt_mono_r; lia); destruct n; [| nia].
    pose proof (Nat.pow_nonzero 2 r); simpl in H; lia. }
  apply (Nat.mul_cancel_r _ _ (2 ^ k)); [apply Nat.pow_nonzero; lia |].
  rewrite H, <- Nat.pow_add_r; f_equal; lia.
Qed.

Lemma bank_linear : forall b, linear (bank b).
Proof.
  intros b x y; unfold bank; apply N.bits_inj; intros i; rewrite !N.lxor_spec, !N.land_spec, N.lxor_spec.
  destruct (N.testbit x i), (N.testbit y i), (N.testbit (N.ones (N.of_nat b)) i); reflexivity.
Qed.

(** The count of the words of a bank: [2^(rank of words - rank of banks)]. *)
Theorem linear_access : forall b a columns, wavefronts b (coset a columns) = linear_wavefronts b columns.
Proof. intros; apply quotient, coset_ways, bank_linear. Qed.

(** Each bank that such an access reaches has equally many of its words. *)
Theorem linear_access_even : forall b a columns w,
  In w (coset a columns) ->
  length (fibre (bank b) (distinct (coset a columns)) (bank b w)) = linear_wavefronts b columns.
Proof.
  intros b a columns w W; rewrite <- (linear_access b a); apply Nat.le_antisymm.
  - apply ways_at_least, distinct_in; auto.
  - apply ways_at_most; intros u U.
    rewrite <- (map_length (N.lxor (N.lxor u w))); apply NoDup_incl_length.
    + apply nodup_map; [apply NoDup_filter, distinct_nodup | intros x y _ _; apply lxor_injective].
    + intros x; rewrite in_map_iff; intros (y & <- & Y); apply in_fibre in Y; destruct Y as [Y F]; apply in_fibre.
      rewrite distinct_in in *; split.
      * replace (N.lxor (N.lxor u w) y) with (N.lxor u (N.lxor w y)) by xor; apply coset_three; auto.
      * rewrite !bank_linear, F; xor.
Qed.

(** A linear map of words, which is one to one on them, makes the access one whose cost is again ranks. *)
Theorem mapped_access : forall b f a columns,
  linear f -> (forall x y, In x (span columns) -> In y (span columns) -> f x = f y -> x = y) ->
  wavefronts b (map f (coset a columns)) = 2 ^ (rank columns - rank (map (fun c => bank b (f c)) columns)).
Proof.
  intros b f a columns L I; rewrite coset_map, linear_access by auto; unfold linear_wavefronts.
  rewrite rank_map, map_map by auto; reflexivity.
Qed.
