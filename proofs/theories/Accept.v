(** What the rules accept. The first rule of [compose] accepts exactly under a condition on the products of [A]'s extents;
    [complement] accepts wherever a complement exists; a division by the first rule accepts exactly where both do. The
    second rule only accepts more ([compose_extends_walk]). *)

From Coq Require Import ZArith List Lia Bool Permutation Sorted.
From Layouts Require Import Modes Coalesce Compose Bijection Complement Divide.
Import ListNotations.
Open Scope Z_scope.

(** ** Composition *)

(** [n] consecutive indices fill the modes that they pass: they end within a mode, at a multiple of the modes below. *)
Definition fills_modes (a : modes) (n : Z) : Prop :=
  exists (low : modes) m d (high : modes), a = low ++ (m, d) :: high /\ (size low | n) /\ (high = [] \/ n <= size low * m).

(** The condition for a leaf [s:r] of two steps or more: [r] is a multiple of the modes below the mode in which the
    first step ends. All steps stay within that mode; or [r] divides its end, and [s * r] indices fill the modes that
    they pass. *)
Definition admits (a : modes) (s r : Z) : Prop :=
  exists (low : modes) m d (high : modes), a = low ++ (m, d) :: high /\ (size low | r) /\
    (high = [] \/
     r < size low * m /\ ((s - 1) * r < size low * m \/ (r | size low * m) /\ fills_modes a (s * r))).

Fixpoint sum_places (a b : modes) : list Z :=
  match b with
  | [] => zeros a
  | (s, r) :: b' => add (places a ((s - 1) * r)) (sum_places a b')
  end.

(** Each digit but the last is below its extent. *)
Fixpoint bounded (a : modes) (t : list Z) : Prop :=
  match a, t with
  | (m, _) :: a', x :: t' => match a' with [] => True | _ => x < m /\ bounded a' t' end
  | _, _ => True
  end.

(** The condition of a composition with coalesced modes: that of each leaf, and the digits of the last indices of all
    leaves add up without a carry. *)
Definition admissible (a b : modes) : Prop :=
  Forall (fun m => fst m = 1 \/ 0 <= snd m /\ (a = [] \/ snd m = 0 \/ admits a (fst m) (snd m))) b /\
  bounded a (sum_places a b).

Lemma ceil_div_least : forall s r m, 0 < r -> (s <= ceil_div m r <-> (s - 1) * r < m).
Proof.
  intros s r m Hr; split; [apply ceil_div_bound; auto |].
  unfold ceil_div; intros H.
  pose proof (Z.div_mod m r ltac:(lia)); pose proof (Z.mod_pos_bound m r Hr).
  destruct (m mod r =? 0) eqn:E; [apply Z.eqb_eq in E |]; nia.
Qed.

Lemma mod_zero_divide : forall x y, y <> 0 -> (x mod y =? 0) = true <-> (y | x).
Proof. intros x y H; rewrite Z.eqb_eq; apply Z.mod_divide; auto. Qed.

Lemma fills_modes_cons : forall m d a n,
  2 <= m -> a <> [] -> coalesced a -> 1 <= n -> (fills_modes ((m, d) :: a) (m * n) <-> fills_modes a n).
Proof.
  intros m d a n Hm Na Ca Hn; split; intros (low & k & e & high & E & D & L).
  - destruct low as [| [m' d'] low]; inversion E; subst; clear E.
    + destruct L as [L | L]; [congruence |]; simpl in L.
      destruct high as [| [k1 e1] high]; [congruence |].
      destruct Ca as (Hk & _).
      exists [], k1, e1, high; simpl; split; [reflexivity | split; [apply Z.divide_1_l | right; nia]].
    + exists low, k, e, high; split; [reflexivity |]; simpl in D, L; split.
      * apply Z.mul_divide_cancel_l in D; [auto | lia].
      * destruct L as [L | L]; [left; auto | right; nia].
  - subst a; exists ((m, d) :: low), k, e, high; simpl; split; [reflexivity | split].
    + apply Z.mul_divide_mono_l; auto.
    + destruct L as [L | L]; [left; auto | right; nia].
Qed.

Lemma coalesced_tail : forall m a, coalesced (m :: a) -> 2 <= fst m /\ coalesced a.
Proof. intros [s d] a (H1 & _ & H2); auto. Qed.

Lemma prefix_positive : forall low m d high, coalesced (low ++ (m, d) :: high) -> 0 < size low /\ 2 <= m.
Proof.
  intros low m d high H; split.
  - apply coalesced_positive, positive_app in H; apply size_positive; tauto.
  - induction low as [| n low IH]; apply coalesced_tail in H; destruct H; simpl in *; auto.
Qed.

(** Consecutive indices are accepted exactly where they fill the modes that they pass. *)
Lemma walk_ones : forall a s,
  coalesced a -> 2 <= s -> (walk a s 1 <> None <-> fills_modes a s).
Proof.
  induction a as [| [m d] a IH]; intros s Ca Hs.
  - split; [simpl; congruence | intros ([| ? ?] & ? & ? & ? & E & _); discriminate].
  - pose proof (coalesced_tail _ _ Ca) as [Hm Ca']; simpl in Hm.
    destruct a as [| n a].
    { split; [intros _ | simpl; congruence].
      exists [], m, d, []; simpl; split; [reflexivity | split; [apply Z.divide_1_l | auto]]. }
    remember (n :: a) as a'; assert (Na : a' <> []) by (subst; congruence).
    rewrite walk_cons by auto; clear Heqa' n a; destruct (m <=? 1) eqn:E0; [lia |].
    unfold steps; destruct (s <=? ceil_div m 1) eqn:E1.
    + rewrite Z.eqb_refl; split; [intros _ | congruence].
      apply Z.leb_le, ceil_div_least in E1; [| lia].
      exists [], m, d, a'; simpl; split; [reflexivity | split; [apply Z.divide_1_l | right; lia]].
    + assert (Lm : m < s).
      { apply Z.leb_gt in E1; destruct (Z.lt_ge_cases m s); [auto |].
        assert (s <= ceil_div m 1) by (apply ceil_div_least; lia); lia. }
      rewrite Z.mod_1_r, Z.div_1_r; cbn [negb Z.eqb].
      destruct (s mod m =? 0) eqn:E2; cbn [negb].
      * apply mod_zero_divide in E2; [| lia]; destruct E2 as [q Eq].
        assert (Eq' : s / m = q) by (subst s; apply Z.div_mul; lia).
        destruct (m =? s) eqn:E3; [lia |].
        rewrite Eq'; replace s with (m * q) by lia.
        rewrite fills_modes_cons by (auto; nia).
        rewrite <- IH by (auto; nia).
        destruct (walk a' q 1) as [[g t] |]; split; congruence.
      * split; [congruence |]; intros (low & k & e & high & E & D & L); exfalso.
        destruct low as [| [m' d'] low]; inversion E; subst.
        -- destruct L as [L | L]; [congruence | simpl in L; lia].
        -- simpl in D; assert (H : (m' | s)) by (apply Z.divide_trans with (m' * size low); [apply Z.divide_factor_l | auto]).
           apply mod_zero_divide in H; [congruence | lia].
Qed.

(** A leaf of two steps or more is accepted exactly under its condition. *)
Lemma walk_accepts : forall a s r,
  coalesced a -> 2 <= s -> 0 < r -> (walk a s r <> None <-> admits a s r).
Proof.
  induction a as [| [m d] a IH]; intros s r Ca Hs Hr.
  - split; [simpl; congruence | intros ([| ? ?] & ? & ? & ? & E & _); discriminate].
  - pose proof (coalesced_tail _ _ Ca) as [Hm Ca']; simpl in Hm.
    destruct a as [| n a].
    { split; [intros _ | simpl; congruence].
      exists [], m, d, []; simpl; split; [reflexivity | split; [apply Z.divide_1_l | auto]]. }
    remember (n :: a) as a'; assert (Na : a' <> []) by (subst; congruence).
    rewrite walk_cons by auto; clear Heqa' n a; destruct (1 <? s) eqn:E1; [| lia]; rewrite andb_true_r.
    destruct (m <=? r) eqn:E0.
    + destruct (r mod m =? 0) eqn:E2; cbn [negb].
      * apply mod_zero_divide in E2; [| lia]; destruct E2 as [q Eq].
        assert (Eq' : r / m = q) by (subst r; apply Z.div_mul; lia).
        assert (Hq : 0 < q) by nia.
        rewrite Eq'; clear Eq'; replace r with (m * q) by lia.
        transitivity (admits a' s q).
        { rewrite <- IH by auto; destruct (walk a' s q) as [[g t] |]; split; congruence. }
        assert (F : fills_modes ((m, d) :: a') (s * (m * q)) <-> fills_modes a' (s * q)).
        { replace (s * (m * q)) with (m * (s * q)) by lia; apply fills_modes_cons; auto; nia. }
        split; intros (low & k & e & high & E & D & L).
        -- subst a'; exists ((m, d) :: low), k, e, high; simpl; split; [reflexivity | split].
           ++ apply Z.mul_divide_mono_l; auto.
           ++ destruct L as [L | [L1 L2]]; [left; auto | right].
              split; [nia |]; destruct L2 as [L2 | [L2 L3]]; [left; nia | right].
              split; [| apply F; auto].
              replace (m * size low * k) with (m * (size low * k)) by lia; apply Z.mul_divide_mono_l; auto.
        -- destruct low as [| [m' d'] low]; inversion E; subst.
           ++ destruct L as [L | [L _]]; [congruence | simpl in L; nia].
           ++ simpl in D, L; exists low, k, e, high; split; [reflexivity | split].
              ** apply Z.mul_divide_cancel_l in D; [auto | lia].
              ** destruct L as [L | [L1 L2]]; [left; auto | right].
                 split; [nia |]; destruct L2 as [L2 | [L2 L3]]; [left; nia | right].
                 split; [| apply F; auto].
                 replace (m' * size low * k) with (m' * (size low * k)) in L2 by lia.
                 apply Z.mul_divide_cancel_l in L2; [auto | lia].
      * split; [congruence |]; intros (low & k & e & high & E & D & L); exfalso.
        destruct low as [| [m' d'] low]; inversion E; subst.
        -- destruct L as [L | [L _]]; [congruence | simpl in L; lia].
        -- simpl in D; assert (H : (m' | r)) by (apply Z.divide_trans with (m' * size low); [apply Z.divide_factor_l | auto]).
           apply mod_zero_divide in H; [congruence | lia].
    + (* The first step ends within the first mode. *)
      assert (First : admits ((m, d) :: a') s r <->
                (s - 1) * r < m \/ (r | m) /\ fills_modes ((m, d) :: a') (s * r)).
      { split.
        - intros (low & k & e & high & E & D & L).
          destruct low as [| [m' d'] low]; inversion E; subst.
          + destruct L as [L | [_ L]]; [congruence |]; simpl in L; rewrite !Z.mul_1_l in L; auto.
          + exfalso; simpl in D.
            assert (H : (m' | r)) by (apply Z.divide_trans with (m' * size low); [apply Z.divide_factor_l | auto]).
            apply Z.divide_pos_le in H; lia.
        - intros L; exists [], m, d, a'; simpl; rewrite !Z.mul_1_l.
          split; [reflexivity | split; [apply Z.divide_1_l | right; split; [lia | auto]]]. }
      rewrite First; clear First; unfold steps.
      destruct (s <=? ceil_div m r) eqn:E2.
      { rewrite Z.eqb_refl; split; [intros _ | congruence].
        left; apply ceil_div_least; lia. }
      assert (Out : ~ (s - 1) * r < m) by (intros H; apply ceil_div_least in H; lia).
      destruct (m mod r =? 0) eqn:E3; cbn [negb].
      * apply mod_zero_divide in E3; [| lia]; destruct E3 as [q Eq].
        assert (Eq' : m / r = q) by (subst m; apply Z.div_mul; lia).
        rewrite Eq'; clear Eq'.
        assert (Hq : 2 <= q) by nia.
        destruct (s mod q =? 0) eqn:E4; cbn [negb].
        -- apply mod_zero_divide in E4; [| lia]; destruct E4 as [p Ep].
           assert (Ep' : s / q = p) by (subst s; apply Z.div_mul; lia).
           destruct (q =? s) eqn:E5; [nia |].
           rewrite Ep'; replace (s * r) with (m * p) by nia.
           assert (Hp : 2 <= p) by nia.
           transitivity (fills_modes a' p).
           { rewrite <- walk_ones by auto; destruct (walk a' p 1) as [[g t] |]; split; congruence. }
           rewrite fills_modes_cons by (auto; lia).
           split; [intros H; right; split; [exists q; lia | auto] | intros [H | [_ H]]; [contradiction | auto]].
        -- split; [congruence |]; intros [H | [_ (low & k & e & high & E & D & L)]]; [contradiction | exfalso].
           destruct low as [| [m' d'] low]; inversion E; subst.
           ++ destruct L as [L | L]; [congruence | simpl in L; nia].
           ++ simpl in D; assert (H : (q | s)).
              { destruct D as [z Ez]; exists (z * size low).
                apply (Z.mul_cancel_r _ _ r); [lia |]; rewrite Ez; ring. }
              apply mod_zero_divide in H; [congruence | lia].
      * split; [congruence |]; intros [H | [H _]]; [contradiction | exfalso].
        apply mod_zero_divide in H; [congruence | lia].
Qed.

Lemma places_0 : forall a, places a 0 = zeros a.
Proof.
  induction a as [| [m d] [| n a] IH]; [reflexivity | reflexivity |].
  cbn [places]; rewrite Zmod_0_l, Zdiv_0_l; cbn [places] in IH; rewrite IH; reflexivity.
Qed.

(** The greatest digits of a walk are those of its last index. *)
Lemma walk_places : forall a s r g t,
  coalesced a -> 2 <= s -> 0 < r -> walk a s r = Some (g, t) -> t = places a ((s - 1) * r).
Proof.
  induction a as [| [m d] a IH]; intros s r g t Ca Hs Hr H; [discriminate |].
  pose proof (coalesced_tail _ _ Ca) as [Hm Ca']; simpl in Hm.
  destruct a as [| n a]; [simpl in *; inversion H; reflexivity |].
  remember (n :: a) as a'.
  rename H into H'; rewrite walk_cons in H' by (subst; congruence).
  assert (P : forall x, places ((m, d) :: a') x = x mod m :: places a' (x / m)) by (subst a'; reflexivity).
  rewrite P; clear P Heqa'.
  destruct (m <=? r) eqn:E1.
  - destruct (negb (r mod m =? 0) && (1 <? s)) eqn:E2; [discriminate |].
    destruct (walk a' s (r / m)) as [[g' t'] |] eqn:W; [| discriminate]; inversion H'; subst; clear H'.
    assert (Er : r = r / m * m).
    { apply andb_false_iff in E2; destruct E2 as [E2 | E2]; [| lia].
      apply negb_false_iff, Z.eqb_eq in E2; pose proof (Z.div_mod r m); lia. }
    apply IH in W; auto; [| nia]; subst t'.
    rewrite Er at 2 3; rewrite Z.mul_assoc, Z.mod_mul, Z.div_mul by lia; reflexivity.
  - destruct (steps s r m) as [k |] eqn:E2; [| discriminate].
    destruct (k =? s) eqn:E3.
    + apply Z.eqb_eq in E3; subst k; inversion H'; subst.
      assert (B : (s - 1) * r < m).
      { unfold steps in E2; destruct (s <=? ceil_div m r) eqn:E4.
        - apply ceil_div_bound; lia.
        - destruct (m mod r =? 0) eqn:E5; [| discriminate]; destruct (s mod (m / r) =? 0); [| discriminate].
          simpl in E2; inversion E2; unfold ceil_div in E4; rewrite E5 in E4; lia. }
      rewrite Z.mod_small, Z.div_small by nia; rewrite places_0; reflexivity.
    + destruct (walk a' (s / k) 1) as [[g' t'] |] eqn:W; [| discriminate]; inversion H'; subst; clear H'.
      apply steps_take in E2; [| lia | lia]; destruct E2 as (Em & Es & Hn & Ln).
      apply IH in W; auto; [| nia | lia]; subst t'.
      assert (E : (s - 1) * r = (k - 1) * r + (s / k - 1) * m) by (rewrite Es at 1; rewrite Em; ring).
      assert (B : 0 <= (k - 1) * r < m) by (split; [apply Z.mul_nonneg_nonneg |]; lia).
      rewrite E, Z.mod_add, Z.div_add, Z.mod_small, (Z.div_small ((k - 1) * r)) by lia.
      rewrite Z.mul_1_r; reflexivity.
Qed.

Lemma compose_leaf_accepts : forall a s r,
  coalesced a -> 0 < s ->
  (walk_leaf a s r <> None <-> s = 1 \/ 0 <= r /\ (a = [] \/ r = 0 \/ admits a s r)).
Proof.
  intros a s r Ca Hs; unfold walk_leaf.
  destruct (s =? 1) eqn:E1.
  { apply Z.eqb_eq in E1; subst; rewrite andb_false_r; split; [auto | congruence]. }
  destruct (1 <? s) eqn:E2; [| lia]; rewrite andb_true_r.
  destruct (r <? 0) eqn:E3; [split; [congruence | lia] |].
  destruct a as [| m a]; [split; [intros _; right; split; [lia | auto] | congruence] |].
  destruct (r =? 0) eqn:E4; [split; [intros _; right; split; lia | congruence] |].
  rewrite walk_accepts by (auto; lia); split.
  - intros H; right; split; [lia | auto].
  - intros [H | [_ [H | [H | H]]]]; [lia | congruence | lia | auto].
Qed.

Lemma compose_leaf_places : forall a s r g t,
  coalesced a -> 0 < s -> walk_leaf a s r = Some (g, t) -> t = places a ((s - 1) * r).
Proof.
  intros a s r g t Ca Hs H; unfold walk_leaf in H.
  destruct ((r <? 0) && (1 <? s)) eqn:E0; [discriminate |].
  destruct (s =? 1) eqn:E1.
  { apply Z.eqb_eq in E1; inversion H; subst; replace ((1 - 1) * r) with 0 by lia; symmetry; apply places_0. }
  destruct a as [| m a]; [inversion H; reflexivity |].
  destruct (r =? 0) eqn:E2.
  { apply Z.eqb_eq in E2; inversion H; subst; replace ((s - 1) * 0) with 0 by lia; symmetry; apply places_0. }
  eapply walk_places; eauto; lia.
Qed.

(** Coalesced modes never continue each other, so the test of carries says that each digit is below its extent. *)
Lemma no_carry_bounded : forall a t,
  coalesced a -> Forall (fun x => 0 <= x) t -> (no_carry a t 0 = true <-> bounded a t).
Proof.
  induction a as [| [m d] a IH]; intros t Ca Ht; [simpl; tauto |].
  destruct Ht as [| x t Hx Ht]; [simpl; destruct a; tauto |].
  destruct Ca as (Hm & Hd & Ca); destruct a as [| [n e] a]; [simpl; tauto |].
  remember ((n, e) :: a) as a'.
  assert (N : no_carry ((m, d) :: a') (x :: t) 0 =
            (((x + 0) / m =? 0) || (m * d =? e)) && no_carry a' t ((x + 0) / m)) by (subst a'; reflexivity).
  assert (B : bounded ((m, d) :: a') (x :: t) <-> x < m /\ bounded a' t) by (subst a'; reflexivity).
  rewrite N, B, Z.add_0_r; clear N B.
  assert (C : m * d =? e = false) by (apply Z.eqb_neq; subst a'; congruence).
  rewrite C, orb_false_r.
  destruct (Z.lt_ge_cases x m) as [L | L].
  - rewrite Z.div_small by lia; cbn [Z.eqb andb]; rewrite IH by auto; tauto.
  - assert (1 <= x / m) by (apply Z.div_le_lower_bound; lia).
    destruct (x / m =? 0) eqn:E; [lia |]; cbn [andb]; split; [discriminate | lia].
Qed.

Lemma add_nonnegative : forall t u,
  Forall (fun x => 0 <= x) t -> Forall (fun x => 0 <= x) u -> Forall (fun x => 0 <= x) (add t u).
Proof.
  intros t u T; revert u; induction T as [| x t Hx T IH]; intros u U; [constructor |].
  destruct U; simpl; constructor; [lia | apply IH; auto].
Qed.

Lemma compose_leaves_accepts : forall a b,
  coalesced a -> positive b ->
  (walk_leaves a b <> None <->
   Forall (fun m => fst m = 1 \/ 0 <= snd m /\ (a = [] \/ snd m = 0 \/ admits a (fst m) (snd m))) b) /\
  forall gs t, walk_leaves a b = Some (gs, t) -> t = sum_places a b /\ Forall (fun x => 0 <= x) t.
Proof.
  intros a b Ca; induction b as [| [s r] b IH]; intros Hb.
  - split; [split; [constructor | simpl; congruence] |].
    intros gs t H; inversion H; subst; split; [reflexivity |].
    unfold zeros; apply Forall_forall; intros x I; apply in_map_iff in I; destruct I as (? & <- & _); lia.
  - apply positive_cons in Hb; simpl in Hb; destruct Hb as [Hs Hb]; destruct (IH Hb) as [IH1 IH2]; clear IH.
    pose proof (compose_leaf_accepts a s r Ca Hs) as L.
    cbn [leaves_by]; split.
    + split.
      * intros H; destruct (walk_leaf a s r) as [[g t] |]; [| congruence].
        destruct (walk_leaves a b) as [[gs u] |]; [| congruence].
        constructor; [apply L | apply IH1]; congruence.
      * intros H; inversion H as [| ? ? H1 H2]; subst; apply L in H1; apply IH1 in H2.
        destruct (walk_leaf a s r) as [[g t] |]; [| congruence].
        destruct (walk_leaves a b) as [[gs u] |]; congruence.
    + intros gs t H; destruct (walk_leaf a s r) as [[g t1] |] eqn:E1; [| discriminate].
      destruct (walk_leaves a b) as [[gs' t2] |] eqn:E2; [| discriminate]; inversion H; subst.
      destruct (IH2 _ _ eq_refl) as [-> N].
      assert (P : t1 = places a ((s - 1) * r)) by (eapply compose_leaf_places; eauto); subst t1.
      split; [reflexivity |]; apply add_nonnegative; [| auto].
      destruct (Z.eq_dec s 1) as [-> | Ns]; [apply places_nonnegative; [apply coalesced_positive; auto | lia] |].
      apply places_nonnegative; [apply coalesced_positive; auto |].
      assert (A : s = 1 \/ 0 <= r /\ (a = [] \/ r = 0 \/ admits a s r)) by (apply L; congruence).
      nia.
Qed.

(** The first rule accepts a composition exactly under the condition. *)
Theorem compose_accepts : forall a b,
  nonnegative a -> nonnegative b ->
  (compose_walk a b <> None <-> positive a /\ positive b /\ admissible (merge a) b).
Proof.
  intros a b Fa Fb; unfold compose_walk, compose_by.
  destruct (existsb is_zero a || existsb is_zero b) eqn:Z.
  - split; [congruence |]; intros (Pa & Pb & _); exfalso.
    apply orb_prop in Z; destruct Z as [Z | Z]; apply zero_size in Z;
      [pose proof (size_positive a Pa) | pose proof (size_positive b Pb)]; lia.
  - apply orb_false_elim in Z; destruct Z as [Za Zb].
    pose proof (no_zero_positive _ Fa Za) as Pa; pose proof (no_zero_positive _ Fb Zb) as Pb.
    pose proof (merge_coalesced a Pa) as Ca.
    destruct (compose_leaves_accepts (merge a) b Ca Pb) as [A1 A2].
    destruct (walk_leaves (merge a) b) as [[gs t] |] eqn:E.
    + destruct (A2 _ _ eq_refl) as [Et N]; pose proof (no_carry_bounded (merge a) t Ca N) as B.
      rewrite Et in B at 2; unfold admissible; rewrite <- B, <- A1.
      destruct (no_carry (merge a) t 0); split; try congruence.
      * intros _; repeat split; auto; congruence.
      * intros (_ & _ & _ & ?); congruence.
    + split; [congruence |]; intros (_ & _ & A & _); apply A1 in A; congruence.
Qed.

(** ** Carries *)

(** A digit [i] of [a], alone, in steps of [rho]: the walk of [s:r] has an index for each multiple of [rho] up to its
    greatest digit. *)
Definition steps_in (low : modes) (m d : Z) (high : modes) (s r : Z) (g : modes) (greatest : Z) : Prop :=
  exists rho, 0 < rho /\ (high = [] \/ rho < m) /\ (rho | greatest) /\
    forall n, 0 <= n * rho <= greatest ->
      exists x, 0 <= x < s /\ x * r = n * rho * size low /\ offset g x = n * rho * d.

Lemma no_steps : forall low m d high s r g, 0 < s -> 2 <= m -> steps_in low m d high s r g 0.
Proof.
  intros; exists 1; split; [lia | split; [right; lia | split; [apply Z.divide_0_r |]]].
  intros n N; assert (n = 0) by lia; subst; exists 0; rewrite offset_0; repeat split; lia.
Qed.

Lemma nth_zeros : forall a k, nth k (zeros a) 0 = 0.
Proof. unfold zeros; induction a as [| m a IH]; intros [| k]; simpl; auto. Qed.

Lemma walk_steps : forall low m d high s r g t,
  coalesced (low ++ (m, d) :: high) -> 2 <= s -> 0 < r -> walk (low ++ (m, d) :: high) s r = Some (g, t) ->
  steps_in low m d high s r g (nth (length low) t 0).
Proof.
  induction low as [| [k f] low IH]; intros m d high s r g t Ca Hs Hr H.
  - destruct (coalesced_tail _ _ Ca) as [Hm Ca']; simpl in Hm; cbn [app length] in *.
    (* Some steps of the first mode. *)
    assert (Some_steps : forall k g, 0 < k -> k <= s -> (high = [] \/ r < m) ->
              (forall n, 0 <= n < k -> offset g n = n * (r * d)) -> steps_in [] m d high s r g ((k - 1) * r)).
    { intros k g' K1 K2 L O; exists r; split; [auto | split; [auto | split; [exists (k - 1); lia |]]].
      intros n N; assert (0 <= n < k) by nia.
      exists n; rewrite O by auto; simpl; repeat split; lia. }
    destruct high as [| n high].
    + simpl in H; inversion H; subst; apply Some_steps; auto; try lia.
      intros n N; simpl; rewrite Z.mod_small by lia; lia.
    + remember (n :: high) as high'.
      rename H into H'; rewrite walk_cons in H' by (subst; congruence); destruct (m <=? r) eqn:E1.
      * destruct (negb (r mod m =? 0) && (1 <? s)); [discriminate |].
        destruct (walk high' s (r / m)) as [[g' t'] |]; inversion H'; subst; simpl; apply no_steps; lia.
      * destruct (steps s r m) as [k |] eqn:E2; [| discriminate].
        destruct (k =? s) eqn:E3.
        -- apply Z.eqb_eq in E3; subst k; inversion H'; subst; simpl; apply Some_steps; try lia.
           intros x X; simpl; rewrite Z.mod_small by lia; lia.
        -- destruct (walk high' (s / k) 1) as [[g' t'] |]; inversion H'; subst; simpl.
           apply steps_take in E2; [| lia | lia]; destruct E2 as (_ & _ & K1 & K2).
           apply Some_steps; try lia.
           intros x X; simpl; rewrite Z.mod_small, Z.div_small, offset_0 by lia; lia.
  - destruct (coalesced_tail _ _ Ca) as [Hk Ca']; simpl in Hk; cbn [app length] in *.
    pose proof (prefix_positive low m d high Ca') as [Pl Hm].
    remember (low ++ (m, d) :: high) as a.
    rename H into H'; rewrite walk_cons in H' by (subst a; destruct low; discriminate); destruct (k <=? r) eqn:E1.
    + destruct (negb (r mod k =? 0) && (1 <? s)) eqn:E2; [discriminate |].
      destruct (walk a s (r / k)) as [[g' t'] |] eqn:W; [| discriminate]; inversion H'; subst g' t; clear H'.
      assert (Er : r = k * (r / k)).
      { apply andb_false_iff in E2; destruct E2 as [E2 | E2]; [| lia].
        apply negb_false_iff, Z.eqb_eq in E2; pose proof (Z.div_mod r k); lia. }
      subst a; apply IH in W; auto; [| nia].
      destruct W as (rho & R1 & R2 & R3 & R4); exists rho; do 3 (split; [auto |]).
      intros n N; destruct (R4 n N) as (x & X1 & X2 & X3); exists x; split; [auto | split; [| auto]].
      simpl; rewrite Er; replace (x * (k * (r / k))) with (k * (x * (r / k))) by ring; rewrite X2; ring.
    + destruct (steps s r k) as [j |] eqn:E2; [| discriminate].
      destruct (j =? s) eqn:E3.
      * inversion H'; subst; cbn [nth]; rewrite nth_zeros; apply no_steps; lia.
      * destruct (walk a (s / j) 1) as [[g' t'] |] eqn:W; [| discriminate]; inversion H'; subst g t; clear H'.
        apply steps_take in E2; [| lia | lia]; destruct E2 as (Em & Es & K1 & K2).
        subst a; apply IH in W; auto; [| nia | lia].
        destruct W as (rho & R1 & R2 & R3 & R4); exists rho; do 3 (split; [auto |]).
        intros n N; destruct (R4 n N) as (x & X1 & X2 & X3); exists (j * x); split; [nia | split].
        -- simpl; rewrite Em; rewrite Z.mul_1_r in X2; subst x; ring.
        -- simpl; replace (j * x) with (x * j) by ring; rewrite Z.mod_mul, Z.div_mul, X3 by lia; ring.
Qed.

Lemma compose_leaf_steps : forall low m d high s r g t,
  coalesced (low ++ (m, d) :: high) -> 0 < s -> walk_leaf (low ++ (m, d) :: high) s r = Some (g, t) ->
  steps_in low m d high s r g (nth (length low) t 0).
Proof.
  intros low m d high s r g t Ca Hs H; pose proof (prefix_positive low m d high Ca) as [_ Hm].
  unfold walk_leaf in H; destruct ((r <? 0) && (1 <? s)) eqn:E0; [discriminate |].
  destruct (s =? 1) eqn:E1; [inversion H; subst; rewrite nth_zeros; apply no_steps; auto |].
  assert (H' : (if r =? 0 then Some ([(s, 0)], zeros (low ++ (m, d) :: high))
                else walk (low ++ (m, d) :: high) s r) = Some (g, t)).
  { destruct low; exact H. }
  clear H; destruct (r =? 0) eqn:E2; [inversion H'; subst; rewrite nth_zeros; apply no_steps; auto |].
  apply walk_steps; auto; lia.
Qed.

Lemma nth_add : forall t u k, length t = length u -> nth k (add t u) 0 = nth k t 0 + nth k u 0.
Proof.
  induction t as [| x t IH]; intros [| y u] k E; simpl in *; try discriminate; [destruct k; reflexivity |].
  destruct k; [reflexivity | apply IH; lia].
Qed.

Lemma compose_leaves_length : forall a b gs t,
  coalesced a -> positive b -> walk_leaves a b = Some (gs, t) -> length t = length a.
Proof.
  induction b as [| [s r] b IH]; intros gs t Ca Hb H; simpl in H.
  - inversion H; apply zeros_length.
  - apply positive_cons in Hb; simpl in Hb; destruct Hb as [Hs Hb].
    destruct (walk_leaf a s r) as [[g t1] |] eqn:E1; [| discriminate].
    destruct (walk_leaves a b) as [[gs' t2] |] eqn:E2; [| discriminate]; inversion H; subst.
    apply compose_leaf_places in E1; auto; subst t1.
    rewrite add_length; [apply places_length | rewrite places_length, (IH gs' t2); auto].
Qed.

(** The sums of one digit over all leaves: the greatest one has a coordinate, and where it passes the extent, so has a
    sum between the extent and twice the extent. *)
Lemma compose_leaves_steps : forall low m d high b gs t,
  coalesced (low ++ (m, d) :: high) -> positive b -> walk_leaves (low ++ (m, d) :: high) b = Some (gs, t) ->
  let greatest := nth (length low) t 0 in
  (exists c, 0 <= c < size b /\ offset b c = greatest * size low /\ offset (concat gs) c = greatest * d) /\
  (high <> [] -> m <= greatest ->
   exists n c, m <= n < 2 * m /\ 0 <= c < size b /\ offset b c = n * size low /\ offset (concat gs) c = n * d).
Proof.
  intros low m d high b; induction b as [| [s r] b IH]; intros gs t Ca Hb H; cbv zeta.
  - inversion H; subst; rewrite nth_zeros; split.
    + exists 0; simpl; repeat split; lia.
    + pose proof (prefix_positive _ _ _ _ Ca); lia.
  - apply positive_cons in Hb; simpl in Hb; destruct Hb as [Hs Hb]; cbn [leaves_by] in H.
    destruct (walk_leaf (low ++ (m, d) :: high) s r) as [[g t1] |] eqn:E1; [| discriminate].
    destruct (walk_leaves (low ++ (m, d) :: high) b) as [[gs' t2] |] eqn:E2; [| discriminate].
    inversion H; subst; clear H.
    destruct (IH _ _ Ca Hb eq_refl) as [(c2 & C1 & C2 & C3) IH2]; clear IH.
    assert (L : length t1 = length t2).
    { rewrite (compose_leaves_length _ _ _ _ Ca Hb E2).
      apply compose_leaf_places in E1; auto; subst t1; apply places_length. }
    rewrite nth_add by auto.
    assert (N1 : 0 <= nth (length low) t1 0).
    { destruct (nth_in_or_default (length low) t1 0) as [I | ->]; [| lia].
      destruct (compose_leaves_accepts _ [(s, r)] Ca) as [_ F]; [constructor; [simpl; lia | constructor] |].
      cbn [leaves_by] in F; rewrite E1 in F; destruct (F _ _ eq_refl) as [_ N].
      assert (Z : add t1 (zeros (low ++ (m, d) :: high)) = t1).
      { assert (Lz : length t1 = length (low ++ (m, d) :: high)).
        { apply compose_leaf_places in E1; auto; subst t1; apply places_length. }
        clear -Lz; revert Lz; generalize (low ++ (m, d) :: high) as a.
        induction t1 as [| x t1 IHt]; intros [| n a] E; simpl in *; try discriminate; [reflexivity |].
        fold (zeros a); rewrite IHt by lia; f_equal; lia. }
      rewrite Z, Forall_forall in N; apply N; auto. }
    pose proof (walk_leaf_size _ _ _ _ _ (coalesced_positive _ Ca) Hs E1) as [Pg Sg].
    apply compose_leaf_steps in E1; auto; destruct E1 as (rho & R1 & R2 & R3 & R4).
    set (n1 := nth (length low) t1 0) in *; set (n2 := nth (length low) t2 0) in *.
    assert (Join : forall x c, 0 <= x < s -> 0 <= c < size b ->
              0 <= x + s * c < s * size b /\ offset ((s, r) :: b) (x + s * c) = x * r + offset b c /\
              offset (concat (g :: gs')) (x + s * c) = offset g x + offset (concat gs') c).
    { intros x c X C; destruct (digit x c s X) as [D1 D2]; split; [nia | split].
      - simpl; rewrite D1, D2; reflexivity.
      - simpl; rewrite offset_app, Sg, D2 by auto.
        rewrite <- (offset_mod g) by auto; rewrite Sg, D1; reflexivity. }
    split.
    + destruct R3 as [q Eq]; destruct (R4 q) as (x & X1 & X2 & X3); [lia |].
      destruct (Join x c2 X1 C1) as (J1 & J2 & J3); exists (x + s * c2).
      rewrite J2, J3, X2, X3, C2, C3, Eq; split; [exact J1 | split; ring].
    + intros Hh Lm; destruct (Z.lt_ge_cases n2 m) as [L2 | L2].
      * (* The least number of steps of this leaf that passes the extent. *)
        destruct R3 as [q Eq]; destruct R2 as [R2 | R2]; [contradiction |].
        set (k := ceil_div (m - n2) rho).
        assert (K : m - n2 <= k * rho < m - n2 + rho).
        { unfold k, ceil_div; pose proof (Z.div_mod (m - n2) rho ltac:(lia)) as D.
          pose proof (Z.mod_pos_bound (m - n2) rho R1).
          destruct ((m - n2) mod rho =? 0) eqn:E; [apply Z.eqb_eq in E |]; nia. }
        assert (k <= q) by nia.
        destruct (R4 k) as (x & X1 & X2 & X3); [nia |].
        destruct (Join x c2 X1 C1) as (J1 & J2 & J3); exists (k * rho + n2), (x + s * c2).
        rewrite J2, J3, X2, X3, C2, C3; split; [lia | split; [exact J1 | split; ring]].
      * destruct (IH2 Hh L2) as (n & c & N & C & O1 & O2).
        destruct (Join 0 c ltac:(lia) C) as (J1 & J2 & J3); exists n, (0 + s * c).
        rewrite J2, J3, offset_0, O1, O2; split; [auto | split; [exact J1 | split; ring]].
Qed.

Lemma not_bounded : forall a t,
  length t = length a -> ~ bounded a t ->
  exists (low : modes) m d (high : modes),
    a = low ++ (m, d) :: high /\ high <> [] /\ m <= nth (length low) t 0.
Proof.
  induction a as [| [m d] a IH]; intros [| x t] E B; simpl in *; try discriminate; try tauto.
  destruct a as [| n a]; [tauto |]; remember (n :: a) as a'.
  destruct (Z.lt_ge_cases x m) as [L | L].
  - destruct (IH t) as (low & m' & d' & high & E1 & E2 & E3); [lia | tauto |].
    exists ((m, d) :: low), m', d', high; rewrite E1; auto.
  - exists [], m, d, a'; split; [reflexivity | split; [subst; congruence | exact L]].
Qed.

Lemma unbounded_multiple : forall low a y,
  coalesced (low ++ a) -> a <> [] -> unbounded (low ++ a) (y * size low) = unbounded a y.
Proof.
  induction low as [| [m d] low IH]; intros a y C N; [simpl; rewrite Z.mul_1_r; reflexivity |].
  destruct (coalesced_tail (m, d) (low ++ a) C) as [Hm C']; simpl in Hm; cbn [app unbounded size].
  assert (O : forallb is_one (low ++ a) = false).
  { destruct (low ++ a) as [| [k e] l] eqn:E; [destruct low; [contradiction | discriminate] |].
    destruct C' as (Hk & _); rewrite ones_cons; destruct (k =? 1) eqn:E1; [lia | reflexivity]. }
  rewrite O; destruct (m =? 1) eqn:E1; [lia |].
  replace (y * (m * size low)) with (y * size low * m) by ring.
  rewrite Z.mod_mul, Z.div_mul, IH by (auto; lia); lia.
Qed.

(** Layouts of the shape of [b] with the offsets of the composition have those of the leaves' walks, added. *)
Lemma composition_unique : forall a b gs t rs,
  a <> [] -> coalesced a -> positive b -> walk_leaves a b = Some (gs, t) ->
  fills b rs -> Forall positive rs ->
  (forall c, 0 <= c < size b -> offset (concat rs) c = unbounded a (offset b c)) ->
  forall c, 0 <= c < size b -> offset (concat gs) c = offset (concat rs) c.
Proof.
  intros a b; induction b as [| [s r] b IH]; intros gs t rs Na Ca Hb H F P O c R.
  - inversion H; inversion F; reflexivity.
  - pose proof Hb as Hb'; apply positive_cons in Hb'; simpl in Hb'; destruct Hb' as [Hs Hb'].
    cbn [leaves_by] in H.
    destruct (walk_leaf a s r) as [[g t1] |] eqn:E1; [| discriminate].
    destruct (walk_leaves a b) as [[gs' t2] |] eqn:E2; [| discriminate]; inversion H; subst; clear H.
    inversion F as [| ? q ? rs' Eq F']; subst; inversion P as [| ? ? Pq P']; subst; simpl in Eq.
    pose proof (size_positive _ Hb').
    assert (Join : forall x c, 0 <= x < s -> 0 <= c < size b ->
              0 <= x + s * c < s * size b /\ offset ((s, r) :: b) (x + s * c) = x * r + offset b c /\
              offset (concat (q :: rs')) (x + s * c) = offset q x + offset (concat rs') c).
    { intros x c' X C; destruct (digit x c' s X) as [D1 D2]; split; [nia | split].
      - simpl; rewrite D1, D2; reflexivity.
      - simpl; rewrite offset_app, Eq, D2 by auto.
        rewrite <- (offset_mod q) by auto; rewrite Eq, D1; reflexivity. }
    (* One leaf alone: no digit of it carries. *)
    assert (Leaf : forall x, 0 <= x < s -> offset g x = offset q x).
    { intros x X; destruct (Join x 0 X ltac:(lia)) as (J1 & J2 & J3).
      specialize (O _ J1); rewrite J2, J3, !offset_0, !Z.add_0_r in O; rewrite O.
      assert (One : walk_leaves a [(s, r)] = Some ([g], add t1 (zeros a))) by (simpl; rewrite E1; reflexivity).
      assert (P1 : positive [(s, r)]) by (constructor; [simpl; lia | constructor]).
      destruct (compose_leaves_accepts a [(s, r)] Ca P1) as [_ A]; destruct (A _ _ One) as [_ N].
      pose proof (compose_leaf_places _ _ _ _ _ Ca Hs E1) as Et.
      assert (N0 : no_carry a (add t1 (zeros a)) 0 = true).
      { apply no_carry_bounded; auto; rewrite Et; clear -Ca.
        generalize ((s - 1) * r) as y; induction a as [| [m d] a IHa]; intros y; [exact I |].
        destruct (coalesced_tail _ _ Ca) as [Hm Ca']; simpl in Hm.
        destruct a as [| n a]; [simpl; auto |]; remember (n :: a) as a'.
        assert (E : places ((m, d) :: a') y = y mod m :: places a' (y / m)) by (subst a'; reflexivity).
        rewrite E; cbn [zeros map add bounded]; destruct a' as [| k l] eqn:Ea; [exact I |]; rewrite <- Ea in *.
        split; [pose proof (Z.mod_pos_bound y m ltac:(lia)); lia | apply IHa; auto]. }
      pose proof (compose_leaves_sound a [(s, r)] [g] _ x Ca P1 (leaves_extend_walk _ _ _ _ One) N0) as Snd.
      simpl in Snd; rewrite app_nil_r, Z.mul_1_r, Z.add_0_r, Z.mod_small in Snd by lia; apply Snd; lia. }
    assert (Rest : forall c, 0 <= c < size b -> offset (concat gs') c = offset (concat rs') c).
    { apply (IH gs' t2 rs'); auto; intros c' C.
      destruct (Join 0 c' ltac:(lia) C) as (J1 & J2 & J3).
      specialize (O _ J1); rewrite J2, J3, offset_0 in O; rewrite !Z.add_0_l in O; exact O. }
    simpl in R; pose proof (walk_leaf_size _ _ _ _ _ (coalesced_positive _ Ca) Hs E1) as [Pg Sg].
    simpl; rewrite !offset_app, Sg, Eq by auto; rewrite Rest by (apply div_range; auto).
    rewrite <- (offset_mod g), <- (offset_mod q), Sg, Eq by auto.
    rewrite Leaf by (apply Z.mod_pos_bound; auto); reflexivity.
Qed.

(** Where each leaf alone is accepted, the rule refuses only compositions without a result: no layouts of the leaves'
    sizes have the offsets [A(B(c))]. *)
Theorem compose_carry_needed : forall a b rs,
  positive a -> positive b ->
  Forall (fun m => fst m = 1 \/ 0 <= snd m /\ (merge a = [] \/ snd m = 0 \/ admits (merge a) (fst m) (snd m))) b ->
  fills b rs -> Forall positive rs ->
  (forall c, 0 <= c < size b -> offset (concat rs) c = endless (merge a) (offset b c)) ->
  compose_walk a b <> None.
Proof.
  intros a b rs Pa Pb A F P O.
  assert (O' : forall c, 0 <= c < size b -> offset (concat rs) c = unbounded a (offset b c)).
  { intros c R; rewrite <- endless_merge by auto; auto. }
  clear O; rename O' into O; pose proof (merge_coalesced a Pa) as Ca; unfold compose_walk, compose_by.
  destruct (existsb is_zero a || existsb is_zero b) eqn:Z.
  { apply orb_prop in Z; destruct Z as [Z | Z]; apply zero_size in Z;
      [pose proof (size_positive a Pa) | pose proof (size_positive b Pb)]; lia. }
  destruct (compose_leaves_accepts (merge a) b Ca Pb) as [A1 A2]; apply A1 in A.
  destruct (walk_leaves (merge a) b) as [[gs t] |] eqn:E; [clear A1 A | congruence].
  destruct (A2 _ _ eq_refl) as [_ N]; clear A2.
  destruct (no_carry (merge a) t 0) eqn:C; [congruence | exfalso].
  assert (B : ~ bounded (merge a) t).
  { intros B; apply no_carry_bounded in B; auto; congruence. }
  apply not_bounded in B; [| eapply compose_leaves_length; eauto].
  destruct B as (low & m & d & high & Em & Nh & L).
  assert (O' : forall c, 0 <= c < size b -> offset (concat rs) c = unbounded (merge a) (offset b c)).
  { intros c R; rewrite merge_unbounded by auto; apply O; auto. }
  assert (Na : merge a <> []) by (rewrite Em; destruct low; discriminate).
  pose proof (composition_unique _ _ _ _ _ Na Ca Pb E F P O') as U.
  rewrite Em in *; destruct (compose_leaves_steps _ _ _ _ _ _ _ Ca Pb E) as [_ S].
  destruct (S Nh L) as (n & c & Rn & Rc & O1 & O2).
  rewrite (U c Rc), (O' c Rc), O1, unbounded_multiple in O2 by (auto; congruence).
  clear -O2 Ca Nh Rn.
  induction low as [| k low IH]; [| apply IH; apply coalesced_tail in Ca; tauto].
  destruct high as [| [k e] high]; [congruence |].
  destruct Ca as (Hm & He & Hk & _ & _).
  remember ((k, e) :: high) as h; cbn [unbounded] in O2.
  assert (Oh : forallb is_one h = false).
  { subst h; rewrite ones_cons; destruct (k =? 1) eqn:E1; [lia | reflexivity]. }
  rewrite Oh in O2; destruct (m =? 1) eqn:E1; [lia |].
  assert (D : n / m = 1) by (symmetry; apply (Z.div_unique n m 1 (n - m)); lia).
  assert (M : n mod m = n - m) by (symmetry; apply (Z.mod_unique n m 1 (n - m)); lia).
  rewrite D, M in O2; subst h; cbn [unbounded] in O2.
  destruct (k =? 1) eqn:E2; [lia |].
  rewrite (Z.mod_small 1), (Z.div_small 1), unbounded_0 in O2 by lia.
  apply He; destruct (forallb is_one high); lia.
Qed.

(** ** Complement *)

(** Every earlier element and every later one are related. *)
Definition pairwise (R : mode -> mode -> Prop) : modes -> Prop := ForallOrdPairs R.

Lemma pairwise_cons : forall R x l, pairwise R (x :: l) <-> Forall (R x) l /\ pairwise R l.
Proof.
  intros R x l; split; [intros H; inversion H; auto | intros []; constructor; auto].
Qed.

Lemma pairwise_permutation : forall (R : mode -> mode -> Prop) a b,
  (forall x y, R x y -> R y x) -> Permutation a b -> pairwise R a -> pairwise R b.
Proof.
  intros R a b S P; induction P as [| x a b P IH | x y a | a b c P1 IH1 P2 IH2]; intros H; auto.
  - apply pairwise_cons in H; destruct H as [H1 H2]; apply pairwise_cons; split; [| auto].
    rewrite <- P; auto.
  - apply pairwise_cons in H; destruct H as [H1 H2]; apply pairwise_cons in H2; destruct H2 as [H2 H3].
    inversion H1; subst; apply pairwise_cons; split; [constructor; auto |].
    apply pairwise_cons; auto.
Qed.

Lemma pairwise_app : forall R a b, pairwise R (a ++ b) -> pairwise R a.
Proof.
  induction a as [| x a IH]; intros b H; [constructor |].
  simpl in H; apply pairwise_cons in H; destruct H as [H1 H2]; apply Forall_app in H1.
  apply pairwise_cons; split; [tauto | eauto].
Qed.

Lemma pairwise_impl : forall (R S : mode -> mode -> Prop) a,
  (forall x y, R x y -> S x y) -> pairwise R a -> pairwise S a.
Proof.
  induction a as [| x a IH]; intros H P; [constructor |].
  apply pairwise_cons in P; destruct P as [P1 P2]; apply pairwise_cons; split; [| auto].
  revert P1; apply Forall_impl; auto.
Qed.

(** The end of the mode [x] divides the stride of [y], which is larger. *)
Definition precedes (x y : mode) : Prop := (fst x * snd x | snd y) /\ snd x < snd y.

(** The modes of a compact list precede each other, and each end divides that of the list. *)
Lemma compact_precedes : forall a p,
  Forall (fun m => 2 <= fst m) a -> 0 < p -> compact p a ->
  pairwise precedes a /\ Forall (fun m => (p | snd m) /\ 0 < snd m /\ (fst m * snd m | p * size a)) a.
Proof.
  induction a as [| [s d] a IH]; intros p H Hp C; [split; constructor |].
  inversion H as [| ? ? Hs Ha]; subst; simpl in *; destruct C as [-> C].
  destruct (IH (s * p) Ha ltac:(nia) C) as [P F]; split.
  - apply pairwise_cons; split; [| auto].
    revert F; apply Forall_impl; intros m (D & Q & _); split; simpl; [auto |].
    apply Z.divide_pos_le in D; nia.
  - constructor; simpl.
    + split; [apply Z.divide_refl | split; [auto | exists (size a); ring]].
    + revert F; apply Forall_impl; intros m (D & Q & E); split; [| split; [auto |]].
      * apply Z.divide_trans with (s * p); [exists s; ring | auto].
      * replace (p * (s * size a)) with (s * p * size a) by ring; auto.
Qed.

(** Each stride is at most the next one. *)
Definition rising : modes -> Prop := pairwise (fun x y => snd x <= snd y).

Lemma insert_rising : forall m a, rising a -> rising (insert m a).
Proof.
  induction a as [| n a IH]; intros H; simpl.
  - apply pairwise_cons; split; constructor.
  - apply pairwise_cons in H; destruct H as [H1 H2]; destruct (snd n <=? snd m) eqn:E.
    + apply pairwise_cons; split; [| apply IH; auto].
      rewrite insert_permutation; constructor; [lia | auto].
    + apply pairwise_cons; split; [| apply pairwise_cons; auto].
      constructor; [lia |]; revert H1; apply Forall_impl; intros; lia.
Qed.

Lemma by_stride_rising : forall a, rising (by_stride a).
Proof.
  assert (H : forall a b, rising b -> rising (fold_left (fun b m => insert m b) a b)).
  { induction a as [| m a IH]; intros b H; simpl; [auto | apply IH, insert_rising; auto]. }
  intros a; apply H; constructor.
Qed.

(** Modes that precede each other have gaps of whole modes, and an end that divides [e]. *)
Lemma gaps_exist : forall a c e,
  pairwise precedes a -> Forall (fun m => (c | snd m) /\ 0 < snd m) a -> 0 < c -> (c | e) ->
  Forall (fun m => 0 < fst m /\ (fst m * snd m | e)) a ->
  exists free f, gaps a c = Some (free, f) /\ (f | e) /\ 0 < f.
Proof.
  induction a as [| [s d] a IH]; intros c e P F Hc D E; simpl.
  - exists [], c; auto.
  - apply pairwise_cons in P; destruct P as [P1 P2].
    inversion F as [| ? ? [F1 F2] F3]; subst; inversion E as [| ? ? [E1 E2] E3]; subst; simpl in *.
    pose proof (Z.divide_pos_le _ _ F2 F1).
    destruct (d <? c) eqn:L; [lia |].
    apply mod_zero_divide in F1; [| lia]; rewrite F1; cbn [negb].
    destruct (IH (s * d) e P2) as (free & f & G & G1 & G2); auto; [| nia |].
    + rewrite Forall_forall in *; intros m I; specialize (P1 m I); specialize (F3 m I); destruct P1; tauto.
    + rewrite G; eauto.
Qed.

(** A linear index of a mode or more has at least the least stride as its offset. *)
Lemma offset_at_least : forall a d k,
  positive a -> 0 <= d -> Forall (fun m => d <= snd m) a -> 1 <= k < size a -> d <= offset a k.
Proof.
  assert (Pos : forall a k, positive a -> Forall (fun m => 0 <= snd m) a -> 0 <= k -> 0 <= offset a k).
  { induction a as [| [s d] a IH]; intros k H F K; simpl; [lia |].
    apply positive_cons in H; simpl in H; destruct H; inversion F; subst; simpl in *.
    pose proof (Z.mod_pos_bound k s ltac:(lia)); pose proof (Z.div_pos k s ltac:(lia) ltac:(lia)).
    specialize (IH (k / s) H0 H4 ltac:(lia)); nia. }
  induction a as [| [s e] a IH]; intros d k H Hd F K; simpl in *; [lia |].
  apply positive_cons in H; simpl in H; destruct H as [Hs Ha]; inversion F; subst; simpl in *.
  pose proof (Z.mod_pos_bound k s Hs); pose proof (Z.div_mod k s ltac:(lia)) as D.
  destruct (Z.eq_dec (k / s) 0) as [E0 | E0].
  - rewrite E0 in *; rewrite offset_0; assert (1 <= k mod s) by lia; nia.
  - pose proof (Z.div_pos k s ltac:(lia) Hs).
    assert (d <= offset a (k / s)).
    { apply IH; auto; split; [lia | apply Z.div_lt_upper_bound; lia]. }
    assert (0 <= (k mod s) * e) by (apply Z.mul_nonneg_nonneg; lia); lia.
Qed.

(** Rising modes that are one to one onto [[0, m)] are compact. *)
Lemma bijective_compact : forall high low m,
  positive low -> compact 1 low -> Forall (fun n => 2 <= fst n) high -> Forall (fun n => 0 < snd n) high ->
  rising high -> bijective (low ++ high) m -> compact (size low) high.
Proof.
  induction high as [| [s d] high IH]; intros low m Pl Cl Two Pos R B; simpl; [exact I |].
  inversion Two as [| ? ? Hs Two']; subst; inversion Pos as [| ? ? Hd Pos']; subst; simpl in Hs, Hd.
  apply pairwise_cons in R; destruct R as [R1 R2]; simpl in R1.
  assert (Ph : positive high) by (revert Two'; apply Forall_impl; intros; lia).
  pose proof B as (S & W & J & O).
  pose proof (size_positive _ Pl); pose proof (size_positive _ Ph).
  rewrite size_app in S; simpl in S.
  assert (Ls : 2 <= s * size high) by nia; assert (Lm : 2 * size low <= m) by nia.
  (* Index [k] in the modes above is index [size low * k] of all. *)
  assert (At : forall i k, 0 <= i < size low -> offset (low ++ (s, d) :: high) (i + size low * k) =
            i + offset ((s, d) :: high) k).
  { intros i k Ri; rewrite offset_app by auto.
    destruct (digit i k (size low) Ri) as [_ ->].
    rewrite <- (offset_mod low) by auto; destruct (digit i k (size low) Ri) as [-> _].
    rewrite (compact_offset low 1 i) by auto; lia. }
  assert (E : d = size low).
  { destruct (Z.lt_trichotomy d (size low)) as [L | [L | L]]; [exfalso | auto | exfalso].
    - (* The offset [d] would belong to two indices. *)
      assert (Q : d + size low * 0 = 0 + size low * 1).
      { apply J; [lia | lia |]; rewrite !At by lia.
        rewrite offset_0; simpl; rewrite Z.mod_small, Z.div_small, offset_0 by lia; lia. }
      lia.
    - (* No index would have the offset [size low]. *)
      destruct (O (size low)) as (x & Rx & Ex); [lia |].
      pose proof (Z.mod_pos_bound x (size low) ltac:(lia)) as Mi.
      pose proof (Z.div_mod x (size low) ltac:(lia)) as Dx.
      rewrite Dx, Z.add_comm, At in Ex by auto.
      assert (K : 0 <= x / size low < s * size high) by (apply div_range; lia).
      destruct (Z.eq_dec (x / size low) 0) as [Z0 | Z0]; [rewrite Z0, offset_0 in Ex; lia |].
      assert (d <= offset ((s, d) :: high) (x / size low)).
      { apply offset_at_least; [apply positive_cons; simpl; split; [lia | auto] | lia | | simpl; lia].
        constructor; simpl; [lia | auto]. }
      lia. }
  subst d; split; [reflexivity |].
  replace (s * size low) with (size (low ++ [(s, size low)])) by (rewrite size_app; simpl; ring).
  apply (IH _ m); auto.
  - apply positive_app; split; [auto | constructor; [simpl; lia | constructor]].
  - apply compact_app; split; [auto | simpl; split; [ring | auto]].
  - rewrite <- app_assoc; exact B.
Qed.

Lemma not_one_function : forall a,
  positive a ->
  let b := filter (fun m => negb (is_one m)) a in
  positive b /\ size b = size a /\ forall x, offset b x = offset a x.
Proof.
  induction a as [| [s d] a IH]; intros H; [simpl; auto |].
  apply positive_cons in H; simpl in H; destruct H as [Hs Ha]; destruct (IH Ha) as (I1 & I2 & I3).
  cbv zeta; cbn [filter]; assert (M : is_one (s, d) = (s =? 1)) by reflexivity; rewrite M.
  destruct (s =? 1) eqn:E; cbn [negb].
  - apply Z.eqb_eq in E; subst; simpl; split; [auto | split; [lia |]].
    intros x; rewrite Zmod_1_r, Z.div_1_r, I3; lia.
  - simpl; split; [apply positive_cons; auto | split; [f_equal; exact I2 |]].
    intros x; f_equal; apply I3.
Qed.

(** Wherever some layout [C] is a complement, the rule accepts. *)
Theorem complement_accepts : forall a c m,
  positive a -> positive c -> bijective (filter moves a ++ c) m -> complement a m <> None.
Proof.
  intros a c m Pa Pc B.
  pose proof (filter_positive moves a Pa) as Pf.
  assert (Pl : positive (filter moves a ++ c)) by (apply positive_app; auto).
  destruct (not_one_function _ Pl) as (Pn & Sn & On).
  assert (B1 : bijective (filter (fun n => negb (is_one n)) (filter moves a ++ c)) m).
  { apply bijective_same with (filter moves a ++ c); auto. }
  rewrite filter_app in *.
  assert (Ef : filter (fun n => negb (is_one n)) (filter moves a) = filter moves a).
  { clear; induction a as [| n a IH]; [reflexivity |]; cbn [filter].
    destruct (moves n) eqn:E; [| auto]; cbn [filter]; rewrite IH.
    unfold moves in E; unfold is_one; destruct (fst n =? 1); [discriminate | reflexivity]. }
  rewrite Ef in *; clear Ef Sn On.
  set (all := filter moves a ++ filter (fun n => negb (is_one n)) c) in *.
  assert (Two : Forall (fun n => 2 <= fst n) all).
  { apply Forall_app; split; apply Forall_forall; intros n I; apply filter_In in I; destruct I as [I1 I2].
    - unfold moves in I2; apply negb_true_iff, orb_false_elim in I2; destruct I2 as [I2 _].
      unfold positive in Pa; rewrite Forall_forall in Pa; specialize (Pa n I1); lia.
    - unfold is_one in I2; unfold positive in Pc; rewrite Forall_forall in Pc; specialize (Pc n I1).
      destruct (fst n =? 1) eqn:E; [discriminate | lia]. }
  set (sorted := by_stride all).
  assert (Ps : Permutation sorted all) by apply by_stride_permutation.
  assert (Bs : bijective sorted m).
  { apply bijective_permutation with all; [symmetry | |]; auto. }
  assert (Two' : Forall (fun n => 2 <= fst n) sorted) by (rewrite Ps; auto).
  assert (Pp : positive sorted) by (revert Two'; apply Forall_impl; intros; lia).
  assert (Pos : Forall (fun n => 0 < snd n) sorted).
  { apply Forall_forall; intros [s d] I; apply in_split in I; destruct I as (l1 & l2 & E).
    assert (P : Permutation ((s, d) :: l1 ++ l2) sorted) by (rewrite E; apply Permutation_middle).
    assert (Q : bijective ((s, d) :: l1 ++ l2) m).
    { apply bijective_permutation with sorted; [symmetry | |]; auto. }
    assert (P' : positive ((s, d) :: l1 ++ l2)) by (apply permutation_positive with sorted; [symmetry |]; auto).
    assert (2 <= s) by (rewrite Forall_forall in Two'; apply (Two' (s, d)); rewrite E; apply in_elt).
    apply positive_cons in P'; destruct P' as [_ P']; pose proof (size_positive _ P').
    destruct Q as (S & W & J & _); simpl in S; assert (1 < m) by nia.
    specialize (W 1 ltac:(lia)); specialize (J 1 0 ltac:(lia) ltac:(lia)).
    rewrite offset_0 in J; simpl in *.
    rewrite Z.mod_small, Z.div_small, offset_0 in * by lia.
    destruct (Z.eq_dec d 0); [assert (1 = 0) by (apply J; lia); lia | lia]. }
  assert (C : compact 1 sorted).
  { apply (bijective_compact sorted [] m); auto; [constructor | exact I | apply by_stride_rising]. }
  destruct (compact_precedes sorted 1 Two' ltac:(lia) C) as [Pre Div].
  pose proof Bs as (Ss & _).
  pose proof (size_positive _ Pp).
  (* The modes of [A] alone, in order. *)
  set (ours := by_stride (filter moves a)).
  assert (Po : Permutation ours (filter moves a)) by apply by_stride_permutation.
  assert (Sub : forall P : mode -> Prop, Forall P sorted -> Forall P ours).
  { intros P F; rewrite Po; rewrite Ps in F; apply Forall_app in F; tauto. }
  assert (Sym : pairwise (fun x y => precedes x y \/ precedes y x) ours).
  { apply pairwise_permutation with (filter moves a); [tauto | symmetry; auto |].
    apply pairwise_app with (filter (fun n => negb (is_one n)) c).
    apply pairwise_permutation with sorted; [tauto | auto |].
    revert Pre; apply pairwise_impl; auto. }
  assert (Pre' : pairwise precedes ours).
  { pose proof (by_stride_rising (filter moves a)) as R; fold ours in R.
    clear -Sym R; induction ours as [| x l IH]; [constructor |].
    apply pairwise_cons in Sym; destruct Sym as [S1 S2]; apply pairwise_cons in R; destruct R as [R1 R2].
    apply pairwise_cons; split; [| auto].
    rewrite Forall_forall in *; intros y I; specialize (S1 y I); specialize (R1 y I); simpl in R1.
    destruct S1 as [S1 | [_ S1]]; [auto | lia]. }
  destruct (gaps_exist ours 1 m) as (free & f & G & G1 & G2); auto; [| lia | apply Z.divide_1_l | |].
  { apply Sub; revert Pos; apply Forall_impl; intros n Hn; split; [apply Z.divide_1_l | auto]. }
  { apply Sub; rewrite Forall_forall in *; intros n I; specialize (Div n I); specialize (Two' n I).
    split; [lia |]; rewrite <- Ss, <- (Z.mul_1_l (size sorted)); tauto. }
  unfold complement, complement_until.
  destruct (m <=? 0) eqn:E0; [lia |].
  destruct (existsb is_zero a) eqn:E1.
  { apply zero_size in E1; pose proof (size_positive _ Pa); lia. }
  destruct (existsb is_negative (filter moves a)) eqn:E2.
  { apply existsb_exists in E2; destruct E2 as (n & I & N); unfold is_negative in N.
    pose proof (Sub _ Pos) as F; rewrite Po in F; rewrite Forall_forall in F; specialize (F n I); lia. }
  fold ours; rewrite G; apply mod_zero_divide in G1; [| lia]; rewrite G1; congruence.
Qed.

(** ** Division *)

(** What a division accepts, whatever the complement of the tile is. *)
Lemma divide_by_accepts : forall a t rest n,
  nonnegative a -> nonnegative t -> complement t n = Some rest ->
  (divide_by walk_leaf (Some rest) a t <> None <->
   positive a /\ positive t /\ existsb repeats t = false /\ admissible (merge a) (t ++ rest)).
Proof.
  intros a t rest n Fa Ft E.
  pose proof (complement_form _ _ _ Ft E) as (Pt & _ & free & all & -> & Pf & _).
  unfold divide_by; destruct (existsb is_zero a || existsb is_zero t) eqn:Z.
  { split; [congruence |]; intros (Pa & _); apply orb_prop in Z; destruct Z as [Z | Z]; apply zero_size in Z;
      [pose proof (size_positive a Pa) | pose proof (size_positive t Pt)]; lia. }
  apply orb_false_elim in Z; destruct Z as [Za _]; pose proof (no_zero_positive _ Fa Za) as Pa.
  assert (Pr : positive (t ++ merge free)).
  { apply positive_app; split; [auto | apply coalesced_positive, merge_coalesced; auto]. }
  destruct (compose_leaves_accepts (merge a) _ (merge_coalesced a Pa) Pr) as [A1 A2].
  destruct (existsb repeats t); [split; [congruence | intros (_ & _ & R & _); discriminate] |].
  destruct (walk_leaves (merge a) (t ++ merge free)) as [[gs u] |] eqn:C.
  - destruct (A2 _ _ eq_refl) as [Eu N].
    pose proof (no_carry_bounded (merge a) u (merge_coalesced a Pa) N) as B; split.
    + intros H; do 3 (split; [auto |]); split; [apply A1; congruence |].
      rewrite <- Eu; apply B; destruct (no_carry (merge a) u 0); [reflexivity | congruence].
    + intros (_ & _ & _ & _ & H); rewrite <- Eu in H; apply B in H; rewrite H; congruence.
  - split; [congruence |]; intros (_ & _ & _ & H & _); apply A1 in H; congruence.
Qed.

(** The first rule accepts a division exactly where the tile repeats nothing, it has a complement in the size of [A], and [A] can be
    composed with both. *)
Theorem divide_accepts : forall a t,
  nonnegative a -> nonnegative t ->
  (divide_walk a t <> None <->
   positive a /\ positive t /\ existsb repeats t = false /\
   exists rest, complement t (size a) = Some rest /\ admissible (merge a) (t ++ rest)).
Proof.
  intros a t Fa Ft; unfold divide_walk; destruct (complement t (size a)) as [rest |] eqn:E.
  - rewrite (divide_by_accepts a t rest (size a)) by auto; split.
    + intros (? & ? & ? & ?); eauto 6.
    + intros (? & ? & ? & r & Er & ?); inversion Er; subst; auto.
  - unfold divide_by; split; [| intros (_ & _ & _ & r & Er & _); discriminate].
    destruct (existsb is_zero a || existsb is_zero t), (existsb repeats t); congruence.
Qed.

(** ** What the rules of compositions refuse *)

(** The condition of the first rule is sufficient for a result to exist, not necessary: [(3,4):(1,2)] at the linear
    indices 0 and 4 has the offsets of [2:3], which the second rule finds. *)
Example second_rule_finds_a_result :
  compose_walk [(3, 1); (4, 2)] [(2, 4)] = None /\ compose [(3, 1); (4, 2)] [(2, 4)] = Some [[(2, 3)]].
Proof. split; reflexivity. Qed.

(** Both rules refuse [(2,2,2):(1,3,5)] with [3:3], where two carries at once make up for each other: [3:4] is a result. *)
Example compose_refuses_a_result :
  let a := [(2, 1); (2, 3); (2, 5)] in
  compose a [(3, 3)] = None /\ forall c, 0 <= c < 3 -> offset [(3, 4)] c = endless (merge a) (offset [(3, 3)] c).
Proof.
  split; [reflexivity |]; intros c R.
  assert (c = 0 \/ c = 1 \/ c = 2) as [-> | [-> | ->]] by lia; reflexivity.
Qed.
