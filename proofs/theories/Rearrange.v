(** Layouts that are another layout after a one-to-one map of linear indices. *)

From Coq Require Import ZArith List Lia Bool Permutation.
From Layouts Require Import Modes Bijection.
Import ListNotations.
Open Scope Z_scope.

(** [f] maps the linear indices of [r] one to one onto those of [a], and keeps the offset. *)
Definition rearranges_by (f : Z -> Z) (r a : modes) : Prop :=
  size r = size a /\
  (forall x, 0 <= x < size a -> 0 <= f x < size a /\ offset r x = offset a (f x)) /\
  (forall x y, 0 <= x < size a -> 0 <= y < size a -> f x = f y -> x = y) /\
  (forall z, 0 <= z < size a -> exists x, 0 <= x < size a /\ f x = z).

Definition rearranges (r a : modes) : Prop := exists f, rearranges_by f r a.

Lemma rearranges_same : forall r a,
  size r = size a -> (forall x, offset r x = offset a x) -> rearranges r a.
Proof.
  intros r a S O; exists (fun x => x); split; [auto | split; [| split]].
  - intros x R; split; auto.
  - auto.
  - intros z R; exists z; auto.
Qed.

Lemma rearranges_refl : forall a, rearranges a a.
Proof. intros; apply rearranges_same; auto. Qed.

Lemma rearranges_trans : forall a b c, rearranges a b -> rearranges b c -> rearranges a c.
Proof.
  intros a b c (f & S1 & F & I & O) (g & S2 & G & J & P).
  exists (fun x => g (f x)); rewrite S2 in *; split; [auto | split; [| split]].
  - intros x R; destruct (F x R) as [F1 F2]; destruct (G _ F1) as [G1 G2]; split; congruence.
  - intros x y Rx Ry E; apply I; auto; apply J; auto; apply F; auto.
  - intros z R; destruct (P z R) as (y & Ry & Ey); destruct (O y Ry) as (x & Rx & Ex).
    exists x; split; congruence.
Qed.

Lemma rearranges_permutation : forall a b, Permutation a b -> positive a -> rearranges a b.
Proof.
  intros a b P H; destruct (permutation_renumbers a b P H) as (f & g & F & G).
  pose proof (permutation_size a b P) as E; rewrite E in F, G.
  exists f; split; [auto | split; [| split]].
  - intros x R; destruct (F x R) as (F1 & F2 & _); auto.
  - intros x y Rx Ry Q; destruct (F x Rx) as (_ & _ & F3); destruct (F y Ry) as (_ & _ & G3); congruence.
  - intros z R; destruct (G z R) as (G1 & G2); exists (g z); auto.
Qed.

Lemma rearranges_app : forall r1 r2 a1 a2,
  positive r1 -> positive a1 -> positive a2 ->
  rearranges r1 a1 -> rearranges r2 a2 -> rearranges (r1 ++ r2) (a1 ++ a2).
Proof.
  intros r1 r2 a1 a2 P Q Q2 (f & S1 & F & I & O) (g & S2 & G & J & T).
  pose proof (size_positive _ Q) as N; pose proof (size_positive _ Q2) as N2.
  remember (size a1) as s.
  exists (fun x => f (x mod s) + s * g (x / s)).
  split; [rewrite !size_app; congruence |].
  rewrite size_app, <- Heqs; split; [| split].
  - intros x R.
    pose proof (Z.mod_pos_bound x s N) as M; pose proof (div_range x s (size a2) N R) as D.
    destruct (F _ M) as [F1 F2]; destruct (G _ D) as [G1 G2]; split; [nia |].
    rewrite !offset_app, S1, <- Heqs by auto.
    destruct (digit (f (x mod s)) (g (x / s)) s F1) as [E1 E2]; rewrite E2.
    rewrite <- G2, <- (offset_mod a1 (f (x mod s) + _)), <- Heqs, E1, <- F2 by auto.
    rewrite <- S1 at 2; rewrite offset_mod by auto; reflexivity.
  - intros x y Rx Ry E.
    pose proof (Z.mod_pos_bound x s N) as Mx; pose proof (div_range x s (size a2) N Rx) as Dx.
    pose proof (Z.mod_pos_bound y s N) as My; pose proof (div_range y s (size a2) N Ry) as Dy.
    destruct (F _ Mx) as [Fx _]; destruct (F _ My) as [Fy _].
    destruct (digit (f (x mod s)) (g (x / s)) s Fx) as [E1 E2].
    destruct (digit (f (y mod s)) (g (y / s)) s Fy) as [E3 E4].
    assert (x mod s = y mod s) by (apply I; auto; congruence).
    assert (x / s = y / s) by (apply J; auto; congruence).
    rewrite (Z.div_mod x s), (Z.div_mod y s) by lia; congruence.
  - intros z R.
    pose proof (Z.mod_pos_bound z s N) as M; pose proof (div_range z s (size a2) N R) as D.
    destruct (O _ M) as (x & Rx & Ex); destruct (T _ D) as (y & Ry & Ey).
    destruct (digit x y s Rx) as [E1 E2].
    exists (x + s * y); rewrite E1, E2, Ex, Ey; split; [nia |].
    pose proof (Z.div_mod z s); lia.
Qed.

(** A bijection onto [[0, |a|)] by a layout rearranges [a]. *)
Lemma bijective_rearranges : forall r a b,
  bijective b (size a) -> size r = size a ->
  (forall x, 0 <= x < size a -> offset r x = offset a (offset b x)) -> rearranges_by (offset b) r a.
Proof.
  intros r a b (S & W & I & O) E F; split; [auto | split; [| split]]; auto.
Qed.
