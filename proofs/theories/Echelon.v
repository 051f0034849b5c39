(** The walk through rows in echelon form: each list of functionals lies in the span of the rows of one of its paths. *)

From Coq Require Import NArith List Lia Bool Arith Sorted.
From Layouts Require Import Rank.
Import ListNotations.

(** Bit numbers below [n]. *)
Definition below (n : nat) : list N := map N.of_nat (seq 0 n).

Definition mem (q : N) (l : list N) : bool := existsb (N.eqb q) l.

(** The bits below [n] that are not blocked. *)
Definition free (n : nat) (blocked : list N) : list N := filter (fun q => negb (mem q blocked)) (below n).

Definition unit (q : N) : N := N.shiftl 1 q.

(** The bits that rows after [rows] are 0 at: the lowest [k], and the highest bits of [rows], which are their pivots. *)
Definition blocked (k : nat) (rows : list N) : list N := below k ++ map N.log2 rows.

(** Rows with a pivot from [from] on, which leaves at least [following] pivots above. The bits below the pivot count up. *)
Definition children (n : nat) (blocked : list N) (from : N) (following : nat) : list N :=
  flat_map (fun q =>
      if (from <=? q)%N && (following <? length (filter (fun p => (q <=? p)%N) (free n blocked)))%nat
      then map (N.lxor (unit q)) (span (map unit (filter (fun p => (p <? q)%N) (free n blocked))))
      else [])
    (free n blocked).

(** ** Bits *)

Lemma in_below : forall n q, In q (below n) <-> (q < N.of_nat n)%N.
Proof.
  intros n q; unfold below; rewrite in_map_iff; split.
  - intros (i & <- & I); apply in_seq in I; lia.
  - intros H; exists (N.to_nat q); rewrite in_seq; lia.
Qed.

Lemma mem_in : forall q l, mem q l = true <-> In q l.
Proof.
  intros q l; unfold mem; rewrite existsb_exists; split.
  - intros (x & X & E); apply N.eqb_eq in E; subst; auto.
  - intros H; exists q; rewrite N.eqb_refl; auto.
Qed.

Lemma in_free : forall n l q, In q (free n l) <-> (q < N.of_nat n)%N /\ ~ In q l.
Proof.
  intros n l q; unfold free; rewrite filter_In, in_below, negb_true_iff, <- not_true_iff_false, mem_in; tauto.
Qed.

Lemma below_nodup : forall n, NoDup (below n).
Proof.
  intros n; unfold below; induction (seq_NoDup n 0) as [| i l N D IH]; simpl; [constructor |].
  constructor; auto; rewrite in_map_iff; intros (j & E & J); apply N; replace i with j by lia; auto.
Qed.

Lemma free_nodup : forall n l, NoDup (free n l).
Proof. intros; apply NoDup_filter, below_nodup. Qed.

Lemma free_length : forall n l, n - length l <= length (free n l).
Proof.
  intros n l; assert (H : length (below n) <= length (free n l ++ l)).
  { apply NoDup_incl_length; [apply below_nodup |]; intros q Q; rewrite in_app_iff, in_free; apply in_below in Q.
    destruct (in_dec N.eq_dec q l); auto. }
  rewrite app_length in H; unfold below in H at 1; rewrite map_length, seq_length in H; lia.
Qed.

Lemma free_succ : forall n l,
  free (S n) l = free n l ++ (if mem (N.of_nat n) l then [] else [N.of_nat n]).
Proof.
  intros n l; unfold free, below; rewrite seq_S, map_app, filter_app; simpl.
  destruct (mem (N.of_nat n) l); reflexivity.
Qed.

Lemma unit_bit : forall q i, N.testbit (unit q) i = N.eqb q i.
Proof.
  intros q i; unfold unit; rewrite N.shiftl_1_l; destruct (N.eqb_spec q i) as [-> | H].
  - apply N.pow2_bits_true.
  - apply N.pow2_bits_false; auto.
Qed.

(** [x] has no bit from [n] on, and none that is blocked. *)
Definition inside (n : nat) (l : list N) (x : N) : Prop :=
  forall q, N.testbit x q = true -> (q < N.of_nat n)%N /\ ~ In q l.

Lemma inside_0 : forall n l, inside n l 0.
Proof. intros n l q H; rewrite N.bits_0 in H; discriminate. Qed.

Lemma inside_lxor : forall n l x y, inside n l x -> inside n l y -> inside n l (N.lxor x y).
Proof.
  intros n l x y X Y q; rewrite N.lxor_spec; intros H; destruct (N.testbit x q) eqn:E; auto.
  rewrite xorb_false_l in H; auto.
Qed.

Lemma inside_span : forall n l rows, (forall r, In r rows -> inside n l r) -> forall x, In x (span rows) -> inside n l x.
Proof. intros n l rows H; apply span_property; [apply inside_0 | apply inside_lxor | auto]. Qed.

Lemma inside_less : forall n l x, inside n l x -> ~ N.testbit x (N.of_nat (pred n)) = true -> inside (pred n) l x.
Proof.
  intros n l x H E q Q; destruct (H q Q) as [L B]; split; auto.
  destruct (N.eq_dec q (N.of_nat (pred n))); [subst; tauto | lia].
Qed.

(** Numbers with free bits only are sums of units. *)
Lemma inside_units : forall n l x, inside n l x -> In x (span (map unit (free n l))).
Proof.
  induction n as [| n IH]; intros l x H.
  - replace x with 0%N; [apply span_0 |]; apply N.bits_inj; intros i; rewrite N.bits_0.
    destruct (N.testbit x i) eqn:E; auto; apply H in E; lia.
  - assert (S : incl (span (map unit (free n l))) (span (map unit (free (S n) l)))).
    { apply span_mono; rewrite free_succ, map_app; intros u U; apply in_app_iff; auto. }
    destruct (N.testbit x (N.of_nat n)) eqn:E.
    + rewrite <- (lxor_cancel (unit (N.of_nat n)) x); apply span_lxor.
      * apply span_generator, in_map, in_free; apply H; auto.
      * apply S, IH, (inside_less (Datatypes.S n)).
        -- apply inside_lxor; auto; intros q; rewrite unit_bit; intros Q; apply N.eqb_eq in Q; subst; apply H; auto.
        -- cbn [pred]; rewrite N.lxor_spec, unit_bit, N.eqb_refl, E; discriminate.
    + apply S, IH, (inside_less (Datatypes.S n)); auto; cbn [pred]; rewrite E; discriminate.
Qed.

(** ** Echelon form *)

(** The pivots of rows ascend, later rows are 0 at the pivots of earlier ones, and all are inside. *)
Inductive echelon (n : nat) (l : list N) : list N -> Prop :=
| echelon_nil : echelon n l []
| echelon_snoc : forall rows r,
    echelon n l rows -> r <> 0%N -> inside n (l ++ map N.log2 rows) r ->
    (forall p, In p rows -> (N.log2 p < N.log2 r)%N) -> echelon n l (rows ++ [r]).

Lemma echelon_inside : forall n l rows, echelon n l rows -> forall r, In r rows -> inside n l r.
Proof.
  intros n l rows E; induction E as [| rows r E IH Z I A]; intros p; [intros [] |].
  rewrite in_app_iff; intros [P | [<- | []]]; auto.
  intros q Q; destruct (I q Q) as [L B]; split; auto; rewrite in_app_iff in B; auto.
Qed.

Lemma echelon_nonzero : forall n l rows, echelon n l rows -> forall r, In r rows -> r <> 0%N.
Proof.
  intros n l rows E; induction E as [| rows r E IH Z I A]; intros p; [intros [] |].
  rewrite in_app_iff; intros [P | [<- | []]]; auto.
Qed.

Lemma echelon_up : forall n l rows, echelon n l rows -> echelon (S n) l rows.
Proof.
  intros n l rows E; induction E as [| rows r E IH Z I A]; constructor; auto.
  intros q Q; destruct (I q Q); split; auto; lia.
Qed.

Lemma log2_bit : forall r, r <> 0%N -> N.testbit r (N.log2 r) = true.
Proof. intros; apply N.bit_log2; auto. Qed.

(** Later rows are 0 at the pivots of earlier ones. *)
Inductive separate : list N -> Prop :=
| separate_nil : separate []
| separate_snoc : forall rows r,
    separate rows -> r <> 0%N -> (forall p, In p rows -> N.testbit r (N.log2 p) = false) -> separate (rows ++ [r]).

(** A sum of rows makes a number 0 at all pivots. *)
Lemma reduced : forall rows, separate rows -> forall x,
  exists s, In s (span rows) /\ forall p, In p rows -> N.testbit (N.lxor s x) (N.log2 p) = false.
Proof.
  intros rows H; induction H as [| rows r H IH Z A]; intros x.
  - exists 0%N; split; [apply span_0 | intros p []].
  - destruct (IH x) as (s & S & E).
    assert (S' : incl (span rows) (span (rows ++ [r]))) by (apply span_mono; intros p P; apply in_app_iff; auto).
    destruct (N.testbit (N.lxor s x) (N.log2 r)) eqn:B.
    + exists (N.lxor r s); split.
      * apply span_lxor; auto; apply span_generator, in_app_iff; simpl; auto.
      * intros p P; rewrite N.lxor_assoc, N.lxor_spec; apply in_app_iff in P; destruct P as [P | [<- | []]].
        -- rewrite A, E; auto.
        -- rewrite B, log2_bit; auto.
    + exists s; split; auto; intros p P; apply in_app_iff in P; destruct P as [P | [<- | []]]; auto.
Qed.

Lemma echelon_separate : forall n l rows, echelon n l rows -> separate rows.
Proof.
  intros n l rows E; induction E as [| rows r E IH Z I A]; constructor; auto.
  intros p P; destruct (N.testbit r (N.log2 p)) eqn:B; auto; exfalso.
  apply I in B; destruct B as [_ B]; apply B, in_app_iff; right; apply in_map; auto.
Qed.

Lemma log2_of_top : forall n l x, inside (S n) l x -> N.testbit x (N.of_nat n) = true -> N.log2 x = N.of_nat n.
Proof.
  intros n l x I T; assert (Z : x <> 0%N) by (intros ->; rewrite N.bits_0 in T; discriminate).
  apply N.le_antisymm.
  - apply log2_bit, I in Z; lia.
  - destruct (N.lt_ge_cases (N.log2 x) (N.of_nat n)) as [H | H]; auto.
    apply N.bits_above_log2 in H; congruence.
Qed.

(** Adds a row with the highest bit, 0 at the pivots so far. *)
Lemma echelon_add : forall n l rows x,
  echelon n l rows -> inside (S n) l x -> N.testbit x (N.of_nat n) = true ->
  exists s, In s (span rows) /\ echelon (S n) l (rows ++ [N.lxor s x]).
Proof.
  intros n l rows x E I T; destruct (reduced rows (echelon_separate _ _ _ E) x) as (s & S & R).
  exists s; split; auto.
  assert (Is : inside n l s) by (apply (inside_span n l rows); auto; apply echelon_inside; auto).
  assert (Ix : inside (Datatypes.S n) l (N.lxor s x)).
  { apply inside_lxor; auto; intros q Q; destruct (Is q Q); split; auto; lia. }
  assert (Tx : N.testbit (N.lxor s x) (N.of_nat n) = true).
  { rewrite N.lxor_spec, T; destruct (N.testbit s (N.of_nat n)) eqn:B; auto; apply Is in B; lia. }
  constructor.
  - apply echelon_up; auto.
  - intros Z; rewrite Z, N.bits_0 in Tx; discriminate.
  - intros q Q; destruct (Ix q Q) as [L B]; split; auto; rewrite in_app_iff; intros [C | C]; auto.
    apply in_map_iff in C; destruct C as (p & <- & P); rewrite (R p P) in Q; discriminate.
  - intros p P; rewrite (log2_of_top n l (N.lxor s x)) by auto.
    assert (Ip : inside n l p) by (apply (echelon_inside n l rows); auto).
    assert (Z : p <> 0%N) by (apply (echelon_nonzero n l rows); auto).
    apply log2_bit, Ip in Z; lia.
Qed.

(** Rows in echelon form, as many as wished, whose span has the given vectors. *)
Lemma echelon_exists : forall n l s vectors,
  s <= length (free n l) -> length vectors <= s -> (forall v, In v vectors -> inside n l v) ->
  exists rows, length rows = s /\ echelon n l rows /\ forall v, In v vectors -> In v (span rows).
Proof.
  induction n as [| n IH]; intros l s vectors F V I.
  { exists []; simpl in *; split; [lia |]; split; [constructor |]; intros v H.
    destruct vectors; simpl in *; [tauto | lia]. }
  rewrite free_succ, app_length in F.
  destruct (mem (N.of_nat n) l) eqn:M.
  - (* No row has the highest bit. *)
    apply mem_in in M; simpl in F; destruct (IH l s vectors) as (rows & L & E & C); try lia; auto.
    + intros v H; apply (inside_less (S n)); auto; cbn [pred]; intros B; apply (I v H) in B; tauto.
    + exists rows; auto using echelon_up.
  - simpl in F; destruct (existsb (fun v => N.testbit v (N.of_nat n)) vectors) eqn:X.
    + (* A vector with the highest bit clears it in the others. *)
      apply existsb_exists in X; destruct X as (g & G & T).
      destruct (in_split g vectors G) as (a & b & ->).
      rewrite app_length in V; simpl in V.
      destruct (IH l (pred s) (map (cleared g (N.of_nat n)) (a ++ b))) as (rows & L & E & C); try lia.
      * rewrite map_length, app_length; lia.
      * intros v H; apply in_map_iff in H; destruct H as (w & <- & W).
        assert (Iw : inside (S n) l w) by (apply I; rewrite in_app_iff in *; simpl; tauto).
        apply (inside_less (S n)); cbn [pred].
        -- unfold cleared; destruct (N.testbit w (N.of_nat n)); auto; apply inside_lxor; auto.
        -- rewrite cleared_bit by auto; discriminate.
      * destruct (echelon_add n l rows g) as (s' & Sp & E'); auto.
        assert (Up : incl (span rows) (span (rows ++ [N.lxor s' g]))) by (apply span_mono; intros p P; apply in_app_iff; auto).
        assert (Ig : In g (span (rows ++ [N.lxor s' g]))).
        { replace g with (N.lxor s' (N.lxor s' g)) at 1 by xor.
          apply span_lxor; auto; apply span_generator, in_app_iff; simpl; auto. }
        exists (rows ++ [N.lxor s' g]); split; [rewrite app_length; simpl; lia |]; split; auto.
        intros v H; destruct (N.eq_dec v g) as [-> | N]; auto.
        assert (W : In v (a ++ b)).
        { rewrite in_app_iff in *; simpl in H; destruct H as [H | [H | H]]; auto; congruence. }
        apply (in_map (cleared g (N.of_nat n))) in W; apply C, Up in W; unfold cleared in W.
        destruct (N.testbit v (N.of_nat n)); auto.
        rewrite <- (lxor_cancel g v); apply span_lxor; auto.
    + (* No vector has the highest bit. *)
      assert (I' : forall v, In v vectors -> inside n l v).
      { intros v H; apply (inside_less (S n)); auto; cbn [pred]; intros B.
        rewrite <- not_true_iff_false in X; apply X, existsb_exists; eauto. }
      destruct (Nat.le_gt_cases s (length (free n l))) as [Le | Gt].
      * destruct (IH l s vectors) as (rows & L & E & C); auto.
        exists rows; auto using echelon_up.
      * (* All free bits: units. *)
        destruct (IH l (pred s) (map unit (free n l))) as (rows & L & E & C); try (rewrite ?map_length; lia).
        -- intros v H; apply in_map_iff in H; destruct H as (q & <- & Q); intros i; rewrite unit_bit; intros B.
           apply N.eqb_eq in B; subst; apply in_free; auto.
        -- destruct (echelon_add n l rows (unit (N.of_nat n))) as (s' & Sp & E'); auto.
           ++ intros i; rewrite unit_bit; intros B; apply N.eqb_eq in B; subst; split; [lia |].
              rewrite <- mem_in, M; discriminate.
           ++ rewrite unit_bit; apply N.eqb_refl.
           ++ exists (rows ++ [N.lxor s' (unit (N.of_nat n))]); split; [rewrite app_length; simpl; lia |]; split; auto.
              intros v H; apply (span_mono rows); [intros p P; apply in_app_iff; auto |].
              apply (span_incl (map unit (free n l))); auto; apply inside_units; auto.
Qed.
