(** The checker of certificates for all linear maps ([certificate/check.rs]), and what it proves: no map of the space costs
    less. *)

From Coq Require Import NArith List Lia Bool Arith.
From Layouts Require Import Rank Banks Echelon Functional.
Import ListNotations.

(** ** The model *)

(** An access: how often it happens, on [2^bank_bits] banks, and for each phase of its requests the words of its lanes. *)
Record use := Use { times : nat; bank_bits : nat; phases : list (list N) }.

(** The sum over uses and phases, weighted. *)
Definition total (count : nat -> list N -> nat) (uses : list use) : nat :=
  list_sum (map (fun u => times u * list_sum (map (count (bank_bits u)) (phases u))) uses).

(** The cost of a map of words. *)
Definition cost_of (f : N -> N) : list use -> nat := total (fun b words => wavefronts b (map f words)).

(** [x] without its part in the span of [basis]: each step takes the smaller number. *)
Definition remainder (basis : list N) (x : N) : N := fold_left (fun rest v => N.min rest (N.lxor rest v)) basis x.

Fixpoint basis_of (basis l : list N) : list N :=
  match l with
  | [] => basis
  | x :: l => basis_of (if N.eqb (remainder basis x) 0 then basis else basis ++ [remainder basis x]) l
  end.

(** The bits of a bank that are not among the [k] that maps keep, and depend on the other bits of [n]. *)
Definition own_rows (k n b : nat) : nat := Nat.min (b - k) (n - k).

(** The least wavefronts of a phase if the first rows of the banks are [rows]: [Rows::bound]. *)
Definition bound (k n : nat) (rows : list N) (b : nat) (words : list N) : nat :=
  match distinct words with
  | [] => 0
  | first :: _ =>
      let used := firstn (own_rows k n b) rows in
      let reached := basis_of [] (map (fun w => values (Nat.min k b) used (N.lxor w first)) (distinct words)) in
      let banks := 2 ^ (length reached + (own_rows k n b - length used)) in
      (length (distinct words) + banks - 1) / banks
  end.

(** The least cost of the maps whose first rows these are. *)
Definition bound_of (k n : nat) (rows : list N) : list use -> nat := total (bound k n rows).

(** Rows of a group: whether one is the first, and how many follow. *)
Fixpoint group (is_first : bool) (s : nat) : list (bool * nat) :=
  match s with
  | O => []
  | S s => (is_first, s) :: group false s
  end.

(** The steps of the walk: a group of rows up to each number of rows that a use has. *)
Fixpoint steps (previous : nat) (ends : list nat) : list (bool * nat) :=
  match ends with
  | [] => []
  | e :: rest => group true (e - previous) ++ steps e rest
  end.

Definition ends (k n : nat) (uses : list use) : list nat :=
  filter (fun e => existsb (fun u => own_rows k n (bank_bits u) =? e) uses) (seq 1 (n - k)).

(** The rows that may follow. *)
Definition next (k n : nat) (step : bool * nat) (rows : list N) : list N :=
  children n (blocked k rows) (if fst step then 0%N else N.succ (N.log2 (last rows 0%N))) (snd step).

(** Walks the classes. A line names the rows of a class, which must cost enough; a class without a line needs one for each class
    within it. The result is the lines that are left. *)
Fixpoint walk (k n : nat) (enough : list N -> bool) (rest : list (bool * nat)) (rows : list N) (lines : list (list N))
  : option (list (list N)) :=
  let within :=
    match rest with
    | [] => None
    | step :: rest =>
        fold_left
          (fun lines row => match lines with Some lines => walk k n enough rest (rows ++ [row]) lines | None => None end)
          (next k n step rows) (Some lines)
    end in
  match lines with
  | line :: lines => if list_eq_dec N.eq_dec line rows then (if enough rows then Some lines else None) else within
  | [] => within
  end.

(** The checker: the columns are those of a map of the space with this cost, and each class costs as much. *)
Definition accepts (k n : nat) (uses : list use) (columns : list N) (cost : nat) (lines : list (list N)) : bool :=
  is_candidate k n columns && (cost_of (apply_columns columns) uses =? cost)
  && match walk k n (fun rows => cost <=? bound_of k n rows uses) (steps 0 (ends k n uses)) [] lines with
     | Some [] => true
     | _ => false
     end.

(** ** Paths *)

(** The rows of a path of the walk, from [rows] on. *)
Fixpoint path (k n : nat) (rest : list (bool * nat)) (rows more : list N) : Prop :=
  match rest, more with
  | [], [] => True
  | step :: rest, r :: more => In r (next k n step rows) /\ path k n rest (rows ++ [r]) more
  | _, _ => False
  end.

Lemma path_app : forall k n s t rows a b,
  path k n s rows a -> path k n t (rows ++ a) b -> path k n (s ++ t) rows (a ++ b).
Proof.
  intros k n s t; induction s as [| step s IH]; intros rows [| r a] b; simpl; try tauto.
  - rewrite app_nil_r; auto.
  - intros [R P] Q; split; auto; apply IH; auto; rewrite <- app_assoc; auto.
Qed.

(** An accepted walk has a line on each path. *)
Lemma walk_path : forall k n enough rest rows lines left,
  walk k n enough rest rows lines = Some left ->
  forall more, path k n rest rows more -> exists d, enough (rows ++ firstn d more) = true.
Proof.
  intros k n enough rest; induction rest as [| step rest IH]; intros rows lines left W more P.
  - assert (E : exists l, lines = rows :: l /\ enough rows = true).
    { simpl in W; destruct lines as [| line lines]; [discriminate |].
      destruct (list_eq_dec N.eq_dec line rows) as [-> |]; [| discriminate].
      destruct (enough rows); [eauto | discriminate]. }
    destruct E as (l & -> & E); exists 0; simpl; rewrite app_nil_r; auto.
  - assert (C : enough rows = true \/
      fold_left (fun lines row => match lines with Some lines => walk k n enough rest (rows ++ [row]) lines | None => None end)
        (next k n step rows) (Some lines) = Some left).
    { simpl in W; destruct lines as [| line lines]; auto.
      destruct (list_eq_dec N.eq_dec line rows) as [-> |]; auto.
      destruct (enough rows); auto; discriminate. }
    clear W; destruct C as [C | C]; [exists 0; simpl; rewrite app_nil_r; auto |].
    destruct more as [| r more]; simpl in P; [tauto |]; destruct P as [R P].
    assert (W : exists l l', walk k n enough rest (rows ++ [r]) l = Some l').
    { revert lines C R; generalize (next k n step rows) as all; induction all as [| x all IHall]; intros lines C; [intros [] |].
      simpl in C; destruct (walk k n enough rest (rows ++ [x]) lines) as [l |] eqn:E.
      - intros [<- | R]; eauto.
      - exfalso; clear - C; induction all as [| y all IH]; simpl in C; [discriminate | auto]. }
    destruct W as (l & l' & W); destruct (IH _ _ _ W more P) as (d & D).
    exists (S d); simpl; rewrite <- app_assoc in D; auto.
Qed.

(** ** Rows in echelon form are a path *)

Lemma echelon_prefix : forall n l a b, echelon n l (a ++ b) -> echelon n l a.
Proof.
  intros n l a b; induction b as [| r b IH] using rev_ind; intros E; [rewrite app_nil_r in E; auto |].
  rewrite app_assoc in E; inversion E as [H | rows p E' Z I A H].
  - symmetry in H; apply app_eq_nil in H; destruct H; discriminate.
  - apply app_inj_tail in H; destruct H; subst; auto.
Qed.

Lemma echelon_last : forall n l a r, echelon n l (a ++ [r]) ->
  r <> 0%N /\ inside n (l ++ map N.log2 a) r /\ (forall p, In p a -> (N.log2 p < N.log2 r)%N).
Proof.
  intros n l a r E; inversion E as [H | rows p E' Z I A H].
  - symmetry in H; apply app_eq_nil in H; destruct H; discriminate.
  - apply app_inj_tail in H; destruct H; subst; auto.
Qed.

Lemma echelon_middle : forall n l a r b, echelon n l (a ++ r :: b) ->
  r <> 0%N /\ inside n (l ++ map N.log2 a) r /\ (forall p, In p a -> (N.log2 p < N.log2 r)%N) /\
  (forall p, In p b -> (N.log2 r < N.log2 p)%N).
Proof.
  intros n l a r b E.
  assert (F : echelon n l (a ++ [r])) by (apply (echelon_prefix n l _ b); rewrite <- app_assoc; auto).
  apply echelon_last in F; destruct F as (Z & I & A); split; [| split; [| split]]; auto.
  intros p P; destruct (in_split p b P) as (c & d & ->).
  assert (F : echelon n l ((a ++ r :: c) ++ [p])).
  { apply (echelon_prefix n l _ d); rewrite <- !app_assoc; auto. }
  apply echelon_last in F; apply F, in_app_iff; simpl; auto.
Qed.

Lemma echelon_pivots : forall n l rows, echelon n l rows -> NoDup (map N.log2 rows).
Proof.
  intros n l rows E; induction E as [| rows r E IH Z I A]; [constructor |].
  rewrite map_app; simpl; rewrite <- (rev_involutive (_ ++ [N.log2 r])); apply NoDup_rev; rewrite rev_app_distr; simpl.
  constructor; [| apply NoDup_rev; auto]; rewrite <- in_rev, in_map_iff; intros (p & H & P); apply A in P; lia.
Qed.

Lemma nodup_suffix : forall a b : list N, NoDup (a ++ b) -> NoDup b.
Proof. induction a as [| x a IH]; simpl; intros b H; auto; inversion H; auto. Qed.

Lemma inside_weaker : forall n l m x, incl m l -> inside n l x -> inside n m x.
Proof. intros n l m x H I q Q; destruct (I q Q); auto. Qed.

(** A row in echelon form is one of the children. *)
Lemma echelon_child : forall k n before done r todo,
  echelon n (blocked k before) (done ++ r :: todo) ->
  In r (next k n (match done with [] => true | _ => false end, length todo) (before ++ done)).
Proof.
  intros k n before done r todo E; unfold next, children; simpl fst; simpl snd.
  assert (B : blocked k before ++ map N.log2 done = blocked k (before ++ done)).
  { unfold blocked; rewrite map_app, app_assoc; auto. }
  pose proof (echelon_middle _ _ _ _ _ E) as (Z & I & A & F); rewrite B in I.
  apply in_flat_map; exists (N.log2 r); split; [apply in_free, I, log2_bit; auto |].
  replace (_ && _) with true; [apply in_map_iff; exists (N.lxor (unit (N.log2 r)) r); split; [apply lxor_cancel |] | symmetry].
  - (* What is below the pivot. *)
    apply (span_mono (map unit (free (N.to_nat (N.log2 r)) (blocked k (before ++ done))))).
    + intros u U; apply in_map_iff in U; destruct U as (q & <- & Q); apply in_map, filter_In.
      apply in_free in Q; rewrite N.ltb_lt, in_free; pose proof (I _ (log2_bit r Z)); split; [split |]; lia || tauto.
    + apply inside_units; intros q; rewrite N.lxor_spec, unit_bit; intros Q.
      destruct (N.eqb_spec (N.log2 r) q) as [D | D]; [rewrite <- D, log2_bit in Q by auto; discriminate |].
      rewrite xorb_false_l in Q; split; [| apply I; auto].
      destruct (N.le_gt_cases q (N.log2 r)) as [H | H]; [lia | rewrite N.bits_above_log2 in Q; auto; discriminate].
  - apply andb_true_iff; split.
    + destruct done as [| d done]; [apply N.leb_le; lia |].
      destruct (exists_last (l := d :: done)) as (front & e & H); [discriminate |].
      rewrite H, app_assoc, last_last; apply N.leb_le, N.le_succ_l, A; rewrite H; apply in_app_iff; simpl; auto.
    + apply Nat.ltb_lt; rewrite <- (map_length N.log2 todo).
      apply (NoDup_incl_length (l := map N.log2 (r :: todo))).
      * apply (nodup_suffix (map N.log2 done)); rewrite <- map_app; apply (echelon_pivots n (blocked k before)); auto.
      * intros q Q; apply in_map_iff in Q; destruct Q as (p & <- & P); apply filter_In; rewrite N.leb_le.
        destruct (in_split p _ P) as (c & d & S).
        assert (E' := E); rewrite S, app_assoc in E'; apply echelon_middle in E'; destruct E' as (Zp & Ip & Ap & _); split.
        -- apply in_free; split; [apply Ip, log2_bit; auto |]; rewrite <- B; intros H.
           apply (Ip (N.log2 p)); [apply log2_bit; auto |]; rewrite map_app, app_assoc; apply in_app_iff; auto.
        -- destruct c as [| r' c]; injection S as <- S; [lia |].
           apply N.lt_le_incl, Ap, in_app_iff; simpl; auto.
Qed.

Lemma echelon_path : forall k n before todo done,
  echelon n (blocked k before) (done ++ todo) ->
  path k n (group (match done with [] => true | _ => false end) (length todo)) (before ++ done) todo.
Proof.
  intros k n before; induction todo as [| r todo IH]; intros done E; simpl; auto; split.
  - apply (echelon_child k n before done r todo E).
  - rewrite <- app_assoc; specialize (IH (done ++ [r])); rewrite <- app_assoc in IH; specialize (IH E).
    destruct done; auto.
Qed.

(** ** Every list of functionals is in the span of a path *)

Lemma separate_more : forall k n rows, separate rows -> forall more,
  echelon n (blocked k rows) more -> separate (rows ++ more).
Proof.
  intros k n rows R more E; induction E as [| more r E IH Z I A]; [rewrite app_nil_r; auto |].
  rewrite app_assoc; constructor; auto; intros p P; destruct (N.testbit r (N.log2 p)) eqn:B; auto; exfalso.
  apply I in B; destruct B as [_ B]; apply B; unfold blocked; rewrite <- app_assoc, <- map_app; apply in_app_iff; right.
  apply in_map; auto.
Qed.

Lemma reduced_all : forall k n rows, separate rows -> (forall r, In r rows -> inside n (below k) r) ->
  forall vectors, (forall v, In v vectors -> inside n (below k) v) ->
  exists others, length others = length vectors /\ (forall v, In v others -> inside n (blocked k rows) v) /\
    forall v, In v vectors -> exists s, In s (span rows) /\ In (N.lxor s v) others.
Proof.
  intros k n rows R I; induction vectors as [| v vectors IH]; intros H.
  - exists []; simpl; repeat split; tauto.
  - destruct IH as (others & L & O & C); [intros; apply H; simpl; auto |].
    destruct (reduced rows R v) as (s & S & Z); exists (N.lxor s v :: others); split; [simpl; auto | split].
    + intros w [<- | W]; auto; intros q Q.
      assert (J : inside n (below k) (N.lxor s v)).
      { apply inside_lxor; [apply (inside_span n (below k) rows); auto | apply H; simpl; auto]. }
      destruct (J q Q) as [A B]; split; auto; unfold blocked; rewrite in_app_iff; intros [D | D]; auto.
      apply in_map_iff in D; destruct D as (p & <- & P); rewrite (Z p P) in Q; discriminate.
    + intros w [<- | W]; [exists s; simpl; auto |]; destruct (C w W) as (t & T & D); exists t; simpl; auto.
Qed.

Fixpoint ascending (previous : nat) (l : list nat) : Prop :=
  match l with
  | [] => True
  | e :: rest => previous <= e /\ ascending e rest
  end.

Lemma covered : forall k n functionals, (forall v, In v functionals -> inside n (below k) v) ->
  forall counts previous rows, separate rows -> length rows = previous ->
  (forall r, In r rows -> inside n (below k) r) -> incl (firstn previous functionals) (span rows) ->
  ascending previous counts -> (forall e, In e counts -> e <= n - k) ->
  exists more, path k n (steps previous counts) rows more /\
    forall e, In e counts -> e <= length (rows ++ more) /\ incl (firstn e functionals) (span (firstn e (rows ++ more))).
Proof.
  intros k n functionals F; induction counts as [| e counts IH]; intros previous rows R L I C A M.
  { exists []; split; [exact Logic.I | intros e []]. }
  destruct A as [P A].
  destruct (reduced_all k n rows R I (skipn previous (firstn e functionals))) as (others & Lo & Io & Co).
  { intros v V; apply F; rewrite <- (firstn_skipn e), <- (firstn_skipn previous (firstn e functionals)), !in_app_iff; auto. }
  destruct (echelon_exists n (blocked k rows) (e - previous) others) as (g & Lg & Eg & Cg); auto.
  { pose proof (free_length n (blocked k rows)) as Q; unfold blocked in Q at 1; unfold below in Q.
    rewrite app_length, !map_length, seq_length in Q; specialize (M e (or_introl eq_refl)); lia. }
  { rewrite Lo, skipn_length, firstn_length; lia. }
  assert (Up : forall a b : list N, incl (span a) (span (a ++ b))) by (intros; apply span_mono; intros p H; apply in_app_iff; auto).
  assert (Cov : incl (firstn e functionals) (span (rows ++ g))).
  { intros v V; rewrite <- (firstn_skipn previous (firstn e functionals)), in_app_iff in V; destruct V as [V | V].
    - rewrite firstn_firstn, Nat.min_l in V by auto; apply Up, C; auto.
    - destruct (Co v V) as (s & S & O); rewrite <- (lxor_cancel s v); apply span_lxor; [apply Up; auto |].
      apply (span_mono g); [intros p H; apply in_app_iff; auto | auto]. }
  destruct (IH e (rows ++ g)) as (more & Pm & Cm); auto.
  - apply (separate_more k n); auto.
  - rewrite app_length; lia.
  - intros r H; apply in_app_iff in H; destruct H as [H | H]; auto.
    apply (inside_weaker n (blocked k rows)); [intros q Q; apply in_app_iff; auto |].
    apply (echelon_inside n (blocked k rows) g); auto.
  - intros x X; apply M; simpl; auto.
  - exists (g ++ more); split.
    + simpl; apply path_app; auto; rewrite <- Lg.
      pose proof (echelon_path k n rows g [] Eg) as H; rewrite app_nil_r in H; exact H.
    + rewrite app_assoc; intros x [<- | X]; auto.
      assert (Le : length (rows ++ g) = e) by (rewrite app_length; lia).
      rewrite (firstn_app e (rows ++ g)), Le, Nat.sub_diag, firstn_O, app_nil_r, (firstn_all2 (rows ++ g)) by lia.
      rewrite app_length, Le.
      split; [lia | auto].
Qed.

(** ** The bound *)

Lemma remainder_span : forall basis x, exists s, In s (span basis) /\ remainder basis x = N.lxor s x.
Proof.
  induction basis as [| v basis IH]; intros x; [exists 0%N; simpl; auto |]; unfold remainder in *; simpl fold_left.
  destruct (IH (N.min x (N.lxor x v))) as (s & S & ->); destruct (N.min_dec x (N.lxor x v)) as [-> | ->].
  - exists s; rewrite in_span_cons; auto.
  - exists (N.lxor v s); rewrite in_span_cons, lxor_cancel; split; [auto | xor].
Qed.

Lemma basis_spans : forall l basis,
  incl (span basis) (span (basis_of basis l)) /\ forall x, In x l -> In x (span (basis_of basis l)).
Proof.
  induction l as [| x l IH]; intros basis; simpl; [split; [intros v V; auto | tauto] |].
  destruct (remainder_span basis x) as (s & S & E); destruct (N.eqb_spec (remainder basis x) 0) as [Z | Z].
  - destruct (IH basis) as [A B]; split; auto; intros y [<- | Y]; auto; apply A.
    rewrite E in Z; replace x with s; auto; apply N.lxor_eq; auto.
  - destruct (IH (basis ++ [remainder basis x])) as [A B].
    assert (U : incl (span basis) (span (basis ++ [remainder basis x]))) by (apply span_mono; intros p P; apply in_app_iff; auto).
    split; [intros v V; apply A, U, V |]; intros y [<- | Y]; auto; apply A.
    assert (X : x = N.lxor s (remainder basis x)) by (rewrite E, lxor_cancel; auto); rewrite X at 1.
    apply span_lxor; [apply U; auto | apply span_generator, in_app_iff; simpl; auto].
Qed.

(** Values that depend on other values are no more of them. *)
Lemma determined : forall (f g : N -> N) ws,
  (forall u w, In u ws -> In w ws -> g u = g w -> f u = f w) ->
  length (distinct (map f ws)) <= length (distinct (map g ws)).
Proof.
  intros f g ws D.
  set (h := fun y => match find (fun w => N.eqb (g w) y) ws with Some w => f w | None => 0%N end).
  rewrite <- (map_length h (distinct (map g ws))); apply distinct_le; intros x X.
  apply in_map_iff in X; destruct X as (w & <- & W); apply in_map_iff; exists (g w); split; [| rewrite distinct_in; apply in_map; auto].
  unfold h; destruct (find (fun u => N.eqb (g u) (g w)) ws) as [u |] eqn:F.
  - apply find_some in F; destruct F as [U F]; apply N.eqb_eq in F; auto.
  - apply (find_none _ _ F) in W; rewrite N.eqb_refl in W; discriminate.
Qed.

(** A row doubles the banks at most. *)
Lemma more_rows : forall low rows more ws,
  length (distinct (map (values low (rows ++ more)) ws)) <= length (distinct (map (values low rows) ws)) * 2 ^ length more.
Proof.
  intros low rows more ws.
  set (place := fun c => N.shiftl (N.shiftl c (N.of_nat (length rows))) (N.of_nat low)).
  set (places := map place (below (2 ^ length more))).
  replace (2 ^ length more) with (length places) by (unfold places, below; rewrite !map_length; apply seq_length).
  rewrite <- prod_length, <- (map_length (fun p => N.lxor (fst p) (snd p))); apply distinct_le; intros x X.
  apply in_map_iff in X; destruct X as (w & <- & W); apply in_map_iff.
  exists (values low rows w, place (coordinates more w)); split.
  - simpl; unfold values, place; rewrite coordinates_app, N.shiftl_lxor; xor.
  - apply in_prod; [rewrite distinct_in; apply in_map; auto |]; apply in_map, in_below.
    rewrite Nat2N.inj_pow; clear; induction more as [| r more IH]; simpl coordinates; [reflexivity |].
    apply small_inside; apply inside_lxor; apply small_inside.
    + apply (N.le_lt_trans _ 1); [destruct (dot w r); simpl; lia |].
      simpl length; rewrite Nat2N.inj_succ, N.pow_succ_r'.
      assert (0 < 2 ^ N.of_nat (length more))%N by (apply N.neq_0_lt_0, N.pow_nonzero; lia); lia.
    + simpl length; rewrite Nat2N.inj_succ, N.pow_succ_r', N.double_spec; apply N.mul_lt_mono_pos_l; auto; lia.
Qed.

Lemma round_up : forall n w p, p <> 0 -> n <= w * p -> (n + p - 1) / p <= w.
Proof. intros n w p P H; apply Nat.lt_succ_r, Nat.div_lt_upper_bound; lia. Qed.

(** Words of a phase. *)
Definition small (n : nat) (words : list N) : Prop := forall w, In w words -> (w < 2 ^ N.of_nat n)%N.

Lemma candidate_injective : forall k n f, candidate k n f -> forall words, small n words ->
  forall x y, In x words -> In y words -> f x = f y -> x = y.
Proof.
  intros k n f C words W x y X Y E; apply N.lxor_eq, (maps_one_to_one k n f C).
  - apply small_inside, inside_lxor; apply small_inside; auto.
  - rewrite (maps_linear k n f C), E; apply N.lxor_nilpotent.
Qed.

(** The rows of a path, in whose span the functionals of a map are, determine its banks. *)
Lemma banks_determined : forall k n b f rows, candidate k n f ->
  (forall i, i < own_rows k n b -> In (functional f n (N.of_nat (k + i))) (span rows)) ->
  forall u w, (u < 2 ^ N.of_nat n)%N -> (w < 2 ^ N.of_nat n)%N ->
  values (Nat.min k b) rows u = values (Nat.min k b) rows w -> bank b (f u) = bank b (f w).
Proof.
  intros k n b f rows C H u w U W E; apply values_parts in E; destruct E as [L R].
  assert (D : forall r, In r (span rows) -> dot u r = dot w r).
  { apply span_property; [rewrite !dot_0; auto | | apply coordinates_dots; auto].
    intros x y X Y; rewrite !(dot_comm _ (N.lxor x y)), !dot_lxor, !(dot_comm x), !(dot_comm y), X, Y; auto. }
  apply N.bits_inj; intros i; rewrite !bank_bit; destruct (N.ltb_spec i (N.of_nat b)) as [B | B]; auto; rewrite !andb_true_l.
  destruct (N.lt_ge_cases i (N.of_nat k)) as [K | K].
  - assert (Q : forall x, (x < 2 ^ N.of_nat n)%N -> N.testbit (f x) i = N.testbit (bank (Nat.min k b) x) i).
    { intros x X; pose proof (f_equal (fun z => N.testbit z i) (maps_low_bits k n f C x X)) as G.
      simpl in G; rewrite !bank_bit in *; apply N.ltb_lt in K; rewrite K, !andb_true_l in G; rewrite G.
      replace (i <? N.of_nat (Nat.min k b))%N with true; auto; symmetry; apply N.ltb_lt; apply N.ltb_lt in K; lia. }
    rewrite !Q, L; auto.
  - destruct (N.lt_ge_cases i (N.of_nat n)) as [M | M].
    + rewrite !(map_bits f n) by (auto; apply (maps_linear k n f C)); apply D.
      replace i with (N.of_nat (k + (N.to_nat i - k))) by lia; apply H; unfold own_rows; lia.
    + assert (Q : forall x, (x < 2 ^ N.of_nat n)%N -> N.testbit (f x) i = false).
      { intros x X; apply (maps_inside k n f C), small_inside in X.
        destruct (N.testbit (f x) i) eqn:T; auto; apply X in T; lia. }
      rewrite !Q; auto.
Qed.

(** The wavefronts of a map are no fewer than the bound of a class that it is in. *)
Lemma bound_below : forall k n b f rows d, candidate k n f -> own_rows k n b <= length rows ->
  (forall i, i < own_rows k n b -> In (functional f n (N.of_nat (k + i))) (span (firstn (own_rows k n b) rows))) ->
  forall words, small n words -> bound k n (firstn d rows) b words <= wavefronts b (map f words).
Proof.
  intros k n b f rows d C L H words W; unfold bound, wavefronts.
  destruct (distinct words) as [| first ws] eqn:E; [lia |]; rewrite <- E in *.
  assert (In first words) as F by (rewrite <- distinct_in, E; simpl; auto); clear E ws.
  set (own := own_rows k n b) in *; set (low := Nat.min k b) in *; set (used := firstn own (firstn d rows)).
  set (reached := basis_of [] _); apply round_up; [apply Nat.pow_nonzero; lia |].
  rewrite <- (distinct_map f) by (apply (candidate_injective k n f C words W)).
  etransitivity; [apply (pigeonhole (bank b)) |]; apply Nat.mul_le_mono_l.
  (* The banks, by the rows of the map, those of the class, and the images that the basis spans. *)
  assert (A : length (distinct (map (bank b) (distinct (map f words)))) <=
              length (distinct (map (values low (firstn own rows)) words))).
  { etransitivity; [| apply (determined (fun w => bank b (f w))); intros u w U V;
      apply (banks_determined k n b f (firstn own rows)); auto].
    apply distinct_incl; intros x X; apply in_map_iff in X; destruct X as (y & <- & Y).
    rewrite distinct_in, in_map_iff in Y; destruct Y as (w & <- & V); apply in_map_iff; eauto. }
  assert (S : firstn own rows = used ++ skipn d (firstn own rows)).
  { unfold used; rewrite firstn_firstn, Nat.min_comm, <- firstn_firstn; symmetry; apply firstn_skipn. }
  assert (Ls : length (skipn d (firstn own rows)) = own - length used).
  { apply (f_equal (@length N)) in S; rewrite app_length, firstn_length, Nat.min_l in S by auto; lia. }
  rewrite S in A; etransitivity; [apply A |]; etransitivity; [apply more_rows |].
  rewrite Ls, Nat.pow_add_r; apply Nat.mul_le_mono_r.
  rewrite <- span_length.
  etransitivity; [| apply (distinct_le (map (fun w => values low used (N.lxor w first)) words))].
  - apply determined; intros u w U V G; rewrite !values_linear in G.
    rewrite !(N.lxor_comm _ (values low used first)) in G; apply lxor_injective in G; auto.
  - intros x X; apply basis_spans; apply in_map_iff in X; destruct X as (w & <- & X); apply in_map_iff.
    exists w; rewrite distinct_in; auto.
Qed.

(** ** What is proven *)

Lemma total_below : forall count more uses,
  (forall u words, In u uses -> In words (phases u) -> count (bank_bits u) words <= more (bank_bits u) words) ->
  total count uses <= total more uses.
Proof.
  intros count more uses H; unfold total; induction uses as [| u uses IH]; [auto |]; simpl.
  apply Nat.add_le_mono; [| apply IH; intros; apply H; simpl; auto]; apply Nat.mul_le_mono_l.
  specialize (H u); assert (G : forall words, In words (phases u) -> count (bank_bits u) words <= more (bank_bits u) words).
  { intros; apply H; simpl; auto. }
  clear H; induction (phases u) as [| p l IHl]; [auto |]; simpl.
  apply Nat.add_le_mono; [apply G; simpl; auto | apply IHl; intros; apply G; simpl; auto].
Qed.

Definition small_uses (n : nat) (uses : list use) : Prop := forall u words, In u uses -> In words (phases u) -> small n words.

Lemma seq_ascending : forall l s previous, previous <= s -> (forall f : nat -> bool, ascending previous (filter f (seq s l))).
Proof.
  induction l as [| l IH]; intros s previous P f; simpl; auto; destruct (f s); simpl; auto.
Qed.

(** The walk covers the space: a path of it bounds the cost of each map, wherever it is cut. *)
Theorem classes_cover : forall k n uses f, candidate k n f -> small_uses n uses ->
  exists rows, path k n (steps 0 (ends k n uses)) [] rows /\
    forall d, bound_of k n (firstn d rows) uses <= cost_of f uses.
Proof.
  intros k n uses f C W.
  set (functionals := map (fun i => functional f n (N.of_nat (k + i))) (seq 0 (n - k))).
  destruct (covered k n functionals) with (counts := ends k n uses) (previous := 0) (rows := @nil N)
    as (rows & P & H).
  - intros v V; apply in_map_iff in V; destruct V as (i & <- & _); apply functional_inside; auto; lia.
  - constructor.
  - reflexivity.
  - intros r [].
  - intros x [].
  - apply seq_ascending; lia.
  - intros e E; apply filter_In in E; destruct E as [E _]; apply in_seq in E; lia.
  - exists rows; split; auto; intros d; apply total_below; intros u words U V.
    assert (O : own_rows k n (bank_bits u) <= n - k) by (unfold own_rows; lia).
    assert (G : own_rows k n (bank_bits u) <= length rows /\
      incl (firstn (own_rows k n (bank_bits u)) functionals) (span (firstn (own_rows k n (bank_bits u)) rows))).
    { destruct (Nat.eq_dec (own_rows k n (bank_bits u)) 0) as [-> | Z]; [simpl; split; [lia | intros x []] |].
      apply H; apply filter_In; rewrite in_seq, existsb_exists; split; [lia |].
      exists u; split; auto; apply Nat.eqb_refl. }
    destruct G as [L G]; apply bound_below; auto; [| apply (W u); auto].
    intros i I; apply G; unfold functionals.
    rewrite firstn_map; apply in_map_iff; exists i; split; auto.
    replace (seq 0 (n - k)) with (seq 0 (own_rows k n (bank_bits u)) ++ seq (own_rows k n (bank_bits u)) (n - k - own_rows k n (bank_bits u))).
    + rewrite firstn_app, seq_length, Nat.sub_diag, firstn_O, app_nil_r, firstn_all2 by (rewrite seq_length; auto).
      apply in_seq; lia.
    + rewrite <- seq_app; f_equal; lia.
Qed.

(** No map costs less than the ranks of the words and of the bits that all maps keep tell. *)
Theorem least_of_ranks : forall k n uses f,
  candidate k n f -> small_uses n uses -> bound_of k n [] uses <= cost_of f uses.
Proof.
  intros k n uses f C W; destruct (classes_cover k n uses f C W) as (rows & _ & H); apply (H 0).
Qed.

(** What the checker accepts is a map of the space, of this cost, and no map of the space costs less. *)
Theorem accepted_is_least : forall k n uses columns cost lines,
  small_uses n uses -> accepts k n uses columns cost lines = true ->
  candidate k n (apply_columns columns) /\ cost_of (apply_columns columns) uses = cost /\
  forall f, candidate k n f -> cost <= cost_of f uses.
Proof.
  intros k n uses columns cost lines W A; unfold accepts in A; rewrite !andb_true_iff, Nat.eqb_eq in A.
  destruct A as ((A & E) & B); split; [apply candidate_columns; auto | split; auto]; intros f C.
  destruct (walk _ _ _ _ _ _) as [left |] eqn:Wk; [| discriminate].
  destruct (classes_cover k n uses f C W) as (rows & P & H).
  destruct (walk_path _ _ _ _ _ _ _ Wk rows P) as (d & D); apply Nat.leb_le in D; simpl in D.
  etransitivity; [apply D | apply H].
Qed.

(** Linear accesses: the cost of each map is a sum of ranks. *)
Theorem cost_by_ranks : forall k n f, candidate k n f ->
  forall b a columns, small n (a :: columns) ->
  wavefronts b (map f (coset a columns)) = 2 ^ (rank columns - rank (map (fun c => bank b (f c)) columns)).
Proof.
  intros k n f C b a columns W; apply mapped_access; [apply (maps_linear k n f C) |].
  apply (candidate_injective k n f C (span columns)).
  intros w S; apply small_inside; revert w S; apply inside_span; intros v V; apply small_inside, W; simpl; auto.
Qed.
