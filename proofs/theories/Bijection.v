(** Layouts that are one to one onto [[0, m)]: their modes in any order, and without modes of extent 1. *)

From Coq Require Import ZArith List Lia Bool Permutation.
From Layouts Require Import Modes.
Import ListNotations.
Open Scope Z_scope.

(** The offsets are [[0, m)], each at one linear index. *)
Definition bijective (a : modes) (m : Z) : Prop :=
  size a = m /\
  (forall x, 0 <= x < m -> 0 <= offset a x < m) /\
  (forall x y, 0 <= x < m -> 0 <= y < m -> offset a x = offset a y -> x = y) /\
  (forall z, 0 <= z < m -> exists x, 0 <= x < m /\ offset a x = z).

(** A function of linear indices, and its inverse, that keep the offsets. *)
Definition renumbers (a b : modes) (f g : Z -> Z) : Prop :=
  (forall x, 0 <= x < size a -> 0 <= f x < size b /\ offset b (f x) = offset a x /\ g (f x) = x) /\
  (forall y, 0 <= y < size b -> 0 <= g y < size a /\ f (g y) = y).

Lemma permutation_size : forall a b, Permutation a b -> size a = size b.
Proof.
  induction 1 as [| [s d] | [s d] [t e] |]; simpl; lia.
Qed.

Lemma permutation_positive : forall a b, Permutation a b -> positive a -> positive b.
Proof. unfold positive; intros a b P H; rewrite <- P; exact H. Qed.

Lemma div_range : forall x s n, 0 < s -> 0 <= x < s * n -> 0 <= x / s < n.
Proof. intros; split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]. Qed.

Lemma digit : forall i k s, 0 <= i < s -> (i + s * k) mod s = i /\ (i + s * k) / s = k.
Proof.
  intros i k s H; replace (i + s * k) with (i + k * s) by lia.
  rewrite Z.mod_add, Z.div_add, Z.mod_small, Z.div_small by lia; lia.
Qed.

(** ** Blocks in another order *)

(** The product of the extents of blocks. *)
Fixpoint total {X : Type} (l : list (Z * X)) : Z :=
  match l with
  | [] => 1
  | (n, _) :: l' => n * total l'
  end.

(** The sum of a function of each block and its digit of the linear index [c]. *)
Fixpoint sum_by {X : Type} (h : X -> Z -> Z) (l : list (Z * X)) (c : Z) : Z :=
  match l with
  | [] => 0
  | (n, v) :: l' => h v (c mod n) + sum_by h l' (c / n)
  end.

(** The order of the blocks numbers the same digits in another way. *)
Lemma permutation_blocks : forall (X : Type) (a b : list (Z * X)),
  Permutation a b -> Forall (fun m => 0 < fst m) a ->
  exists f g,
    (forall x, 0 <= x < total a -> 0 <= f x < total b /\ g (f x) = x /\ forall h, sum_by h b (f x) = sum_by h a x) /\
    (forall y, 0 <= y < total b -> 0 <= g y < total a /\ f (g y) = y).
Proof.
  intros X.
  assert (T : forall a b : list (Z * X), Permutation a b -> total a = total b).
  { induction 1 as [| [s d] | [s d] [t e] |]; simpl; lia. }
  assert (P0 : forall a : list (Z * X), Forall (fun m => 0 < fst m) a -> 0 < total a).
  { induction 1 as [| [s d] a Hs Ha IH]; simpl in *; [lia | nia]. }
  intros a b P; induction P as [| [s d] a b P IH | [s d] [t e] a | a b c P1 IH1 P2 IH2]; intros H.
  - exists (fun x => x), (fun x => x); split; intros; auto.
  - inversion H as [| ? ? Hs Ha]; subst; simpl in Hs.
    destruct (IH Ha) as (f & g & F & G).
    exists (fun x => x mod s + s * f (x / s)), (fun y => y mod s + s * g (y / s)).
    pose proof (T _ _ P) as E.
    split; simpl; intros x R.
    + pose proof (Z.mod_pos_bound x s Hs); pose proof (div_range _ _ _ Hs R) as Q.
      destruct (F _ Q) as (F1 & F2 & F3).
      destruct (digit (x mod s) (f (x / s)) s) as [D1 D2]; [auto |].
      rewrite D1, D2, F2; split; [nia | split; [pose proof (Z.div_mod x s); lia |]].
      intros h; rewrite F3; reflexivity.
    + pose proof (Z.mod_pos_bound x s Hs); pose proof (div_range _ _ _ Hs R) as Q.
      destruct (G _ Q) as (G1 & G2).
      destruct (digit (x mod s) (g (x / s)) s) as [D1 D2]; [auto |].
      rewrite D1, D2, G2; split; [nia |].
      pose proof (Z.div_mod x s); lia.
  - inversion H as [| ? ? Ht H']; subst; inversion H' as [| ? ? Hs Ha]; subst; simpl in Ht, Hs.
    assert (Swap : forall s t d e, 0 < s -> 0 < t -> forall x, 0 <= x < s * (t * total a) ->
              let f := fun s t x => (x / s) mod t + t * (x mod s + s * (x / s / t)) in
              0 <= f s t x < t * (s * total a) /\ f t s (f s t x) = x /\
              forall h, sum_by h ((t, e) :: (s, d) :: a) (f s t x) = sum_by h ((s, d) :: (t, e) :: a) x).
    { clear; intros s t d e Hs Ht x R f; subst f; cbv beta.
      pose proof (Z.mod_pos_bound x s Hs); pose proof (div_range _ _ _ Hs R) as Q.
      pose proof (Z.mod_pos_bound (x / s) t Ht); pose proof (div_range _ _ _ Ht Q) as K.
      destruct (digit ((x / s) mod t) (x mod s + s * (x / s / t)) t) as [D1 D2]; [auto |].
      destruct (digit (x mod s) (x / s / t) s) as [D3 D4]; [auto |].
      rewrite D1, D2, D3, D4.
      pose proof (Z.div_mod x s ltac:(lia)); pose proof (Z.div_mod (x / s) t ltac:(lia)).
      split; [| split; [nia |]].
      - remember ((x / s) mod t) as j; remember (x mod s) as i; remember (x / s / t) as k; nia.
      - intros h; simpl; rewrite D1, D2, D3, D4; lia. }
    exists (fun x => (x / t) mod s + s * (x mod t + t * (x / t / s))),
           (fun x => (x / s) mod t + t * (x mod s + s * (x / s / t))).
    split; intros x R.
    + apply (Swap t s e d Ht Hs x R).
    + destruct (Swap s t d e Hs Ht x R) as (A & B & _); split; assumption.
  - destruct (IH1 H) as (f & g & F & G).
    destruct (IH2 ltac:(rewrite <- P1; exact H)) as (f' & g' & F' & G').
    exists (fun x => f' (f x)), (fun x => g (g' x)); split; intros x R.
    + destruct (F _ R) as (R1 & I1 & O1); destruct (F' _ R1) as (R2 & I2 & O2).
      rewrite I2; split; [auto | split; [auto |]]; intros h; rewrite O2, O1; reflexivity.
    + destruct (G' _ R) as (R1 & I1); destruct (G _ R1) as (R2 & I2); rewrite I2; auto.
Qed.

(** The order of the modes numbers the same offsets in another way. *)
Lemma permutation_renumbers : forall a b,
  Permutation a b -> positive a -> exists f g, renumbers a b f g.
Proof.
  intros a b P H.
  assert (T : forall a : modes, total a = size a) by (clear; induction a as [| [s d] a IH]; simpl; [reflexivity | rewrite IH; reflexivity]).
  assert (O : forall a x, sum_by (fun d i => i * d) a x = offset a x).
  { clear; induction a as [| [s d] a IH]; intros x; simpl; [reflexivity | rewrite IH; reflexivity]. }
  destruct (permutation_blocks Z a b P H) as (f & g & F & G); rewrite !T in *.
  exists f, g; split; [| exact G].
  intros x R; destruct (F x R) as (F1 & F2 & F3); split; [auto | split; [| auto]].
  rewrite <- !O; apply F3.
Qed.

Lemma bijective_permutation : forall a b m,
  Permutation a b -> positive a -> bijective a m -> bijective b m.
Proof.
  intros a b m P H (S & W & I & O).
  destruct (permutation_renumbers a b P H) as (f & g & F & G).
  pose proof (permutation_size a b P) as E.
  assert (Back : forall y, 0 <= y < m -> 0 <= g y < m /\ f (g y) = y /\ offset b y = offset a (g y)).
  { intros y R; destruct (G y ltac:(lia)) as (G1 & G2); destruct (F (g y) ltac:(lia)) as (_ & F2 & _).
    rewrite <- F2, G2; repeat split; lia. }
  split; [lia | split; [| split]].
  - intros y R; destruct (Back y R) as (R' & _ & Eq); rewrite Eq; apply W; lia.
  - intros y z Ry Rz Eq; destruct (Back y Ry) as (R1 & B1 & E1); destruct (Back z Rz) as (R2 & B2 & E2).
    rewrite <- B1, <- B2; f_equal; apply I; congruence.
  - intros z R; destruct (O z R) as (x & Rx & Ex); destruct (F x ltac:(lia)) as (F1 & F2 & _).
    exists (f x); split; [lia | congruence].
Qed.

(** Layouts of one function are one to one together. *)
Lemma bijective_same : forall a b m,
  size a = size b -> (forall x, offset a x = offset b x) -> bijective a m -> bijective b m.
Proof.
  intros a b m E F (S & W & I & O); split; [lia | split; [| split]].
  - intros; rewrite <- F; auto.
  - intros x y Rx Ry Q; apply I; auto; rewrite !F; auto.
  - intros z R; destruct (O z R) as (x & Rx & Ex); exists x; rewrite <- F; auto.
Qed.

(** Each mode continues the one before it, and the first has the stride [p]. *)
Fixpoint compact (p : Z) (a : modes) : Prop :=
  match a with
  | [] => True
  | (s, d) :: a' => d = p /\ compact (s * p) a'
  end.

Lemma compact_app : forall a b p, compact p (a ++ b) <-> compact p a /\ compact (p * size a) b.
Proof.
  induction a as [| [s d] a IH]; intros b p; simpl.
  - rewrite Z.mul_1_r; tauto.
  - rewrite IH; replace (s * p * size a) with (p * (s * size a)) by lia; tauto.
Qed.

Lemma compact_offset : forall a p x, positive a -> compact p a -> 0 <= x < size a -> offset a x = x * p.
Proof.
  induction a as [| [s d] a IH]; intros p x H C R; simpl in *; [replace x with 0 by lia; lia |].
  apply positive_cons in H; simpl in H; destruct H as [Hs Ha]; destruct C as [-> C].
  rewrite (IH (s * p)) by (auto using div_range).
  pose proof (Z.div_mod x s); nia.
Qed.

Lemma compact_bijective : forall a, positive a -> compact 1 a -> bijective a (size a).
Proof.
  intros a H C; pose proof (fun x => compact_offset a 1 x H C) as E.
  split; [reflexivity | split; [| split]].
  - intros x R; rewrite E by auto; lia.
  - intros x y Rx Ry; rewrite !E by auto; lia.
  - intros z R; exists z; rewrite E by auto; lia.
Qed.
