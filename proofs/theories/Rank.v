(** Vectors over F2 as numbers, whose sum is [xor]: spans, ranks, and how many different vectors a span has. *)

From Coq Require Import NArith List Lia Bool Arith.
Import ListNotations.

Definition linear (f : N -> N) : Prop := forall a b, f (N.lxor a b) = N.lxor (f a) (f b).

(** The sums of all subsets of [l]. *)
Fixpoint span (l : list N) : list N :=
  match l with
  | [] => [0%N]
  | v :: rest => span rest ++ map (N.lxor v) (span rest)
  end.

(** The different elements of a list. *)
Definition distinct (l : list N) : list N := nodup N.eq_dec l.

(** The lowest bit of a number. *)
Fixpoint lowest (p : positive) : N :=
  match p with
  | xO q => N.succ (lowest q)
  | _ => 0%N
  end.

Definition pivot (v : N) : N :=
  match v with
  | N0 => 0%N
  | Npos p => lowest p
  end.

(** [w] or [w + v], which is 0 at bit [i], where [v] is not. *)
Definition cleared (v i w : N) : N := if N.testbit w i then N.lxor v w else w.

(** Gaussian elimination: [rank] of [linear.rs]. *)
Fixpoint eliminated (fuel : nat) (l : list N) : nat :=
  match fuel, l with
  | S fuel, v :: rest =>
      if N.eqb v 0 then eliminated fuel rest else S (eliminated fuel (map (cleared v (pivot v)) rest))
  | _, _ => 0
  end.

Definition rank (l : list N) : nat := eliminated (length l) l.

(** Equal sums. *)
Ltac xor :=
  apply N.bits_inj; intros i; rewrite ?N.lxor_spec, ?N.bits_0;
  repeat match goal with |- context [N.testbit ?x i] => destruct (N.testbit x i) end; reflexivity.

(** ** Lists *)

Lemma distinct_in : forall l x, In x (distinct l) <-> In x l.
Proof. intros; apply nodup_In. Qed.

Lemma distinct_nodup : forall l, NoDup (distinct l).
Proof. intros; apply NoDup_nodup. Qed.

Lemma distinct_incl : forall a b, incl a b -> length (distinct a) <= length (distinct b).
Proof.
  intros a b H; apply NoDup_incl_length; [apply distinct_nodup |].
  intros x; rewrite !distinct_in; apply H.
Qed.

Lemma distinct_le : forall a b, incl a b -> length (distinct a) <= length b.
Proof.
  intros a b H; apply NoDup_incl_length; [apply distinct_nodup |].
  intros x; rewrite distinct_in; apply H.
Qed.

Lemma distinct_same : forall a b, incl a b -> incl b a -> length (distinct a) = length (distinct b).
Proof. intros a b H I; apply Nat.le_antisymm; apply distinct_incl; auto. Qed.

Lemma nodup_map : forall (f : N -> N) l,
  NoDup l -> (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup (map f l).
Proof.
  intros f l H; induction H as [| x l N H IH]; intros E; simpl; [constructor | constructor].
  - rewrite in_map_iff; intros (y & F & I); apply N; rewrite (E x y); simpl; auto.
  - apply IH; intros; apply E; simpl; auto.
Qed.

Lemma map_nodup_injective : forall (f : N -> N) l, NoDup (map f l) -> forall x y, In x l -> In y l -> f x = f y -> x = y.
Proof.
  intros f l; induction l as [| v l IH]; simpl; intros H x y; [tauto |].
  inversion H as [| ? ? N D]; subst; rewrite in_map_iff in N; intros [X | X] [Y | Y] E; subst; auto.
  - exfalso; apply N; eauto.
  - exfalso; apply N; eauto.
Qed.

Lemma distinct_map : forall (f : N -> N) l,
  (forall x y, In x l -> In y l -> f x = f y -> x = y) -> length (distinct (map f l)) = length (distinct l).
Proof.
  intros f l E; transitivity (length (map f (distinct l))); [| apply map_length].
  rewrite <- (nodup_fixed_point N.eq_dec (l := map f (distinct l))).
  - apply distinct_same; intros x; rewrite !in_map_iff; intros (y & F & I); exists y; rewrite distinct_in in *; auto.
  - apply nodup_map; [apply distinct_nodup |]; intros x y; rewrite !distinct_in; auto.
Qed.

Lemma distinct_app : forall a b, (forall x, In x a -> ~ In x b) ->
  length (distinct (a ++ b)) = length (distinct a) + length (distinct b).
Proof.
  intros a b D; rewrite <- app_length; apply Nat.le_antisymm.
  - apply distinct_le; intros x; rewrite !in_app_iff, !distinct_in; auto.
  - apply NoDup_incl_length; [| intros x; rewrite distinct_in, !in_app_iff, !distinct_in; auto].
    assert (H : forall u v, NoDup u -> NoDup v -> (forall x : N, In x u -> ~ In x v) -> NoDup (u ++ v)).
    { intros u v U V; induction U as [| x u N U IH]; simpl; intros E; [auto | constructor].
      - rewrite in_app_iff; intros [I | I]; [auto | apply (E x); auto].
      - apply IH; intros y I; apply E; auto. }
    apply H; try apply distinct_nodup; intros x; rewrite !distinct_in; apply D.
Qed.

(** ** Spans *)

Lemma lxor_cancel : forall a b, N.lxor a (N.lxor a b) = b.
Proof. intros; rewrite <- N.lxor_assoc, N.lxor_nilpotent; apply N.lxor_0_l. Qed.

Lemma lxor_injective : forall a x y, N.lxor a x = N.lxor a y -> x = y.
Proof. intros a x y H; rewrite <- (lxor_cancel a x), H; apply lxor_cancel. Qed.

Lemma linear_0 : forall f, linear f -> f 0%N = 0%N.
Proof. intros f L; pose proof (L 0%N 0%N) as H; rewrite N.lxor_nilpotent in H; rewrite H at 1; apply N.lxor_nilpotent. Qed.

Lemma in_span_cons : forall v l x, In x (span (v :: l)) <-> In x (span l) \/ In (N.lxor v x) (span l).
Proof.
  intros v l x; simpl; rewrite in_app_iff, in_map_iff; split; intros [H | H]; auto.
  - destruct H as (y & <- & H); rewrite lxor_cancel; auto.
  - right; exists (N.lxor v x); rewrite lxor_cancel; auto.
Qed.

Lemma span_0 : forall l, In 0%N (span l).
Proof. induction l as [| v l IH]; [simpl; auto |]; apply in_span_cons; auto. Qed.

Lemma span_lxor : forall l x y, In x (span l) -> In y (span l) -> In (N.lxor x y) (span l).
Proof.
  induction l as [| v l IH]; intros x y.
  - simpl; intros [<- | []] [<- | []]; auto.
  - rewrite !in_span_cons; intros [X | X] [Y | Y].
    + auto.
    + right; replace (N.lxor v (N.lxor x y)) with (N.lxor x (N.lxor v y)) by xor; auto.
    + right; rewrite <- N.lxor_assoc; auto.
    + left; replace (N.lxor x y) with (N.lxor (N.lxor v x) (N.lxor v y)) by xor; auto.
Qed.

Lemma span_generator : forall l v, In v l -> In v (span l).
Proof.
  induction l as [| w l IH]; intros v; [intros [] |]; rewrite in_span_cons; intros [-> | H]; [right | left; auto].
  rewrite N.lxor_nilpotent; apply span_0.
Qed.

Lemma span_incl : forall l m, (forall v, In v l -> In v (span m)) -> incl (span l) (span m).
Proof.
  induction l as [| v l IH]; intros m H x.
  - simpl; intros [<- | []]; apply span_0.
  - rewrite in_span_cons; intros [X | X].
    + apply (IH m); auto; intros; apply H; simpl; auto.
    + rewrite <- (lxor_cancel v x); apply span_lxor; [apply H; simpl; auto |].
      apply (IH m); auto; intros; apply H; simpl; auto.
Qed.

Lemma span_mono : forall l m, incl l m -> incl (span l) (span m).
Proof. intros l m H; apply span_incl; intros v V; apply span_generator; auto. Qed.

Lemma span_length : forall l, length (span l) = 2 ^ length l.
Proof. induction l as [| v l IH]; [reflexivity |]; simpl; rewrite app_length, map_length, IH; lia. Qed.

(** A property of 0 that sums keep holds in the span of vectors that have it. *)
Lemma span_property : forall (P : N -> Prop) l,
  P 0%N -> (forall a b, P a -> P b -> P (N.lxor a b)) -> (forall v, In v l -> P v) -> forall x, In x (span l) -> P x.
Proof.
  intros P l Z S; induction l as [| v l IH]; intros H x.
  - simpl; intros [<- | []]; auto.
  - rewrite in_span_cons; intros [X | X].
    + apply IH; auto; intros; apply H; simpl; auto.
    + rewrite <- (lxor_cancel v x); apply S; [apply H; simpl; auto |].
      apply IH; auto; intros; apply H; simpl; auto.
Qed.

Lemma span_map : forall f l, linear f -> map f (span l) = span (map f l).
Proof.
  intros f l L; induction l as [| v l IH]; simpl; [rewrite linear_0; auto |].
  rewrite map_app, map_map, <- IH, map_map; f_equal; apply map_ext; intros; apply L.
Qed.

(** ** Ranks *)

Lemma pivot_bit : forall v, v <> 0%N -> N.testbit v (pivot v) = true.
Proof.
  intros [| p] H; [congruence | clear H; simpl].
  induction p as [p IH | p IH |]; auto.
  exact (eq_trans (N.double_bits_succ (N.pos p) (lowest p)) IH).
Qed.

Lemma cleared_bit : forall v i w, N.testbit v i = true -> N.testbit (cleared v i w) i = false.
Proof.
  intros v i w V; unfold cleared; destruct (N.testbit w i) eqn:E; auto.
  rewrite N.lxor_spec, V, E; auto.
Qed.

(** Clearing a bit by a vector keeps the span of both. *)
Lemma span_cleared : forall v i l,
  incl (span (v :: l)) (span (v :: map (cleared v i) l)) /\ incl (span (v :: map (cleared v i) l)) (span (v :: l)).
Proof.
  intros v i l; split; apply span_incl; intros x [<- | X]; try (apply span_generator; simpl; auto; fail).
  - rewrite in_span_cons; pose proof (span_generator (map (cleared v i) l) (cleared v i x) (in_map _ _ _ X)) as H.
    unfold cleared in *; destruct (N.testbit x i); auto.
  - apply in_map_iff in X; destruct X as (y & <- & Y); rewrite in_span_cons; unfold cleared.
    destruct (N.testbit y i); [right; rewrite lxor_cancel | left]; apply span_generator; auto.
Qed.

Lemma span_double : forall v i l,
  N.testbit v i = true -> (forall w, In w l -> N.testbit w i = false) ->
  length (distinct (span (v :: l))) = 2 * length (distinct (span l)).
Proof.
  intros v i l V L.
  assert (Z : forall x, In x (span l) -> N.testbit x i = false).
  { apply (span_property (fun x => N.testbit x i = false)); [reflexivity | | exact L].
    intros a b A B; rewrite N.lxor_spec, A, B; reflexivity. }
  simpl span; rewrite distinct_app.
  - rewrite distinct_map; [lia |]; intros x y _ _; apply lxor_injective.
  - intros x X; rewrite in_map_iff; intros (y & <- & Y); apply Z in X; apply Z in Y.
    rewrite N.lxor_spec, V, Y in X; discriminate.
Qed.

(** The span of vectors of rank [r] has [2^r] vectors. *)
Theorem rank_counts : forall l, length (distinct (span l)) = 2 ^ rank l.
Proof.
  intros l; unfold rank; remember (length l) as n eqn:E; revert l E.
  induction n as [| n IH]; intros [| v l] E; try discriminate; [reflexivity |].
  injection E as E; simpl eliminated; destruct (N.eqb_spec v 0) as [-> | V].
  - rewrite <- IH by auto; apply distinct_same; intros x; rewrite in_span_cons, N.lxor_0_l; tauto.
  - rewrite (distinct_same _ (span (v :: map (cleared v (pivot v)) l))) by apply span_cleared.
    rewrite (span_double _ (pivot v)).
    + rewrite IH by (rewrite map_length; auto); simpl; lia.
    + apply pivot_bit; auto.
    + intros w W; apply in_map_iff in W; destruct W as (u & <- & _); apply cleared_bit, pivot_bit; auto.
Qed.

(** A map that is one to one on the span keeps the rank. *)
Lemma rank_map : forall f l,
  linear f -> (forall x y, In x (span l) -> In y (span l) -> f x = f y -> x = y) -> rank (map f l) = rank l.
Proof.
  intros f l L I; apply (Nat.pow_inj_r 2); [lia |].
  rewrite <- !rank_counts, <- span_map by auto; apply distinct_map; auto.
Qed.
