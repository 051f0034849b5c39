(** Flat lists of modes [extent:stride], and their offsets.

    A linear index counts colexicographically: the leftmost mode varies fastest. *)

From Coq Require Import ZArith List Lia Bool Permutation.
Import ListNotations.
Open Scope Z_scope.

#[global] Arguments Z.add : simpl never.
#[global] Arguments Z.sub : simpl never.
#[global] Arguments Z.mul : simpl never.
#[global] Arguments Z.div : simpl never.
#[global] Arguments Z.modulo : simpl never.

(** An extent and a stride. *)
Notation mode := (Z * Z)%type.
Notation modes := (list (Z * Z)).

(** The product of the extents. *)
Fixpoint size (a : modes) : Z :=
  match a with
  | [] => 1
  | (s, _) :: a' => s * size a'
  end.

(** Each extent is at least 1. *)
Definition positive (a : modes) : Prop := Forall (fun m => 0 < fst m) a.

(** No extent is below 0. *)
Definition nonnegative (a : modes) : Prop := Forall (fun m => 0 <= fst m) a.

(** Each list of modes has the size of its leaf of [b]. *)
Definition fills (b : modes) (gs : list modes) : Prop := Forall2 (fun m g => size g = fst m) b gs.

(** The offset at a linear index: the sum of digits times strides. *)
Fixpoint offset (a : modes) (x : Z) : Z :=
  match a with
  | [] => 0
  | (s, d) :: a' => (x mod s) * d + offset a' (x / s)
  end.

(** [ceil(a / b)]. *)
Definition ceil_div (a b : Z) : Z := a / b + (if a mod b =? 0 then 0 else 1).

Definition is_one (m : mode) : bool := fst m =? 1.
Definition is_zero (m : mode) : bool := fst m =? 0.

(** The offset at a linear index where the last mode has no end. *)
Fixpoint endless (a : modes) (x : Z) : Z :=
  match a with
  | [] => 0
  | (s, d) :: a' =>
      match a' with
      | [] => x * d
      | _ => (x mod s) * d + endless a' (x / s)
      end
  end.

(** The offset at a linear index where the last mode of an extent other than 1 has no end: the same as [endless] of the
    coalesced modes, written without coalescing. *)
Fixpoint unbounded (a : modes) (x : Z) : Z :=
  match a with
  | [] => 0
  | (s, d) :: a' =>
      if s =? 1 then unbounded a' x
      else if forallb is_one a' then x * d
      else (x mod s) * d + unbounded a' (x / s)
  end.

(** The digits of a linear index. *)
Fixpoint digits (a : modes) (x : Z) : list Z :=
  match a with
  | [] => []
  | (s, _) :: a' => x mod s :: digits a' (x / s)
  end.

(** The linear index of digits, which may exceed their extents. *)
Fixpoint index (a : modes) (xs : list Z) : Z :=
  match a, xs with
  | (s, _) :: a', x :: xs' => x + s * index a' xs'
  | _, _ => 0
  end.

(** The offset of digits, which may exceed their extents. *)
Fixpoint dot (a : modes) (xs : list Z) : Z :=
  match a, xs with
  | (_, d) :: a', x :: xs' => x * d + dot a' xs'
  | _, _ => 0
  end.

(** Each digit is within its extent. *)
Definition valid (a : modes) (xs : list Z) : Prop := Forall2 (fun m x => 0 <= x < fst m) a xs.

Lemma positive_cons : forall m a, positive (m :: a) <-> 0 < fst m /\ positive a.
Proof. intros m a; unfold positive; split; [inversion 1; auto | intros []; constructor; auto]. Qed.

Lemma positive_app : forall a b, positive (a ++ b) <-> positive a /\ positive b.
Proof. intros a b; unfold positive; apply Forall_app. Qed.

Lemma size_positive : forall a, positive a -> 0 < size a.
Proof.
  induction a as [| [s d] a IH]; simpl; [lia |].
  rewrite positive_cons; simpl; intros []; specialize (IH H0); nia.
Qed.

Lemma size_app : forall a b, size (a ++ b) = size a * size b.
Proof. induction a as [| [s d] a IH]; intros b; cbn [size app]; [lia | rewrite IH; lia]. Qed.

Lemma offset_0 : forall a, offset a 0 = 0.
Proof.
  induction a as [| [s d] a IH]; simpl; [reflexivity |].
  rewrite Zmod_0_l, Zdiv_0_l, IH; lia.
Qed.

Lemma unbounded_0 : forall a, unbounded a 0 = 0.
Proof.
  induction a as [| [s d] a IH]; simpl; [reflexivity |].
  rewrite Zmod_0_l, Zdiv_0_l, IH; destruct (s =? 1), (forallb is_one a); lia.
Qed.

(** The digits of two lists are those of the first one, then those of the second one. *)
Lemma offset_app : forall a b x,
  positive a -> offset (a ++ b) x = offset a x + offset b (x / size a).
Proof.
  induction a as [| [s d] a IH]; intros b x H; simpl.
  - rewrite Z.div_1_r; lia.
  - apply positive_cons in H; simpl in H; destruct H as [Hs Ha].
    rewrite IH, Z.div_div by (auto; pose proof (size_positive a Ha); lia); lia.
Qed.

(** A linear index counts modulo the size. *)
Lemma offset_mod : forall a x, positive a -> offset a (x mod size a) = offset a x.
Proof.
  induction a as [| [s d] a IH]; intros x H; simpl; [reflexivity |].
  apply positive_cons in H; simpl in H; destruct H as [Hs Ha].
  pose proof (size_positive a Ha).
  rewrite Z.rem_mul_r by lia.
  replace (x mod s + s * ((x / s) mod size a)) with (x mod s + ((x / s) mod size a) * s) by lia.
  rewrite Z.mod_add, Z.div_add, Z.mod_mod by lia.
  rewrite (Z.div_small (x mod s) s) by (apply Z.mod_pos_bound; lia).
  rewrite Z.add_0_l, IH; auto.
Qed.

Lemma offset_digits : forall a x, offset a x = dot a (digits a x).
Proof. induction a as [| [s d] a IH]; intros x; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.

Lemma digits_valid : forall a x, positive a -> valid a (digits a x).
Proof.
  induction a as [| [s d] a IH]; intros x H; simpl; constructor.
  - apply positive_cons in H; simpl in *; apply Z.mod_pos_bound; lia.
  - apply IH; apply positive_cons in H; tauto.
Qed.

Lemma index_digits : forall a x, positive a -> 0 <= x < size a -> index a (digits a x) = x.
Proof.
  induction a as [| [s d] a IH]; intros x H R; simpl in *; [lia |].
  apply positive_cons in H; simpl in H; destruct H as [Hs Ha].
  pose proof (size_positive a Ha).
  rewrite IH; auto.
  - pose proof (Z.div_mod x s); lia.
  - split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia].
Qed.

Lemma index_range : forall a xs, valid a xs -> 0 <= index a xs < size a.
Proof.
  induction a as [| [s d] a IH]; intros xs V; inversion V; subst; simpl in *; [lia |].
  specialize (IH _ H3); nia.
Qed.

Lemma digits_index : forall a xs, valid a xs -> digits a (index a xs) = xs.
Proof.
  induction a as [| [s d] a IH]; intros xs V; inversion V; subst; simpl in *; [reflexivity |].
  replace (y + s * index a l') with (y + index a l' * s) by lia.
  rewrite Z.mod_add, Z.div_add, Z.mod_small, Z.div_small, Z.add_0_l by lia.
  rewrite IH; auto.
Qed.

Lemma ones_cons : forall s d a, forallb is_one ((s, d) :: a) = (s =? 1) && forallb is_one a.
Proof. reflexivity. Qed.

Lemma ones_size : forall a, forallb is_one a = true -> size a = 1.
Proof.
  induction a as [| [s d] a IH]; [reflexivity |].
  rewrite ones_cons; intros H; apply andb_prop in H; destruct H as [H1 H2].
  simpl; rewrite IH by auto; lia.
Qed.

Lemma unbounded_ones : forall a x, forallb is_one a = true -> unbounded a x = 0.
Proof.
  induction a as [| [s d] a IH]; intros x; [reflexivity |].
  rewrite ones_cons; intros H; apply andb_prop in H; destruct H as [H1 H2].
  simpl; rewrite H1; auto.
Qed.

(** Without modes of extent 1 at the end, the last mode is the one without an end. *)
Lemma unbounded_endless : forall a s d x, s <> 1 -> unbounded (a ++ [(s, d)]) x = endless (a ++ [(s, d)]) x.
Proof.
  intros a s d x Hs; revert x; induction a as [| [t e] a IH]; intros x; simpl.
  - destruct (s =? 1) eqn:E; [lia | reflexivity].
  - assert (O : forallb is_one (a ++ [(s, d)]) = false).
    { rewrite forallb_app; unfold is_one at 2; simpl; destruct (s =? 1) eqn:E; [lia | apply andb_false_r]. }
    rewrite O, !IH; destruct (a ++ [(s, d)]) eqn:E; [destruct a; discriminate |].
    destruct (t =? 1) eqn:T; [| reflexivity]; apply Z.eqb_eq in T; subst.
    rewrite Zmod_1_r, Z.div_1_r; lia.
Qed.

Lemma offset_ones : forall a x, forallb is_one a = true -> offset a x = 0.
Proof.
  induction a as [| [s d] a IH]; intros x; [reflexivity |].
  rewrite ones_cons; intros H; apply andb_prop in H; destruct H as [H1 H2].
  apply Z.eqb_eq in H1; subst; simpl; rewrite Zmod_1_r, IH; auto.
Qed.

(** Within the size, the end of the last mode does not matter. *)
Lemma unbounded_within : forall a x,
  positive a -> 0 <= x < size a -> unbounded a x = offset a x.
Proof.
  induction a as [| [s d] a IH]; intros x H R; simpl in *; [reflexivity |].
  apply positive_cons in H; simpl in H; destruct H as [Hs Ha].
  pose proof (size_positive a Ha).
  destruct (s =? 1) eqn:E1; [| destruct (forallb is_one a) eqn:E2].
  - apply Z.eqb_eq in E1; subst; rewrite Zmod_1_r, Z.div_1_r, IH; auto; lia.
  - rewrite offset_ones by auto; apply ones_size in E2.
    rewrite Z.mod_small by nia; lia.
  - rewrite IH; auto.
    split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia].
Qed.
