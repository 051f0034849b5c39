(** Functionals over F2, linear maps as rows of functionals, and the maps that a search may choose. *)

From Coq Require Import NArith List Lia Bool Arith.
From Layouts Require Import Rank Banks Echelon.
Import ListNotations.

Fixpoint odd_bits (p : positive) : bool :=
  match p with
  | xH => true
  | xO q => odd_bits q
  | xI q => negb (odd_bits q)
  end.

(** The sum of the bits of a number. *)
Definition parity (x : N) : bool :=
  match x with
  | N0 => false
  | Npos p => odd_bits p
  end.

(** The functional with the mask [r]. *)
Definition dot (x r : N) : bool := parity (N.land x r).

(** The values of functionals, the first one at bit 0. *)
Fixpoint coordinates (rows : list N) (x : N) : N :=
  match rows with
  | [] => 0%N
  | r :: rest => N.lxor (N.b2n (dot x r)) (N.double (coordinates rest x))
  end.

(** The low bits, then the values of functionals. *)
Definition values (low : nat) (rows : list N) (x : N) : N :=
  N.lxor (bank low x) (N.shiftl (coordinates rows x) (N.of_nat low)).

(** The map of [2^k] words that stay together, among [2^n] words: [Maps::Linear]. *)
Record candidate (k n : nat) (f : N -> N) : Prop := {
  maps_linear : linear f;
  maps_one_to_one : forall x, (x < 2 ^ N.of_nat n)%N -> f x = 0%N -> x = 0%N;
  maps_inside : forall x, (x < 2 ^ N.of_nat n)%N -> (f x < 2 ^ N.of_nat n)%N;
  maps_keep : forall x, (x < 2 ^ N.of_nat k)%N -> f x = x;
  maps_low_bits : forall x, (x < 2 ^ N.of_nat n)%N -> bank k (f x) = bank k x
}.

(** Bit [i] of a linear map of [n] bits, as a functional. *)
Fixpoint functional (f : N -> N) (n : nat) (i : N) : N :=
  match n with
  | O => 0%N
  | S n => N.lxor (if N.testbit (f (unit (N.of_nat n))) i then unit (N.of_nat n) else 0%N) (functional f n i)
  end.

(** The map whose columns are the images of the bits. *)
Fixpoint apply_columns (columns : list N) (x : N) : N :=
  match columns with
  | [] => 0%N
  | c :: rest => N.lxor (if N.odd x then c else 0%N) (apply_columns rest (N.div2 x))
  end.

(** Whether columns are those of a candidate. *)
Definition is_candidate (k n : nat) (columns : list N) : bool :=
  (k <=? n) && (length columns =? n) && (rank columns =? n)
  && forallb (fun '(i, c) =>
       if i <? k then N.eqb c (unit (N.of_nat i)) else N.eqb (bank k c) 0 && N.eqb (bank n c) c)
     (combine (seq 0 n) columns).

(** ** Parities *)

Lemma parity_double : forall x, parity (N.double x) = parity x.
Proof. intros [| p]; reflexivity. Qed.

Lemma parity_succ_double : forall x, parity (N.succ_double x) = negb (parity x).
Proof. intros [| p]; reflexivity. Qed.

Lemma parity_lxor : forall x y, parity (N.lxor x y) = xorb (parity x) (parity y).
Proof.
  intros [| p] [| q]; simpl; auto; try (destruct (odd_bits _); reflexivity).
  revert q; induction p as [p IH | p IH |]; intros [q | q |]; simpl; try reflexivity;
    rewrite ?parity_double, ?parity_succ_double, ?IH;
    repeat match goal with |- context [odd_bits ?x] => destruct (odd_bits x) end; reflexivity.
Qed.

Lemma land_lxor : forall x y r, N.land (N.lxor x y) r = N.lxor (N.land x r) (N.land y r).
Proof.
  intros x y r; apply N.bits_inj; intros i; rewrite !N.lxor_spec, !N.land_spec, N.lxor_spec.
  destruct (N.testbit x i), (N.testbit y i), (N.testbit r i); reflexivity.
Qed.

Lemma dot_lxor : forall x y r, dot (N.lxor x y) r = xorb (dot x r) (dot y r).
Proof. intros; unfold dot; rewrite land_lxor; apply parity_lxor. Qed.

Lemma dot_comm : forall x r, dot x r = dot r x.
Proof. intros; unfold dot; f_equal; apply N.land_comm. Qed.

Lemma dot_0 : forall x, dot x 0 = false.
Proof. intros; unfold dot; rewrite N.land_0_r; reflexivity. Qed.

Lemma parity_unit : forall q, parity (unit q) = true.
Proof.
  intros q; unfold unit; rewrite N.shiftl_1_l; induction q as [| q IH] using N.peano_ind; [reflexivity |].
  rewrite N.pow_succ_r', <- N.double_spec, parity_double; auto.
Qed.

Lemma dot_unit : forall x q, dot x (unit q) = N.testbit x q.
Proof.
  intros x q; unfold dot; replace (N.land x (unit q)) with (if N.testbit x q then unit q else 0%N).
  - destruct (N.testbit x q); [apply parity_unit | reflexivity].
  - apply N.bits_inj; intros i; rewrite N.land_spec, unit_bit; destruct (N.eqb_spec q i) as [-> | H].
    + destruct (N.testbit x i); [rewrite unit_bit, N.eqb_refl; auto | apply N.bits_0].
    + rewrite andb_false_r; destruct (N.testbit x q); [rewrite unit_bit; apply N.eqb_neq; auto | apply N.bits_0].
Qed.

(** ** Bits *)

Lemma small_inside : forall n x, (x < 2 ^ N.of_nat n)%N <-> inside n [] x.
Proof.
  intros n x; split.
  - intros H q Q; split; auto; destruct (N.lt_ge_cases q (N.of_nat n)) as [L | L]; auto.
    destruct (N.eq_dec x 0) as [-> | Z]; [rewrite N.bits_0 in Q; discriminate |].
    rewrite N.bits_above_log2 in Q; [discriminate |].
    apply N.log2_lt_pow2; [lia |]; eapply N.lt_le_trans; [apply H |]; apply N.pow_le_mono_r; lia.
  - intros H; destruct (N.eq_dec x 0) as [-> | Z]; [apply N.neq_0_lt_0, N.pow_nonzero; lia |].
    apply N.log2_lt_pow2; [lia |]; apply (log2_bit x), H in Z; tauto.
Qed.

Lemma bank_bit : forall b x i, N.testbit (bank b x) i = (i <? N.of_nat b)%N && N.testbit x i.
Proof.
  intros b x i; unfold bank; rewrite N.land_spec; destruct (N.ltb_spec i (N.of_nat b)) as [H | H].
  - rewrite N.ones_spec_low by auto; apply andb_true_r.
  - rewrite N.ones_spec_high by auto; apply andb_false_r.
Qed.

Lemma coordinates_lxor : forall rows, linear (coordinates rows).
Proof.
  induction rows as [| r rows IH]; intros x y; [reflexivity |]; simpl; rewrite dot_lxor, IH.
  set (a := coordinates rows x); set (b := coordinates rows y).
  replace (N.double (N.lxor a b)) with (N.lxor (N.double a) (N.double b)).
  - destruct (dot x r), (dot y r); simpl N.b2n; xor.
  - apply N.bits_inj; intros i; rewrite !N.double_spec, N.lxor_spec.
    destruct (N.eq_dec i 0) as [-> | Z]; [rewrite !N.testbit_even_0; reflexivity |].
    replace i with (N.succ (N.pred i)) by lia; rewrite !N.testbit_even_succ by lia; rewrite N.lxor_spec; reflexivity.
Qed.

(** Equal coordinates are equal values of all rows. *)
Lemma coordinates_dots : forall rows x y, coordinates rows x = coordinates rows y -> forall r, In r rows -> dot x r = dot y r.
Proof.
  induction rows as [| p rows IH]; intros x y H r; [intros [] |]; simpl in H.
  assert (B : dot x p = dot y p).
  { apply (f_equal (fun z => N.testbit z 0)) in H; rewrite !N.lxor_spec, !N.double_spec, !N.testbit_even_0, !xorb_false_r in H.
    destruct (dot x p), (dot y p); auto. }
  intros [<- | R]; auto; apply (IH x y); auto; rewrite B in H; apply lxor_injective, N.double_inj in H; auto.
Qed.

Lemma shiftl_lxor_linear : forall k, linear (fun x => N.shiftl x k).
Proof. intros k x y; apply N.shiftl_lxor. Qed.

Lemma values_linear : forall low rows, linear (values low rows).
Proof.
  intros low rows x y; unfold values; rewrite bank_linear, coordinates_lxor, N.shiftl_lxor; xor.
Qed.

Lemma values_parts : forall low rows x y, values low rows x = values low rows y ->
  bank low x = bank low y /\ coordinates rows x = coordinates rows y.
Proof.
  intros low rows x y H; split; apply N.bits_inj; intros i.
  - apply (f_equal (fun z => N.testbit z i)) in H; unfold values in H; rewrite !N.lxor_spec, !bank_bit in H.
    rewrite !bank_bit; destruct (N.ltb_spec i (N.of_nat low)) as [L | L]; auto.
    rewrite !N.shiftl_spec_low, !xorb_false_r in H by auto; auto.
  - apply (f_equal (fun z => N.testbit z (i + N.of_nat low))) in H; unfold values in H.
    rewrite !N.lxor_spec, !bank_bit, !N.shiftl_spec_high in H by lia.
    replace (i + N.of_nat low <? N.of_nat low)%N with false in H by (symmetry; apply N.ltb_ge; lia).
    rewrite !andb_false_l, !xorb_false_l in H; replace (i + N.of_nat low - N.of_nat low)%N with i in H by lia; auto.
Qed.

Lemma coordinates_app : forall a b x,
  coordinates (a ++ b) x = N.lxor (coordinates a x) (N.shiftl (coordinates b x) (N.of_nat (length a))).
Proof.
  induction a as [| r a IH]; intros b x; [simpl; rewrite N.shiftl_0_r; auto |].
  cbn [coordinates app length]; rewrite IH, N.lxor_assoc; f_equal.
  assert (D : forall z, N.double z = N.shiftl z 1) by (intros z; rewrite N.shiftl_mul_pow2, N.double_spec; lia).
  rewrite !D, N.shiftl_lxor, N.shiftl_shiftl; do 2 f_equal; lia.
Qed.

(** ** Linear maps as functionals *)

Lemma functional_bit : forall f n i q,
  N.testbit (functional f n i) q = (q <? N.of_nat n)%N && N.testbit (f (unit q)) i.
Proof.
  intros f n i q; induction n as [| n IH]; [destruct q; reflexivity |].
  cbn [functional]; rewrite N.lxor_spec, IH; clear IH.
  destruct (N.ltb_spec q (N.of_nat n)) as [L | L], (N.ltb_spec q (N.of_nat (S n))) as [M | M]; try lia;
    rewrite ?andb_true_l, ?andb_false_l, ?xorb_false_r.
  - destruct (N.testbit (f (unit (N.of_nat n))) i); [| rewrite N.bits_0; apply xorb_false_l].
    rewrite unit_bit; replace (N.of_nat n =? q)%N with false by (symmetry; apply N.eqb_neq; lia); apply xorb_false_l.
  - replace q with (N.of_nat n) by lia.
    destruct (N.testbit (f (unit (N.of_nat n))) i); [rewrite unit_bit, N.eqb_refl | rewrite N.bits_0]; auto.
  - destruct (N.testbit (f (unit (N.of_nat n))) i); [| apply N.bits_0].
    rewrite unit_bit; apply N.eqb_neq; lia.
Qed.

(** Every bit of every linear map is a functional. *)
Theorem map_bits : forall f n i x,
  linear f -> (x < 2 ^ N.of_nat n)%N -> N.testbit (f x) i = dot x (functional f n i).
Proof.
  intros f n i x L H; apply small_inside, inside_units in H; revert x H.
  apply span_property.
  - rewrite linear_0, N.bits_0 by auto; reflexivity.
  - intros a b A B; rewrite L, N.lxor_spec, dot_lxor, A, B; auto.
  - intros v V; apply in_map_iff in V; destruct V as (q & <- & Q); apply in_free in Q; destruct Q as [Q _].
    rewrite dot_comm, dot_unit, functional_bit; apply N.ltb_lt in Q; rewrite Q; auto.
Qed.

Lemma functional_inside : forall k n f i,
  candidate k n f -> (N.of_nat k <= i)%N -> inside n (below k) (functional f n i).
Proof.
  intros k n f i C I q; rewrite functional_bit, andb_true_iff, N.ltb_lt; intros [L B]; split; auto; intros K.
  apply in_below in K; rewrite (maps_keep k n f C), unit_bit in B; [apply N.eqb_eq in B; lia |].
  unfold unit; rewrite N.shiftl_1_l; apply N.pow_lt_mono_r; lia.
Qed.

(** ** Columns *)

Lemma apply_linear : forall columns, linear (apply_columns columns).
Proof.
  induction columns as [| c columns IH]; intros x y; [reflexivity |]; simpl.
  replace (N.div2 (N.lxor x y)) with (N.lxor (N.div2 x) (N.div2 y)).
  - rewrite IH, <- !N.bit0_odd, N.lxor_spec; destruct (N.testbit x 0), (N.testbit y 0); simpl; xor.
  - apply N.bits_inj; intros i; rewrite N.lxor_spec, !N.div2_spec, !N.shiftr_spec, N.lxor_spec by lia; auto.
Qed.

Lemma apply_unit : forall columns i, i < length columns -> apply_columns columns (unit (N.of_nat i)) = nth i columns 0%N.
Proof.
  intros columns; induction columns as [| c columns IH]; intros i H; simpl in H; [lia |]; destruct i as [| i].
  - simpl; replace (apply_columns columns 0) with 0%N by (symmetry; apply linear_0, apply_linear); apply N.lxor_0_r.
  - cbn [apply_columns nth]; unfold unit; rewrite N.shiftl_1_l, Nat2N.inj_succ, N.pow_succ_r'.
    rewrite <- N.bit0_odd, N.testbit_even_0, N.lxor_0_l.
    rewrite <- N.double_spec, N.div2_double, <- N.shiftl_1_l; apply (IH i); lia.
Qed.

Lemma apply_span : forall columns x, In x (span columns) ->
  exists y, (y < 2 ^ N.of_nat (length columns))%N /\ apply_columns columns y = x.
Proof.
  induction columns as [| c columns IH]; intros x H.
  - destruct H as [<- | []]; exists 0%N; split; [reflexivity | auto].
  - assert (P : forall z, In z (span columns) -> forall o : bool,
      exists y, (y < 2 ^ N.of_nat (S (length columns)))%N /\
        apply_columns (c :: columns) y = N.lxor (if o then c else 0%N) z).
    { intros z Z o; destruct (IH z Z) as (y & L & E); exists (N.b2n o + 2 * y)%N; split.
      - rewrite Nat2N.inj_succ, N.pow_succ_r'; destruct o; simpl N.b2n; lia.
      - cbn [apply_columns]; rewrite N.div2_div, N.add_b2n_double_div2, E; f_equal.
        rewrite <- N.bit0_odd, N.add_b2n_double_bit0; auto. }
    apply in_span_cons in H; destruct H as [H | H].
    + destruct (P x H false) as (y & L & E); exists y; split; auto; rewrite E; apply N.lxor_0_l.
    + destruct (P _ H true) as (y & L & E); exists y; split; auto; rewrite E; apply lxor_cancel.
Qed.

Theorem candidate_columns : forall k n columns, is_candidate k n columns = true -> candidate k n (apply_columns columns).
Proof.
  intros k n columns H; unfold is_candidate in H; rewrite !andb_true_iff, Nat.leb_le, !Nat.eqb_eq in H.
  destruct H as (((K & L) & R) & C); rewrite forallb_forall in C.
  assert (U : forall i, i < n ->
    if i <? k then apply_columns columns (unit (N.of_nat i)) = unit (N.of_nat i)
    else bank k (apply_columns columns (unit (N.of_nat i))) = 0%N /\
         bank n (apply_columns columns (unit (N.of_nat i))) = apply_columns columns (unit (N.of_nat i))).
  { intros i I; rewrite apply_unit by lia.
    assert (P : In (i, nth i columns 0%N) (combine (seq 0 n) columns)).
    { replace (i, nth i columns 0%N) with (nth i (combine (seq 0 n) columns) (0, 0%N)).
      - apply nth_In; rewrite combine_length, seq_length; lia.
      - rewrite combine_nth by (rewrite seq_length; auto); rewrite seq_nth by auto; auto. }
    apply C in P; destruct (i <? k); rewrite ?andb_true_iff, !N.eqb_eq in P; auto. }
  assert (S : forall (P : N -> Prop) m, m <= n -> P 0%N -> (forall a b, P a -> P b -> P (N.lxor a b)) ->
    (forall i, i < m -> P (unit (N.of_nat i))) -> forall x, (x < 2 ^ N.of_nat m)%N -> P x).
  { intros P m M Z X G x I; apply small_inside, inside_units in I; revert x I; apply span_property; auto.
    intros v V; apply in_map_iff in V; destruct V as (q & <- & Q); apply in_free in Q; destruct Q as [Q _].
    replace q with (N.of_nat (N.to_nat q)) by lia; apply G; lia. }
  constructor.
  - apply apply_linear.
  - intros x X E; apply (map_nodup_injective (apply_columns columns) (below (2 ^ n))).
    + apply (NoDup_incl_NoDup (l := distinct (span columns))); [apply distinct_nodup | |].
      * rewrite rank_counts, R, map_length; unfold below; rewrite map_length, seq_length; auto.
      * intros y Y; rewrite distinct_in in Y; apply apply_span in Y; destruct Y as (z & Z & <-).
        apply in_map, in_below; rewrite Nat2N.inj_pow, <- L; auto.
    + apply in_below; rewrite Nat2N.inj_pow; auto.
    + apply in_below; pose proof (Nat.pow_nonzero 2 n); lia.
    + rewrite E; symmetry; apply linear_0, apply_linear.
  - apply (S (fun x => apply_columns columns x < 2 ^ N.of_nat n)%N n); auto.
    + rewrite linear_0 by apply apply_linear; apply N.neq_0_lt_0, N.pow_nonzero; lia.
    + intros a b A B; rewrite apply_linear, small_inside in *; apply inside_lxor; auto.
    + intros i I; specialize (U i I); destruct (Nat.ltb_spec i k).
      * rewrite U; unfold unit; rewrite N.shiftl_1_l; apply N.pow_lt_mono_r; lia.
      * destruct U as [_ U]; apply small_inside; intros q Q; split; auto; rewrite <- U, bank_bit in Q.
        apply andb_true_iff in Q; destruct Q as [Q _]; apply N.ltb_lt in Q; auto.
  - apply (S (fun x => apply_columns columns x = x) k); auto.
    + apply linear_0, apply_linear.
    + intros a b A B; rewrite apply_linear, A, B; auto.
    + intros i I; specialize (U i); destruct (Nat.ltb_spec i k); [apply U |]; lia.
  - apply (S (fun x => bank k (apply_columns columns x) = bank k x) n); auto.
    + rewrite linear_0 by apply apply_linear; auto.
    + intros a b A B; rewrite apply_linear, !bank_linear, A, B; auto.
    + intros i I; specialize (U i I); destruct (Nat.ltb_spec i k) as [J | J]; [rewrite U; auto |].
      destruct U as [U _]; rewrite U; symmetry; apply N.bits_inj; intros q; rewrite bank_bit, unit_bit, N.bits_0.
      destruct (N.ltb_spec q (N.of_nat k)); auto; rewrite andb_true_l; apply N.eqb_neq; lia.
Qed.
