(** Layouts that are another layout after a one-to-one map of linear indices. *)

From Coq Require Import ZArith List Lia Bool Permutation.
From Layouts Require Import Modes Bijection.
Import ListNotations.
Open Scope Z_scope.

(** The linear indices of [r] that [ok] accepts map one to one onto those of [a], with their offsets. *)
Definition padded (ok : Z -> bool) (r a : modes) : Prop :=
  exists f,
    (forall x, 0 <= x < size r -> ok x = true -> 0 <= f x < size a /\ offset r x = offset a (f x)) /\
    (forall x y, 0 <= x < size r -> 0 <= y < size r -> ok x = true -> ok y = true -> f x = f y -> x = y) /\
    (forall z, 0 <= z < size a -> exists x, 0 <= x < size r /\ ok x = true /\ f x = z).

Lemma padded_ext : forall ok ok' r a,
  (forall x, 0 <= x < size r -> ok x = ok' x) -> padded ok r a -> padded ok' r a.
Proof.
  intros ok ok' r a E (f & F & I & O); exists f; split; [| split].
  - intros x R K; rewrite <- E in K by auto; auto.
  - intros x y Rx Ry Kx Ky; rewrite <- E in Kx, Ky by auto; auto.
  - intros z R; destruct (O z R) as (x & Rx & Kx & Ex); exists x; rewrite <- E by auto; auto.
Qed.

Lemma padded_same : forall r r' a ok,
  size r = size r' -> (forall x, offset r x = offset r' x) -> padded ok r a -> padded ok r' a.
Proof.
  intros r r' a ok S E (f & F & I & O); exists f; rewrite <- S; split; [| split]; auto.
  intros x R K; rewrite <- E; auto.
Qed.

Lemma padded_refl : forall a, padded (fun _ => true) a a.
Proof.
  intros a; exists (fun x => x); split; [| split]; auto.
  intros z R; exists z; auto.
Qed.

Lemma padded_app : forall ok1 ok2 r1 r2 a1 a2,
  positive r1 -> positive a1 -> positive r2 -> positive a2 -> padded ok1 r1 a1 -> padded ok2 r2 a2 ->
  padded (fun x => ok1 (x mod size r1) && ok2 (x / size r1)) (r1 ++ r2) (a1 ++ a2).
Proof.
  intros ok1 ok2 r1 r2 a1 a2 P1 Q1 P2 Q2 (f & F & I & O) (g & G & J & T).
  pose proof (size_positive _ P1) as N; pose proof (size_positive _ Q1) as M.
  pose proof (size_positive _ P2) as N2; pose proof (size_positive _ Q2) as M2.
  exists (fun x => f (x mod size r1) + size a1 * g (x / size r1)); rewrite !size_app; split; [| split].
  - intros x R K; apply andb_prop in K; destruct K as [K1 K2].
    pose proof (Z.mod_pos_bound x _ N) as Mx; pose proof (div_range x _ _ N R) as Dx.
    destruct (F _ Mx K1) as [F1 F2]; destruct (G _ Dx K2) as [G1 G2]; split; [nia |].
    rewrite !offset_app by auto.
    destruct (digit (f (x mod size r1)) (g (x / size r1)) (size a1) F1) as [E1 E2]; rewrite E2.
    rewrite <- G2, <- (offset_mod a1 (f (x mod size r1) + _)), E1, <- F2, offset_mod by auto; reflexivity.
  - intros x y Rx Ry Kx Ky E.
    apply andb_prop in Kx; destruct Kx as [Kx1 Kx2]; apply andb_prop in Ky; destruct Ky as [Ky1 Ky2].
    pose proof (Z.mod_pos_bound x _ N) as Mx; pose proof (div_range x _ _ N Rx) as Dx.
    pose proof (Z.mod_pos_bound y _ N) as My; pose proof (div_range y _ _ N Ry) as Dy.
    destruct (F _ Mx Kx1) as [Fx _]; destruct (F _ My Ky1) as [Fy _].
    destruct (digit _ (g (x / size r1)) _ Fx) as [E1 E2]; destruct (digit _ (g (y / size r1)) _ Fy) as [E3 E4].
    assert (x mod size r1 = y mod size r1) by (apply I; auto; congruence).
    assert (x / size r1 = y / size r1) by (apply J; auto; congruence).
    rewrite (Z.div_mod x (size r1)), (Z.div_mod y (size r1)) by lia; congruence.
  - intros z R.
    pose proof (Z.mod_pos_bound z _ M) as Mz; pose proof (div_range z _ _ M R) as Dz.
    destruct (O _ Mz) as (x & Rx & Kx & Ex); destruct (T _ Dz) as (y & Ry & Ky & Ey).
    destruct (digit x y _ Rx) as [E1 E2].
    exists (x + size r1 * y); rewrite E1, E2, Kx, Ky, Ex, Ey; split; [nia | split; [reflexivity |]].
    pose proof (Z.div_mod z (size a1)); lia.
Qed.

(** [f] maps the linear indices of [r] one to one onto those of [a], and keeps the offset. *)
Definition rearranges_by (f : Z -> Z) (r a : modes) : Prop :=
  size r = size a /\
  (forall x, 0 <= x < size a -> 0 <= f x < size a /\ offset r x = offset a (f x)) /\
  (forall x y, 0 <= x < size a -> 0 <= y < size a -> f x = f y -> x = y) /\
  (forall z, 0 <= z < size a -> exists x, 0 <= x < size a /\ f x = z).

Definition rearranges (r a : modes) : Prop := exists f, rearranges_by f r a.

(** A rearrangement is a map that accepts all indices. *)
Lemma rearranges_padded : forall r a, rearranges r a <-> size r = size a /\ padded (fun _ => true) r a.
Proof.
  intros r a; split.
  - intros (f & S & F & I & O); split; [auto |]; exists f; rewrite S; split; [auto | split; [auto |]].
    intros z R; destruct (O z R) as (x & Rx & Ex); exists x; auto.
  - intros (S & f & F & I & O); rewrite S in *; exists f; split; [auto | split; [auto | split; [auto |]]].
    intros z R; destruct (O z R) as (x & Rx & _ & Ex); exists x; auto.
Qed.

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
  positive r1 -> positive a1 -> positive r2 -> positive a2 ->
  rearranges r1 a1 -> rearranges r2 a2 -> rearranges (r1 ++ r2) (a1 ++ a2).
Proof.
  intros r1 r2 a1 a2 P1 Q1 P2 Q2 R1 R2; apply rearranges_padded in R1, R2; destruct R1 as [S1 R1], R2 as [S2 R2].
  apply rearranges_padded; split; [rewrite !size_app; congruence |].
  apply (padded_app _ _ _ _ _ _ P1 Q1 P2 Q2 R1 R2).
Qed.

(** A bijection onto [[0, |a|)] by a layout rearranges [a]. *)
Lemma bijective_rearranges : forall r a b,
  bijective b (size a) -> size r = size a ->
  (forall x, 0 <= x < size a -> offset r x = offset a (offset b x)) -> rearranges_by (offset b) r a.
Proof.
  intros r a b (S & W & I & O) E F; split; [auto | split; [| split]]; auto.
Qed.
