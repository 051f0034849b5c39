(** A layout after a swizzled layout, as a swizzled layout: [A o (Sw o f o L) = Sw' o A(f) o (A o L)]
    ([swizzle/reswizzle.rs] of layout-core). *)

From Coq Require Import ZArith List Lia Bool.
From Layouts Require Import Modes Coalesce Compose Nested Swizzle Swizzled.
Import ListNotations.
Open Scope Z_scope.

(** The image of the bits [[first, first + b)] of a linear index: the first bit of the offset, and the mode that contains
    them. The modes below [a] have the size [low], and there are [k] of them. *)
Fixpoint run_image (a : modes) (low first b : Z) (k : nat) : option (Z * nat) :=
  match a with
  | [] => None
  | (e, d) :: a' =>
      let last := match a' with [] => true | _ => false end in
      if last || (2 ^ first <? low * e) then
        let at_bit := first - Z.log2 low + Z.log2 d in
        if is_power low && is_power d && (last || ((low * e) mod 2 ^ (first + b) =? 0)) && (at_bit + b <=? 63)
        then Some (at_bit, k) else None
      else run_image a' (low * e) first b (S k)
  end.

(** The most that modes with greatest digits [t] add below [above]. [None] where a negative stride borrows from above. *)
Fixpoint most_below (above : Z) (a : modes) (t : list Z) : option Z :=
  match a, t with
  | (_, d) :: a', y :: t' =>
      match most_below above a' t' with
      | None => None
      | Some b =>
          if (y =? 0) || (d mod above =? 0) then Some b else if d <? 0 then None else Some (y * d + b)
      end
  | _, _ => Some 0
  end.

(** Whether the bits of a run at bit [p] in mode [k] are not changed by the rest of the offset. *)
Definition stays (a : modes) (t : list Z) (b p : Z) (k : nat) : bool :=
  match nth_error a k, nth_error t k with
  | Some (_, d), Some y =>
      match most_below (2 ^ (p + b)) (firstn k a) (firstn k t), most_below (2 ^ (p + b)) (skipn (S k) a) (skipn (S k) t) with
      | Some b1, Some b2 => b1 + b2 + Z.min (y * d) (2 ^ p - d) <? 2 ^ p
      | _, _ => false
      end
  | _, _ => false
  end.

(** The swizzle of the offsets. [None] is a refusal. *)
Definition carried (a : modes) (t : list Z) (sw : swizzle) : option swizzle :=
  if bits sw =? 0 then Some (Swizzle 0 0 0)
  else match run_image a 1 (from sw) (bits sw) 0, run_image a 1 (onto sw) (bits sw) 0 with
       | Some (f, i), Some (o, j) =>
           if stays a t (bits sw) f i && stays a t (bits sw) o j then checked (bits sw) (Z.min f o) (f - o) else None
       | _, _ => None
       end.

(** Composes a layout with a swizzled layout. [None] is a refusal. *)
Definition compose_swizzled (a : tree) (b : swizzled) : option swizzled :=
  if existsb is_zero (flat a) || existsb is_zero (flat (plain b)) then None
  else
    let m := merge (flat a) in
    match compose_leaves m (flat (plain b)) with
    | None => None
    | Some (gs, t) =>
        if start b <? 0 then None
        else
          let f := places m (start b) in
          if no_carry m (add t f) 0 then
            match carried m (add t f) (outer b) with
            | Some sw => Some (Swizzled sw (dot m f) (fst (fill (plain b) gs)))
            | None => None
            end
          else None
    end.

(** Two swizzled layouts: the swizzles become one, and an offset between them moves before both. *)
Definition compose_two (a b : swizzled) : option swizzled :=
  match compose_swizzled (plain a) b with
  | None => None
  | Some first =>
      match after (outer a) (outer first) with
      | None => None
      | Some sw =>
          if (bits (outer first) =? 0) || (start a mod 2 ^ ending (outer first) =? 0)
          then Some (Swizzled sw (start a + start first) (plain first)) else None
      end
  end.

(** ** Digits *)

(** Digits within their extents, the last one without a bound. *)
Fixpoint open (a : modes) (u : list Z) : Prop :=
  match a, u with
  | (e, _) :: a', x :: u' => 0 <= x /\ (a' = [] \/ x < e) /\ open a' u'
  | [], [] => True
  | _, _ => False
  end.

Lemma no_carry_open : forall a t u,
  coalesced a -> no_carry a t 0 = true -> within u t -> length u = length a -> open a u.
Proof.
  induction a as [| [e d] a IH]; intros t u C N W L; [destruct u; [exact I | discriminate] |].
  destruct W as [| x y u t Hx W]; [discriminate |]; cbn [coalesced] in C; destruct C as (He & Ne & C).
  cbn [open]; split; [lia |]; destruct a as [| [e' d'] a].
  - split; [auto |]; destruct u; [exact I | discriminate].
  - cbn [no_carry] in N; apply andb_prop in N; destruct N as [N1 N2]; rewrite Z.add_0_r in *.
    assert (Z0 : y / e = 0) by (apply orb_prop in N1; destruct N1 as [N1 | N1]; apply Z.eqb_eq in N1; [auto | congruence]).
    rewrite Z0 in N2; split; [right; apply Z.div_small_iff in Z0; lia |].
    apply (IH t u); auto.
Qed.

Lemma endless_index : forall a u, open a u -> endless a (index a u) = dot a u.
Proof.
  induction a as [| [e d] a IH]; intros [| x u] O; try contradiction; [reflexivity |].
  cbn [open] in O; destruct O as (O1 & O2 & O); destruct a as [| n a].
  - destruct u; [| contradiction]; cbn; lia.
  - destruct O2 as [O2 | O2]; [discriminate |].
    change (endless ((e, d) :: n :: a) (index ((e, d) :: n :: a) (x :: u)))
      with ((index ((e, d) :: n :: a) (x :: u)) mod e * d + endless (n :: a) ((index ((e, d) :: n :: a) (x :: u)) / e)).
    change (index ((e, d) :: n :: a) (x :: u)) with (x + e * index (n :: a) u).
    replace (x + e * index (n :: a) u) with (x + index (n :: a) u * e) by ring.
    rewrite Z.mod_add, Z.div_add, Z.mod_small, Z.div_small, Z.add_0_l, IH by (auto; lia); reflexivity.
Qed.

Lemma index_app : forall a b u v,
  length u = length a -> index (a ++ b) (u ++ v) = index a u + size a * index b v.
Proof.
  induction a as [| [e d] a IH]; intros b [| x u] v L; try discriminate; cbn [app index size]; [lia |].
  rewrite IH by (cbn in L; lia); ring.
Qed.

Lemma dot_app : forall a b u v, length u = length a -> dot (a ++ b) (u ++ v) = dot a u + dot b v.
Proof.
  induction a as [| [e d] a IH]; intros b [| x u] v L; try discriminate; cbn [app dot]; [lia |].
  rewrite IH by (cbn in L; lia); ring.
Qed.

Lemma open_app : forall a b u v,
  b <> [] -> length u = length a -> (open (a ++ b) (u ++ v) <-> valid a u /\ open b v).
Proof.
  induction a as [| [e d] a IH]; intros b [| x u] v B L; try discriminate; cbn [app].
  - split; [intros; split; [constructor | auto] | intros []; auto].
  - cbn [open]; rewrite IH by (auto; cbn in L; lia).
    assert (N : a ++ b <> []) by (destruct a; [exact B | discriminate]); split.
    + intros (H1 & [H2 | H2] & H3 & H4); [contradiction |]; split; [constructor; [cbn; lia | auto] | auto].
    + intros (H1 & H2); inversion H1; subst; cbn in *; split; [lia | split; [right; lia | auto]].
Qed.

Lemma open_length : forall a u, open a u -> length u = length a.
Proof. induction a as [| [e d] a IH]; intros [| x u] O; try contradiction; cbn; auto; f_equal; apply IH, O. Qed.

(** ** Windows of bits *)

Lemma sum_bits : forall e h p i, 0 <= e < 2 ^ p -> 0 <= p -> 0 <= i ->
  Z.testbit (e + 2 ^ p * h) i = if i <? p then Z.testbit e i else Z.testbit h (i - p).
Proof.
  intros e h p i E P I; replace (e + 2 ^ p * h) with (e + h * 2 ^ p) by ring.
  assert (0 < 2 ^ p) by lia; destruct (i <? p) eqn:L.
  - rewrite <- (Z.mod_pow2_bits_low _ p), Z.mod_add, Z.mod_small by lia; reflexivity.
  - replace i with ((i - p) + p) at 1 by lia.
    rewrite <- Z.div_pow2_bits, Z.div_add, Z.div_small, Z.add_0_l by lia; reflexivity.
Qed.

Lemma xor_high : forall e h v p, 0 <= e < 2 ^ p -> 0 <= p ->
  Z.lxor (e + 2 ^ p * h) (2 ^ p * v) = e + 2 ^ p * Z.lxor h v.
Proof.
  intros e h v p E P; apply Z.bits_inj'; intros i I.
  rewrite Z.lxor_spec, !sum_bits by auto; replace (2 ^ p * v) with (0 + 2 ^ p * v) by ring.
  rewrite sum_bits by lia; destruct (i <? p); [rewrite Z.bits_0; apply xorb_false_r | rewrite Z.lxor_spec; reflexivity].
Qed.

Lemma xor_bound : forall x y n, 0 <= x < 2 ^ n -> 0 <= y < 2 ^ n -> 0 <= n -> 0 <= Z.lxor x y < 2 ^ n.
Proof.
  intros x y n X Y N.
  assert (E : Z.lxor x y mod 2 ^ n = Z.lxor x y); [| rewrite <- E; apply Z.mod_pos_bound; lia].
  apply Z.bits_inj'; intros i I; destruct (Z_lt_le_dec i n) as [L | L]; [apply Z.mod_pow2_bits_low; lia |].
  rewrite Z.mod_pow2_bits_high, Z.lxor_spec by lia.
  rewrite <- (Z.mod_small x (2 ^ n)), <- (Z.mod_small y (2 ^ n)), !Z.mod_pow2_bits_high by lia; reflexivity.
Qed.

Lemma xor_low : forall y z v n, 0 <= v < 2 ^ n -> 0 <= n -> Z.lxor (y + 2 ^ n * z) v = Z.lxor y v + 2 ^ n * z.
Proof.
  intros y z v n V N; assert (P : 0 < 2 ^ n) by lia.
  pose proof (Z.div_mod y (2 ^ n) ltac:(lia)) as D; pose proof (Z.mod_pos_bound y (2 ^ n) P) as M.
  pose proof (xor_bound _ _ _ M V N) as X.
  assert (S : forall h, Z.lxor (y mod 2 ^ n + 2 ^ n * h) v = Z.lxor (y mod 2 ^ n) v + 2 ^ n * h).
  { intros h; apply Z.bits_inj'; intros i I; rewrite Z.lxor_spec, !sum_bits by auto.
    destruct (i <? n) eqn:L; [rewrite Z.lxor_spec; reflexivity |].
    assert (F : Z.testbit v i = false); [| rewrite F; apply xorb_false_r].
    rewrite Z.testbit_false by lia; rewrite Z.div_small; [reflexivity |].
    assert (2 ^ n <= 2 ^ i) by (apply Z.pow_le_mono_r; lia); lia. }
  replace (y + 2 ^ n * z) with (y mod 2 ^ n + 2 ^ n * (y / 2 ^ n + z)) by (rewrite D at 3; ring).
  rewrite S; replace (Z.lxor y v) with (Z.lxor (y mod 2 ^ n) v + 2 ^ n * (y / 2 ^ n)); [ring |].
  rewrite <- S; f_equal; rewrite D at 3; ring.
Qed.

(** Bits of [x] from [w] on are those of [e + 2^p * x + ..] from [p + w] on, where the rest stays clear of them. *)
Lemma window : forall e p w b x z,
  0 <= p -> 0 <= w -> 0 <= b -> 0 <= e -> e + (x mod 2 ^ w) * 2 ^ p < 2 ^ (p + w) ->
  let n := e + 2 ^ p * x + 2 ^ (p + w + b) * z in
  n / 2 ^ (p + w) mod 2 ^ b = x / 2 ^ w mod 2 ^ b /\
  forall v, 0 <= v < 2 ^ b ->
    Z.lxor n (v * 2 ^ (p + w)) = e + 2 ^ p * Z.lxor x (v * 2 ^ w) + 2 ^ (p + w + b) * z.
Proof.
  intros e p w b x z Hp Hw Hb He L n.
  assert (Pp : 0 < 2 ^ p) by (apply Z.pow_pos_nonneg; lia); assert (Pw : 0 < 2 ^ w) by (apply Z.pow_pos_nonneg; lia).
  assert (Pb : 0 < 2 ^ b) by (apply Z.pow_pos_nonneg; lia).
  pose proof (Z.div_mod x (2 ^ w) ltac:(lia)) as D; pose proof (Z.mod_pos_bound x (2 ^ w) Pw) as M.
  set (l := x mod 2 ^ w) in *; set (h := x / 2 ^ w) in *.
  assert (Q : 2 ^ (p + w) = 2 ^ p * 2 ^ w) by (apply Z.pow_add_r; lia).
  assert (Q' : 2 ^ (p + w + b) = 2 ^ p * 2 ^ w * 2 ^ b) by (rewrite !Z.pow_add_r by lia; ring).
  assert (E : n = (e + l * 2 ^ p) + 2 ^ (p + w) * (h + 2 ^ b * z)) by (subst n; rewrite Q, Q', D; ring).
  assert (R : 0 <= e + l * 2 ^ p < 2 ^ (p + w)) by nia.
  rewrite E; split.
  - replace (2 ^ (p + w) * (h + 2 ^ b * z)) with ((h + 2 ^ b * z) * 2 ^ (p + w)) by ring.
    rewrite Z.div_add, Z.div_small, Z.add_0_l by lia.
    replace (h + 2 ^ b * z) with (h + z * 2 ^ b) by ring; apply Z.mod_add; lia.
  - intros v V; replace (v * 2 ^ (p + w)) with (2 ^ (p + w) * v) by ring.
    rewrite xor_high, xor_low by lia.
    replace (v * 2 ^ w) with (2 ^ w * v) by ring; rewrite D at 1; rewrite (Z.add_comm (2 ^ w * h)), xor_high by lia.
    rewrite Q, Q'; ring.
Qed.

(** What a swizzle does, by the number in its window of bits. *)
Lemma apply_window : forall sw x,
  valid_swizzle sw -> apply sw x = Z.lxor x (x / 2 ^ from sw mod 2 ^ bits sw * 2 ^ onto sw).
Proof.
  intros sw x V; pose proof V as (V1 & V2 & V3 & _).
  assert (F : 0 <= from sw) by (unfold from; lia); assert (O : 0 <= onto sw) by (unfold onto; lia).
  apply Z.bits_inj'; intros i I; rewrite swizzle_bit, Z.lxor_spec by auto; f_equal.
  rewrite <- Z.shiftl_mul_pow2, Z.shiftl_spec by auto; unfold changes.
  destruct (Z_lt_le_dec i (onto sw)) as [L | L].
  - rewrite (Z.testbit_neg_r _ (i - onto sw)) by lia; destruct (onto sw <=? i) eqn:E; [lia | apply andb_false_r].
  - destruct (Z_lt_le_dec i (onto sw + bits sw)) as [U | U].
    + rewrite Z.mod_pow2_bits_low, <- Z.shiftr_div_pow2, Z.shiftr_spec by lia.
      assert (E : (onto sw <=? i) && (i <? onto sw + bits sw) = true) by (apply andb_true_intro; lia).
      rewrite E, andb_true_r; f_equal; unfold from, onto; lia.
    + rewrite Z.mod_pow2_bits_high by lia.
      destruct (i <? onto sw + bits sw) eqn:E; [lia |]; rewrite !andb_false_r; reflexivity.
Qed.

(** ** A run of bits through a layout *)

Lemma is_power_spec : forall n, is_power n = true -> n = 2 ^ Z.log2 n /\ 0 <= Z.log2 n.
Proof. unfold is_power; intros n H; apply andb_prop in H; split; [lia | apply Z.log2_nonneg]. Qed.

(** The mode that contains a run: it starts at [2^p], has the stride [2^q], and contains the run as a whole. *)
Lemma run_image_spec : forall a low first b k f j,
  run_image a low first b k = Some (f, j) -> positive a -> 0 < low <= 2 ^ first -> 0 <= first -> 0 <= b ->
  exists pre e d post p q,
    a = pre ++ (e, d) :: post /\ j = (k + length pre)%nat /\ low * size pre = 2 ^ p /\ d = 2 ^ q /\
    0 <= p <= first /\ 0 <= q /\ f = first - p + q /\
    (post = [] \/ (2 ^ (first + b) | low * size pre * e)).
Proof.
  induction a as [| [e d] a IH]; intros low first b k f j H Pa L F B; [discriminate |].
  apply positive_cons in Pa; cbn [fst] in Pa; destruct Pa as [Pe Pa]; cbn [run_image] in H.
  set (last := match a with [] => true | _ => false end) in *.
  destruct (last || (2 ^ first <? low * e)) eqn:E.
  - destruct (is_power low && is_power d && _ && _) eqn:G; [| discriminate]; inversion H; subst f j; clear H.
    apply andb_prop in G; destruct G as [G _]; apply andb_prop in G; destruct G as [G G3].
    apply andb_prop in G; destruct G as [G1 G2]; apply is_power_spec in G1, G2.
    exists [], e, d, a, (Z.log2 low), (Z.log2 d); cbn [app length size]; rewrite Z.mul_1_r.
    assert (Z.log2 low <= first) by (rewrite <- (Z.log2_pow2 first) by auto; apply Z.log2_le_mono; lia).
    split; [reflexivity |]; split; [lia |]; split; [tauto |]; split; [tauto |]; split; [lia |]; split; [lia |]; split; [lia |].
    apply orb_prop in G3; destruct G3 as [G3 | G3]; [left; subst last; destruct a; [reflexivity | discriminate] |].
    right; apply Z.mod_divide; [apply Z.pow_nonzero; lia | lia].
  - apply orb_false_elim in E; destruct E as [_ E].
    destruct (IH _ _ _ _ _ _ H Pa ltac:(nia) F B) as (pre & e' & d' & post & p & q & E1 & E2 & E3 & R).
    exists ((e, d) :: pre), e', d', post, p, q; cbn [app length size]; rewrite Z.mul_assoc.
    split; [congruence |]; split; [lia |]; split; [exact E3 | exact R].
Qed.

Lemma most_below_sound : forall above a t u b,
  0 < above -> most_below above a t = Some b -> within u t -> length u = length a ->
  exists z w, dot a u = w + above * z /\ 0 <= w <= b.
Proof.
  intros above a; induction a as [| [e d] a IH]; intros t u b A H W L.
  - inversion H; subst; exists 0, 0; destruct u; cbn; lia.
  - destruct W as [| x y u t Hx W]; [discriminate |]; cbn [most_below] in H.
    destruct (most_below above a t) as [b' |] eqn:E; [| discriminate].
    destruct (IH _ _ _ A E W ltac:(cbn in L; lia)) as (z & w & D & R); cbn [dot].
    destruct ((y =? 0) || (d mod above =? 0)) eqn:C.
    + inversion H; subst b'; apply orb_prop in C; destruct C as [C | C]; apply Z.eqb_eq in C.
      * exists z, w; assert (x = 0) by lia; subst x; lia.
      * exists (x * (d / above) + z), w; pose proof (Z.div_mod d above ltac:(lia)) as Q; rewrite C in Q.
        split; [rewrite D, Q at 1; ring | lia].
    + destruct (d <? 0) eqn:N; [discriminate |]; inversion H; subst b; exists z, (x * d + w); split; [rewrite D; ring | nia].
Qed.

Lemma within_app : forall u v t s, length u = length t -> (within (u ++ v) (t ++ s) <-> within u t /\ within v s).
Proof.
  induction u as [| x u IH]; intros v [| y t] s L; try discriminate; cbn [app].
  - split; [intros; split; [constructor | auto] | intros []; auto].
  - split.
    + intros H; inversion H; subst; apply IH in H5; [| cbn in L; lia]; destruct H5; split; [constructor |]; auto.
    + intros [H1 H2]; inversion H1; subst; constructor; [auto |]; apply IH; [cbn in L; lia | auto].
Qed.

(** A run of bits goes through a layout as a whole: it reads the same bits before and after, and changes of these bits go
    with it. *)
Lemma run_carried : forall a t b first f k,
  coalesced a -> no_carry a t 0 = true -> length t = length a -> 0 <= first -> 0 <= b ->
  run_image a 1 first b 0 = Some (f, k) -> stays a t b f k = true ->
  0 <= f /\
  forall u, within u t -> length u = length a ->
    dot a u / 2 ^ f mod 2 ^ b = index a u / 2 ^ first mod 2 ^ b /\
    forall v, 0 <= v < 2 ^ b ->
      endless a (Z.lxor (index a u) (v * 2 ^ first)) = Z.lxor (dot a u) (v * 2 ^ f).
Proof.
  intros a t b first f k C N Lt Hf Hb R S; pose proof (coalesced_positive a C) as Pa.
  destruct (run_image_spec a 1 first b 0 f k R Pa) as (pre & e & d & post & p & q & E & Ek & Ep & Ed & Hp & Hq & Ef & Whole); auto.
  { pose proof (Z.pow_pos_nonneg 2 first); lia. }
  rewrite Z.mul_1_l in *; cbn [Nat.add] in Ek; subst k; split; [lia |]; intros u W Lu.
  pose proof (no_carry_open a t u C N W Lu) as O.
  (* The digits below the mode, its digit, and the digits above it. *)
  rewrite E in Lu, Lt; rewrite app_length in Lu, Lt; cbn [length] in Lu, Lt.
  destruct (nth_error u (length pre)) as [x |] eqn:Nu.
  2: { apply nth_error_None in Nu; lia. }
  destruct (nth_error t (length pre)) as [y |] eqn:Nt.
  2: { apply nth_error_None in Nt; lia. }
  destruct (nth_error_split _ _ Nu) as (u1 & u2 & Eu & L1); destruct (nth_error_split _ _ Nt) as (t1 & t2 & Et & T1).
  subst u t; rewrite app_length in Lu; cbn [length] in Lu.
  apply within_app in W; [| lia]; destruct W as [W1 W]; inversion W as [| ? ? ? ? Wx W2]; subst; clear W.
  apply open_app in O; [| congruence | auto]; destruct O as [O1 O]; cbn [open] in O; destruct O as (Ox & Oe & O2).
  (* The rest of the offset. *)
  unfold stays in S; rewrite nth_error_app2, Nat.sub_diag in S by lia; cbn [nth_error] in S.
  rewrite <- T1 in S at 1; rewrite nth_error_app2, Nat.sub_diag in S by lia; cbn [nth_error] in S.
  rewrite firstn_app, Nat.sub_diag, firstn_all, firstn_O, app_nil_r in S.
  assert (Ft : firstn (length pre) (t1 ++ y :: t2) = t1) by (rewrite <- T1, firstn_app, Nat.sub_diag, firstn_all, firstn_O, app_nil_r; reflexivity).
  assert (Sa : skipn (Datatypes.S (length pre)) (pre ++ (e, 2 ^ q) :: post) = post).
  { rewrite skipn_app, skipn_all2 by lia; replace (Datatypes.S (length pre) - length pre)%nat with 1%nat by lia; reflexivity. }
  assert (St : skipn (Datatypes.S (length pre)) (t1 ++ y :: t2) = t2).
  { rewrite <- T1, skipn_app, skipn_all2 by lia; replace (Datatypes.S (length t1) - length t1)%nat with 1%nat by lia; reflexivity. }
  rewrite Ft, Sa, St in S; set (f := first - p + q) in *.
  destruct (most_below (2 ^ (f + b)) pre t1) as [b1 |] eqn:M1; [| discriminate].
  destruct (most_below (2 ^ (f + b)) post t2) as [b2 |] eqn:M2; [| discriminate].
  apply Z.ltb_lt in S.
  assert (Pf : 0 < 2 ^ (f + b)) by (apply Z.pow_pos_nonneg; lia).
  destruct (most_below_sound _ _ _ u1 _ Pf M1 W1 ltac:(lia)) as (z1 & w1 & D1 & B1).
  destruct (most_below_sound _ _ _ u2 _ Pf M2 W2 ltac:(lia)) as (z2 & w2 & D2 & B2).
  assert (Pw : 0 < 2 ^ (first - p)) by (apply Z.pow_pos_nonneg; lia).
  pose proof (Z.mod_pos_bound x (2 ^ (first - p)) Pw) as Mx.
  assert (Mx' : x mod 2 ^ (first - p) <= x) by (apply Z.mod_le; lia).
  assert (Pq : 0 < 2 ^ q) by (apply Z.pow_pos_nonneg; lia).
  assert (Qf : 2 ^ f = 2 ^ (first - p) * 2 ^ q) by (subst f; apply Z.pow_add_r; lia).
  (* The offset, and the linear index, as windows on the digit. *)
  assert (After : w1 + w2 + x mod 2 ^ (first - p) * 2 ^ q < 2 ^ (q + (first - p))).
  { replace (q + (first - p)) with f by (subst f; lia).
    assert (x mod 2 ^ (first - p) * 2 ^ q <= y * 2 ^ q) by nia.
    assert (x mod 2 ^ (first - p) * 2 ^ q <= 2 ^ f - 2 ^ q) by nia; lia. }
  assert (Ia := index_range pre u1 O1).
  assert (Pp : 0 < 2 ^ p) by (apply Z.pow_pos_nonneg; lia).
  assert (Qp : 2 ^ (p + (first - p)) = 2 ^ p * 2 ^ (first - p)) by (apply Z.pow_add_r; lia).
  assert (Before : index pre u1 + x mod 2 ^ (first - p) * 2 ^ p < 2 ^ (p + (first - p))) by nia.
  assert (Top : exists z, 2 ^ p * e * index post u2 = 2 ^ (p + (first - p) + b) * z).
  { replace (p + (first - p) + b) with (first + b) by lia; destruct Whole as [-> | (c & Wc)].
    - exists 0; cbn; lia.
    - exists (c * index post u2); rewrite <- Ep, Wc; ring. }
  destruct Top as (zt & Top).
  assert (En : forall x', index (pre ++ (e, 2 ^ q) :: post) (u1 ++ x' :: u2) = index pre u1 + 2 ^ p * x' + 2 ^ (p + (first - p) + b) * zt).
  { intros x'; rewrite index_app by auto; cbn [index]; rewrite Ep, <- Top; ring. }
  assert (Ed : forall x', dot (pre ++ (e, 2 ^ q) :: post) (u1 ++ x' :: u2) = w1 + w2 + 2 ^ q * x' + 2 ^ (q + (first - p) + b) * (z1 + z2)).
  { intros x'; rewrite dot_app by auto; cbn [dot]; rewrite D1, D2.
    replace (q + (first - p) + b) with (f + b) by (subst f; lia); ring. }
  destruct (window (index pre u1) p (first - p) b x zt) as [X1 X2]; try lia.
  destruct (window (w1 + w2) q (first - p) b x (z1 + z2)) as [Y1 Y2]; try lia.
  rewrite En, Ed; replace (p + (first - p)) with first in X1, X2 |- * by lia.
  replace (q + (first - p)) with f in Y1, Y2 |- * by (subst f; lia).
  split; [congruence |]; intros v V.
  rewrite X2, Y2 by auto; set (x' := Z.lxor x (v * 2 ^ (first - p))).
  specialize (En x'); specialize (Ed x'); replace (p + (first - p)) with first in En by lia.
  replace (q + (first - p)) with f in Ed by (subst f; lia).
  rewrite <- En, <- Ed; apply endless_index.
  apply open_app; [congruence | auto |]; split; [exact O1 |]; cbn [open].
  split; [subst x'; apply Z.lxor_nonneg; nia | split; [| exact O2]].
  (* The digit remains within its extent. *)
  destruct Oe as [Oe | Oe]; [left; exact Oe |]; destruct Whole as [Whole | Whole]; [left; exact Whole | right].
  rewrite Ep in Whole; destruct Whole as (c & Wc).
  assert (Q : 2 ^ (first + b) = 2 ^ p * 2 ^ (first - p + b)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (Ee : e = c * 2 ^ (first - p + b)) by nia.
  assert (Pb : 0 < 2 ^ (first - p + b)) by (apply Z.pow_pos_nonneg; lia).
  assert (Vx : 0 <= v * 2 ^ (first - p) < 2 ^ (first - p + b))     by (rewrite Z.pow_add_r, (Z.mul_comm (2 ^ (first - p))) by lia; split;
        [apply Z.mul_nonneg_nonneg; lia | apply Z.mul_lt_mono_pos_r; lia]).
  pose proof (Z.div_mod x (2 ^ (first - p + b)) ltac:(lia)) as Dx; pose proof (Z.mod_pos_bound x _ Pb) as Rx.
  assert (x' < 2 ^ (first - p + b) * (x / 2 ^ (first - p + b)) + 2 ^ (first - p + b)).
  { subst x'; rewrite Dx at 1; rewrite Z.add_comm, xor_low by lia.
    pose proof (xor_bound _ _ _ Rx Vx ltac:(lia)); lia. }
  assert (x / 2 ^ (first - p + b) < c) by (apply Z.div_lt_upper_bound; lia).
  assert (2 ^ (first - p + b) * (x / 2 ^ (first - p + b) + 1) <= 2 ^ (first - p + b) * c)
    by (apply Z.mul_le_mono_nonneg_l; lia); lia.
Qed.

(** An accepted composition with a swizzled layout: [R(c) = A(B(c))], where [A] is coalesced and its last mode then has no
    end. *)
Theorem compose_swizzled_sound : forall a b r,
  nonnegative (flat a) -> nonnegative (flat (plain b)) -> valid_swizzle (outer b) -> compose_swizzled a b = Some r ->
  refines (plain b) (plain r) /\ valid_swizzle (outer r) /\
  forall c, 0 <= c < size (flat (plain b)) -> image r c = endless (merge (flat a)) (image b c).
Proof.
  unfold compose_swizzled; intros a b r Fa Fb V H.
  destruct (existsb is_zero (flat a) || existsb is_zero (flat (plain b))) eqn:Z; [discriminate |].
  apply orb_false_elim in Z; destruct Z as [Za Zb]; apply no_zero_positive in Za, Zb; auto.
  pose proof (merge_coalesced _ Za) as C; set (m := merge (flat a)) in *; pose proof (coalesced_positive m C) as Pm.
  destruct (compose_leaves m (flat (plain b))) as [[gs t] |] eqn:E; [| discriminate].
  destruct (start b <? 0) eqn:S; [discriminate |]; apply Z.ltb_ge in S.
  destruct (no_carry m (add t (places m (start b))) 0) eqn:N; [| discriminate].
  destruct (carried m (add t (places m (start b))) (outer b)) as [sw |] eqn:K; [| discriminate].
  inversion H; subst r; clear H; cbn [outer start plain]; unfold image; cbn [outer start plain].
  destruct (compose_leaves_size _ _ _ _ Pm Zb E) as (_ & _ & F).
  destruct (fill_flat (plain b) gs [] F (compose_leaves_nonempty _ _ _ _ E)) as (p & E1 & E2 & E3).
  rewrite app_nil_r in E1; rewrite E1; cbn [fst]; split; [exact E3 |]; rewrite E2; clear E1 E2 E3 p.
  (* The digits of the linear index before the swizzle. *)
  assert (U : m <> [] -> forall c, 0 <= c < size (flat (plain b)) ->
            exists u, within u (add t (places m (start b))) /\ length u = length m /\
              start b + offset (flat (plain b)) c = index m u /\ dot m (places m (start b)) + offset (concat gs) c = dot m u).
  { intros Nm c R; destruct (compose_leaves_walk m _ gs t c Nm Pm Zb E R) as (u & W & L & I & O).
    exists (add u (places m (start b))); pose proof (places_length m (start b)) as Lp.
    split; [apply within_add; [exact W |] | split; [rewrite add_length; lia | split]].
    - pose proof (places_nonnegative m (start b) Pm S) as P; clear - P; induction P; constructor; auto; lia.
    - rewrite add_index, places_index, I by auto; lia.
    - rewrite add_dot, O by auto; lia. }
  assert (Lt : m <> [] -> length (add t (places m (start b))) = length m).
  { intros Nm; pose proof (size_positive _ Zb); destruct (U Nm 0 ltac:(lia)) as (u & W & L & _).
    rewrite <- L; symmetry; clear - W; induction W; cbn; congruence. }
  unfold carried in K; destruct (bits (outer b) =? 0) eqn:B.
  - (* Nothing moves. *)
    apply Z.eqb_eq in B; inversion K; subst sw; split.
    { unfold valid_swizzle, ending; cbn [bits base shift]; lia. }
    intros c R; rewrite !apply_identity by auto; destruct m as [| n m'] eqn:Em.
    + rewrite (compose_leaves_none _ _ _ c E); reflexivity.
    + rewrite <- Em in *; destruct (U ltac:(congruence) c R) as (u & W & L & I & O); rewrite I, O; symmetry.
      apply endless_index; eapply no_carry_open; eauto.
  - pose proof V as (V1 & V2 & _).
    destruct (run_image m 1 (from (outer b)) (bits (outer b)) 0) as [[f i] |] eqn:R1; [| discriminate].
    destruct (run_image m 1 (onto (outer b)) (bits (outer b)) 0) as [[o j] |] eqn:R2; [| discriminate].
    destruct (stays m _ (bits (outer b)) f i && stays m _ (bits (outer b)) o j) eqn:St; [| discriminate].
    apply andb_prop in St; destruct St as [S1 S2]; apply checked_valid in K; destruct K as [-> K]; split; [exact K |].
    assert (Nm : m <> []) by (intros Em; rewrite Em in R1; discriminate).
    assert (F0 : 0 <= from (outer b)) by (unfold from; lia); assert (O0 : 0 <= onto (outer b)) by (unfold onto; lia).
    destruct (run_carried m _ _ _ _ _ C N (Lt Nm) F0 V1 R1 S1) as [Hf Cf].
    destruct (run_carried m _ _ _ _ _ C N (Lt Nm) O0 V1 R2 S2) as [Ho Co].
    intros c R; destruct (U Nm c R) as (u & W & L & I & O); rewrite I, O, !apply_window by auto.
    destruct (Cf u W L) as [Rd _]; destruct (Co u W L) as [_ Wr].
    assert (P : 0 < 2 ^ bits (outer b)) by (apply Z.pow_pos_nonneg; lia).
    rewrite Wr by (apply Z.mod_pos_bound; auto); rewrite <- Rd; cbn [bits].
    unfold from at 1, onto at 1; cbn [base shift].
    replace (Z.min f o + Z.max 0 (f - o)) with f by lia; replace (Z.min f o + Z.max 0 (- (f - o))) with o by lia.
    reflexivity.
Qed.

(** The same for a swizzled [A]: [R(c) = Sw(offset + A(B(c)))]. *)
Theorem compose_two_sound : forall a b r,
  nonnegative (flat (plain a)) -> nonnegative (flat (plain b)) -> valid_swizzle (outer a) -> valid_swizzle (outer b) ->
  compose_two a b = Some r ->
  refines (plain b) (plain r) /\ valid_swizzle (outer r) /\
  forall c, 0 <= c < size (flat (plain b)) ->
    image r c = apply (outer a) (start a + endless (merge (flat (plain a))) (image b c)).
Proof.
  unfold compose_two; intros a b r Fa Fb Va Vb H.
  destruct (compose_swizzled (plain a) b) as [first |] eqn:E; [| discriminate].
  destruct (after (outer a) (outer first)) as [sw |] eqn:A; [| discriminate].
  destruct ((bits (outer first) =? 0) || (start a mod 2 ^ ending (outer first) =? 0)) eqn:D; [| discriminate].
  inversion H; subst r; clear H; cbn [outer plain].
  destruct (compose_swizzled_sound _ _ _ Fa Fb Vb E) as (R & Vf & O).
  destruct (after_sound _ _ _ Va Vf A) as [Vs S]; split; [exact R | split; [exact Vs |]].
  intros c C; rewrite <- O by auto; unfold image; cbn [outer start plain]; rewrite S; f_equal.
  set (x := offset (flat (plain first)) c).
  apply orb_prop in D; destruct D as [D | D]; apply Z.eqb_eq in D.
  - rewrite !apply_identity by auto; lia.
  - assert (P : 0 < 2 ^ ending (outer first)).
    { apply Z.pow_pos_nonneg; destruct Vf as (? & ? & ? & _); unfold ending; lia. }
    pose proof (Z.div_mod (start a) (2 ^ ending (outer first)) ltac:(lia)) as Q; rewrite D, Z.add_0_r in Q.
    rewrite Q; replace (_ * _ + start first + x) with (start first + x + start a / 2 ^ ending (outer first) * 2 ^ ending (outer first)) by ring.
    rewrite swizzle_blocks by (auto; lia); ring.
Qed.
