(** Swizzles: linear maps over F2 that xor a run of bits onto another run ([swizzle/bits.rs] of layout-core). *)

From Coq Require Import ZArith List Lia Bool.
Import ListNotations.
Open Scope Z_scope.

(** [Sw<bits,base,shift>]. *)
Record swizzle := Swizzle { bits : Z; base : Z; shift : Z }.

(** The swizzle [Sw<b,m,s>]. [None] is a refusal: the bits read and the bits changed must not overlap, and an offset has
    63 bits. *)
Definition checked (b m s : Z) : option swizzle :=
  if (0 <=? b) && (0 <=? m) && (b <=? Z.abs s) && (b + m + Z.abs s <=? 63) then Some (Swizzle b m s) else None.

(** A run of [b] bits from bit [k] on. *)
Definition mask (b k : Z) : Z := Z.shiftl (Z.ones b) k.

(** The lowest bit that is read, and the lowest bit that changes. *)
Definition from (sw : swizzle) : Z := base sw + Z.max 0 (shift sw).
Definition onto (sw : swizzle) : Z := base sw + Z.max 0 (- shift sw).

Definition from_mask (sw : swizzle) : Z := mask (bits sw) (from sw).
Definition onto_mask (sw : swizzle) : Z := mask (bits sw) (onto sw).

(** The bits from here on are neither read nor changed. *)
Definition ending (sw : swizzle) : Z := base sw + bits sw + Z.abs (shift sw).

(** The swizzled offset. A shift by a negative number goes up. *)
Definition apply (sw : swizzle) (x : Z) : Z := Z.lxor x (Z.shiftr (Z.land x (from_mask sw)) (shift sw)).

Fixpoint trailing (p : positive) : Z :=
  match p with
  | xO p => 1 + trailing p
  | _ => 0
  end.

(** The lowest bit and the number of bits of a run. *)
Definition run (x : Z) : option (Z * Z) :=
  match x with
  | Zpos p =>
      let low := trailing p in
      let n := Z.log2 x + 1 - low in
      if (0 <? n) && (x =? mask n low) then Some (low, n) else None
  | _ => None
  end.

(** The swizzle that xors the bits [f] onto the bits [o]. [None] unless both are runs of as many bits. *)
Definition from_masks (f o : Z) : option swizzle :=
  match run f, run o with
  | Some (low, n), Some (down, n') =>
      if n =? n' then checked n (Z.min low down) (low - down) else None
  | _, _ => None
  end.

(** The composition [a o first] as one swizzle. [None] is a refusal. *)
Definition after (a first : swizzle) : option swizzle :=
  if bits a =? 0 then Some first
  else if bits first =? 0 then Some a
  else if negb (shift a =? shift first) || negb (Z.land (onto_mask first) (from_mask a) =? 0) then None
  else if Z.lxor (from_mask a) (from_mask first) =? 0 then Some (Swizzle 0 0 (shift a))
  else from_masks (Z.lxor (from_mask a) (from_mask first)) (Z.lxor (onto_mask a) (onto_mask first)).

(** What [checked] accepts. *)
Definition valid_swizzle (sw : swizzle) : Prop :=
  0 <= bits sw /\ 0 <= base sw /\ bits sw <= Z.abs (shift sw) /\ ending sw <= 63.

(** Whether bit [i] changes. *)
Definition changes (sw : swizzle) (i : Z) : bool := (onto sw <=? i) && (i <? onto sw + bits sw).

Lemma checked_valid : forall b m s sw,
  checked b m s = Some sw <-> sw = Swizzle b m s /\ valid_swizzle sw.
Proof.
  unfold checked, valid_swizzle, ending; intros b m s sw.
  destruct ((0 <=? b) && (0 <=? m) && (b <=? Z.abs s) && (b + m + Z.abs s <=? 63)) eqn:E; split; intros H.
  - inversion H; subst; cbn [bits base shift]; split; [reflexivity |].
    rewrite !andb_true_iff in E; lia.
  - destruct H as [-> _]; reflexivity.
  - discriminate.
  - destruct H as [-> H]; cbn [bits base shift] in H; rewrite !andb_false_iff in E; lia.
Qed.

(** ** Bits *)

Lemma mask_bit : forall b k i, 0 <= b -> 0 <= i -> Z.testbit (mask b k) i = (k <=? i) && (i <? k + b).
Proof.
  intros b k i Hb Hi; unfold mask; rewrite Z.shiftl_spec by auto.
  destruct (k <=? i) eqn:E; [| rewrite Z.testbit_neg_r by lia; reflexivity].
  rewrite Z.testbit_ones by auto; lia.
Qed.

Lemma mask_nonnegative : forall b k, 0 <= b -> 0 <= mask b k.
Proof. intros b k H; unfold mask; apply Z.shiftl_nonneg; rewrite Z.ones_equiv; pose proof (Z.pow_pos_nonneg 2 b); lia. Qed.

Lemma onto_bit : forall sw i, valid_swizzle sw -> 0 <= i -> Z.testbit (onto_mask sw) i = changes sw i.
Proof. intros sw i (H & _) Hi; apply mask_bit; auto. Qed.

Lemma from_bit : forall sw i,
  valid_swizzle sw -> 0 <= i -> Z.testbit (from_mask sw) i = changes sw (i - shift sw).
Proof.
  intros sw i (H & _) Hi; unfold from_mask, changes; rewrite mask_bit by auto; unfold from, onto.
  lia.
Qed.

(** The bits that change, and the bits that they read, are bits of an offset. *)
Lemma changes_range : forall sw i,
  valid_swizzle sw -> changes sw i = true ->
  base sw <= i < ending sw /\ base sw <= i + shift sw < ending sw /\ changes sw (i + shift sw) = false.
Proof.
  unfold valid_swizzle, changes, ending, onto; intros sw i (H1 & H2 & H3 & _) C.
  apply andb_prop in C; destruct C as [C1 C2]; split; [lia | split; [lia |]].
  destruct (base sw + Z.max 0 (- shift sw) <=? i + shift sw) eqn:E; [simpl | reflexivity]; lia.
Qed.

(** ** One swizzle *)

(** The value: bit [i] is xored with bit [i + S] where it is one of the bits that change. *)
Theorem swizzle_bit : forall sw x i,
  valid_swizzle sw -> 0 <= i ->
  Z.testbit (apply sw x) i = xorb (Z.testbit x i) (Z.testbit x (i + shift sw) && changes sw i).
Proof.
  intros sw x i V Hi; unfold apply; rewrite Z.lxor_spec, Z.shiftr_spec, Z.land_spec by auto; f_equal.
  destruct (Z_lt_le_dec (i + shift sw) 0) as [L | L].
  - rewrite !(Z.testbit_neg_r _ (i + shift sw)) by auto; reflexivity.
  - rewrite from_bit by auto; do 2 f_equal; lia.
Qed.

(** A swizzle is linear over F2. *)
Theorem swizzle_linear : forall sw x y, apply sw (Z.lxor x y) = Z.lxor (apply sw x) (apply sw y).
Proof.
  intros sw x y; unfold apply; apply Z.bits_inj'; intros i Hi.
  rewrite !Z.lxor_spec, !Z.shiftr_spec, !Z.land_spec, Z.lxor_spec by auto.
  destruct (Z.testbit x i), (Z.testbit y i), (Z.testbit x (i + shift sw)), (Z.testbit y (i + shift sw)),
    (Z.testbit (from_mask sw) (i + shift sw)); reflexivity.
Qed.

Lemma apply_0 : forall sw, apply sw 0 = 0.
Proof. intros sw; unfold apply; rewrite Z.land_0_l, Z.shiftr_0_l; reflexivity. Qed.

Lemma apply_identity : forall sw x, bits sw = 0 -> apply sw x = x.
Proof.
  intros sw x H; unfold apply, from_mask, mask; rewrite H, (Z.ones_equiv 0); simpl.
  rewrite Z.shiftl_0_l, Z.land_0_r, Z.shiftr_0_l, Z.lxor_0_r; reflexivity.
Qed.

(** A swizzle is its own inverse. *)
Theorem swizzle_involution : forall sw x, valid_swizzle sw -> apply sw (apply sw x) = x.
Proof.
  intros sw x V; apply Z.bits_inj'; intros i Hi; rewrite !swizzle_bit by auto.
  destruct (changes sw i) eqn:C; [| rewrite !andb_false_r, !xorb_false_r; reflexivity].
  destruct (changes_range sw i V C) as (_ & R & N).
  rewrite swizzle_bit by (auto; destruct V as (_ & ? & _); lia); rewrite N, andb_false_r, xorb_false_r, !andb_true_r.
  rewrite xorb_assoc, xorb_nilpotent, xorb_false_r; reflexivity.
Qed.

(** Bits that are read and changed at once are no involution: [|S| >= B] is necessary. *)
Theorem swizzle_involution_only : forall b m s,
  0 <= b -> 0 <= m -> (forall x, apply (Swizzle b m s) (apply (Swizzle b m s) x) = x) -> b <= Z.abs s.
Proof.
  intros b m s Hb Hm I; destruct (Z_le_gt_dec b (Z.abs s)) as [L | L]; [exact L | exfalso].
  (* The value of a bit, where reading and changing may overlap. *)
  assert (B : forall x i, 0 <= i -> Z.testbit (apply (Swizzle b m s) x) i =
            xorb (Z.testbit x i) (Z.testbit x (i + s) && ((m + Z.max 0 (- s) <=? i) && (i <? m + Z.max 0 (- s) + b)))).
  { intros x i Hi; unfold apply; cbn [shift]; rewrite Z.lxor_spec, Z.shiftr_spec, Z.land_spec by auto; f_equal.
    destruct (Z_lt_le_dec (i + s) 0) as [N | N].
    - rewrite !(Z.testbit_neg_r _ (i + s)) by auto; reflexivity.
    - unfold from_mask; cbn [bits]; rewrite mask_bit by auto; unfold from; cbn [base shift]; f_equal.
      lia. }
  remember (m + Z.max 0 (- s) + Z.max 0 (- s)) as i eqn:Ei; remember (i + s + s) as j eqn:Ej.
  assert (H : Z.testbit (apply (Swizzle b m s) (apply (Swizzle b m s) (2 ^ j))) i = Z.testbit (2 ^ j) i) by (rewrite I; reflexivity).
  rewrite !B in H by lia.
  assert (Ci : (m + Z.max 0 (- s) <=? i) && (i <? m + Z.max 0 (- s) + b) = true) by (apply andb_true_intro; lia).
  assert (Cj : (m + Z.max 0 (- s) <=? i + s) && (i + s <? m + Z.max 0 (- s) + b) = true) by (apply andb_true_intro; lia).
  rewrite Ci, Cj, !Z.pow2_bits_eqb in H by lia; rewrite <- Ej, Z.eqb_refl in H.
  destruct (j =? i), (j =? i + s); discriminate.
Qed.

Lemma apply_sign : forall sw x, valid_swizzle sw -> (0 <= apply sw x <-> 0 <= x).
Proof.
  intros sw x V; unfold apply; rewrite Z.lxor_nonneg.
  assert (0 <= Z.shiftr (Z.land x (from_mask sw)) (shift sw)); [| tauto].
  apply Z.shiftr_nonneg, Z.land_nonneg; right; apply mask_nonnegative; apply V.
Qed.

(** Blocks of [2^n] elements are kept from [n = M + B + |S|] on. *)
Lemma apply_block : forall sw x n,
  valid_swizzle sw -> ending sw <= n ->
  apply sw x / 2 ^ n = x / 2 ^ n /\ apply sw x mod 2 ^ n = apply sw (x mod 2 ^ n).
Proof.
  intros sw x n V N.
  assert (0 <= n) by (destruct V as (? & ? & ? & _); unfold ending in N; lia).
  split; apply Z.bits_inj'; intros i Hi.
  - rewrite <- !Z.shiftr_div_pow2, !Z.shiftr_spec, swizzle_bit by (auto; lia).
    destruct (changes sw (i + n)) eqn:C; [| rewrite andb_false_r, xorb_false_r; reflexivity].
    apply changes_range in C; auto; lia.
  - destruct (Z_lt_le_dec i n) as [L | L].
    + rewrite Z.mod_pow2_bits_low, !swizzle_bit, Z.mod_pow2_bits_low by (auto; lia); f_equal.
      destruct (changes sw i) eqn:C; [| rewrite !andb_false_r; reflexivity].
      apply changes_range in C; auto; rewrite Z.mod_pow2_bits_low by lia; reflexivity.
    + rewrite Z.mod_pow2_bits_high, swizzle_bit, Z.mod_pow2_bits_high by (auto; lia).
      destruct (changes sw i) eqn:C; [| rewrite andb_false_r; reflexivity].
      apply changes_range in C; auto; lia.
Qed.

(** A swizzle commutes with the sum of multiples of [2^n], from [n = M + B + |S|] on. *)
Theorem swizzle_blocks : forall sw x k n,
  valid_swizzle sw -> ending sw <= n -> apply sw (x + k * 2 ^ n) = apply sw x + k * 2 ^ n.
Proof.
  intros sw x k n V N.
  assert (0 < 2 ^ n) by (apply Z.pow_pos_nonneg; destruct V as (? & ? & ? & _); unfold ending in N; lia).
  destruct (apply_block sw (x + k * 2 ^ n) n V N) as [D1 M1]; destruct (apply_block sw x n V N) as [D2 M2].
  rewrite Z.div_add in D1 by lia; rewrite Z.mod_add in M1 by lia.
  rewrite (Z.div_mod (apply sw (x + k * 2 ^ n)) (2 ^ n)), (Z.div_mod (apply sw x) (2 ^ n)) by lia.
  rewrite D1, D2, M1, M2; ring.
Qed.

(** A swizzle is one to one from [[0, 2^n)] onto itself, from [n = M + B + |S|] on. *)
Theorem swizzle_bijective : forall sw n,
  valid_swizzle sw -> ending sw <= n ->
  (forall x, 0 <= x < 2 ^ n -> 0 <= apply sw x < 2 ^ n) /\
  (forall x y, apply sw x = apply sw y -> x = y) /\
  (forall z, 0 <= z < 2 ^ n -> exists x, 0 <= x < 2 ^ n /\ apply sw x = z).
Proof.
  intros sw n V N.
  assert (0 < 2 ^ n) by (apply Z.pow_pos_nonneg; destruct V as (? & ? & ? & _); unfold ending in N; lia).
  assert (W : forall x, 0 <= x < 2 ^ n -> 0 <= apply sw x < 2 ^ n).
  { intros x R; destruct (apply_block sw x n V N) as [D _]; rewrite (Z.div_small x) in D by auto.
    pose proof (apply_sign sw x V); pose proof (Z.div_mod (apply sw x) (2 ^ n) ltac:(lia)).
    pose proof (Z.mod_pos_bound (apply sw x) (2 ^ n) ltac:(lia)); nia. }
  split; [exact W | split].
  - intros x y E; rewrite <- (swizzle_involution sw x V), E; apply swizzle_involution; auto.
  - intros z R; exists (apply sw z); split; [apply W; auto | apply swizzle_involution; auto].
Qed.

(** Groups of [2^k] elements stay together up to [k = M]: the swizzle moves each group as a whole. This is the recast of
    a swizzle, up by [2^k], and down by it. *)
Theorem swizzle_groups : forall b m s k x,
  valid_swizzle (Swizzle b (m + k) s) -> 0 <= m -> 0 <= k ->
  apply (Swizzle b (m + k) s) x / 2 ^ k = apply (Swizzle b m s) (x / 2 ^ k) /\
  apply (Swizzle b (m + k) s) x mod 2 ^ k = x mod 2 ^ k.
Proof.
  intros b m s k x V Hm Hk.
  assert (V' : valid_swizzle (Swizzle b m s)) by (unfold valid_swizzle, ending in *; simpl in *; lia).
  assert (C : forall i, changes (Swizzle b (m + k) s) (i + k) = changes (Swizzle b m s) i).
  { intros i; unfold changes, onto; cbn [base shift bits]; lia. }
  split; apply Z.bits_inj'; intros i Hi.
  - rewrite <- !Z.shiftr_div_pow2, Z.shiftr_spec, !swizzle_bit, Z.shiftr_spec, C by (auto; lia); cbn [shift].
    destruct (changes (Swizzle b m s) i) eqn:E; [| rewrite !andb_false_r; reflexivity].
    destruct (changes_range _ _ V' E) as (_ & R & _); cbn [base shift] in R.
    rewrite Z.shiftr_spec by lia; do 3 f_equal; lia.
  - destruct (Z_lt_le_dec i k) as [L | L].
    + rewrite !Z.mod_pow2_bits_low, swizzle_bit by (auto; lia).
      destruct (changes (Swizzle b (m + k) s) i) eqn:E; [| rewrite andb_false_r, xorb_false_r; reflexivity].
      apply changes_range in E; auto; cbn [base] in E; lia.
    + rewrite !Z.mod_pow2_bits_high by lia; reflexivity.
Qed.

(** Past [k = M], the bits that only move within a group disappear. Where the shift is negative, the rule holds for
    offsets without bits that move from within a group. *)
Theorem swizzle_groups_lost : forall b m s k x,
  valid_swizzle (Swizzle b m s) -> m <= k -> (0 <= s \/ forall i, m <= i < Z.min k (m + b) -> Z.testbit x i = false) ->
  apply (Swizzle b m s) x / 2 ^ k = apply (Swizzle (Z.max 0 (b - (k - m))) 0 s) (x / 2 ^ k).
Proof.
  intros b m s k x V K W.
  assert (H : 0 <= k) by (destruct V as (_ & ? & _); simpl in *; lia).
  assert (V' : valid_swizzle (Swizzle (Z.max 0 (b - (k - m))) 0 s)).
  { unfold valid_swizzle, ending in *; simpl in *; lia. }
  apply Z.bits_inj'; intros i Hi.
  rewrite <- !Z.shiftr_div_pow2, Z.shiftr_spec, !swizzle_bit, Z.shiftr_spec by (auto; lia); f_equal; cbn [shift].
  destruct (changes (Swizzle (Z.max 0 (b - (k - m))) 0 s) i) eqn:E.
  - pose proof (changes_range _ _ V' E) as (_ & R & _); cbn [base shift] in R.
    rewrite Z.shiftr_spec, andb_true_r by lia.
    assert (C : changes (Swizzle b m s) (i + k) = true).
    { unfold changes, onto in *; cbn [base shift bits] in *; apply andb_prop in E; apply andb_true_intro; lia. }
    rewrite C, andb_true_r; f_equal; lia.
  - rewrite andb_false_r.
    destruct (changes (Swizzle b m s) (i + k)) eqn:C; [| apply andb_false_r].
    rewrite andb_true_r; pose proof (changes_range _ _ V C) as (_ & R & _); cbn [base shift] in R.
    (* The bit that is read lies within a group. *)
    unfold changes, onto in *; cbn [base shift bits] in *; apply andb_prop in C; apply andb_false_iff in E.
    destruct W as [W | W]; [exfalso; lia | apply W; lia].
Qed.

(** ** Two swizzles *)

Lemma trailing_shift : forall n p, 0 <= n -> trailing (Z.to_pos (Zpos p * 2 ^ n)) = n + trailing p.
Proof.
  intros n p Hn; revert p; pattern n; apply natlike_ind; auto.
  - intros p; rewrite Z.mul_1_r; simpl; lia.
  - intros m Hm IH p; rewrite Z.pow_succ_r by auto.
    replace (Zpos p * (2 * 2 ^ m)) with (Zpos (xO p) * 2 ^ m) by (rewrite (Pos2Z.inj_xO p); ring).
    rewrite IH; cbn [trailing]; lia.
Qed.

Lemma mask_run : forall b k, 0 < b -> 0 <= k -> run (mask b k) = Some (k, b).
Proof.
  intros b k Hb Hk.
  assert (E : mask b k = (2 ^ b - 1) * 2 ^ k) by (unfold mask; rewrite Z.shiftl_mul_pow2, Z.ones_equiv by auto; lia).
  assert (P1 : 0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
  assert (P2 : 2 ^ b = 2 * 2 ^ (b - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  assert (P3 : 0 < 2 ^ (b - 1)) by (apply Z.pow_pos_nonneg; lia).
  assert (L : Z.log2 (mask b k) = b + k - 1).
  { apply Z.log2_unique; [lia |]; rewrite E.
    replace (Z.succ (b + k - 1)) with (b + k) by lia; replace (b + k - 1) with (b - 1 + k) by lia.
    rewrite !Z.pow_add_r by lia; nia. }
  assert (O : exists p, 2 ^ b - 1 = Zpos p /\ trailing p = 0).
  { destruct (2 ^ (b - 1)) as [| q | q]; try lia.
    exists (Pos.pred_double q); split; [lia | destruct q; reflexivity]. }
  destruct O as (p & Ep & Tp).
  assert (T : exists q, mask b k = Zpos q /\ trailing q = k).
  { exists (Z.to_pos (Zpos p * 2 ^ k)); split; [| rewrite trailing_shift by auto; lia].
    rewrite Z2Pos.id by (apply Z.mul_pos_pos; lia); rewrite E, Ep; reflexivity. }
  destruct T as (q & Eq & Tq); unfold run; rewrite Eq, Tq, <- Eq, L.
  replace (b + k - 1 + 1 - k) with b by lia.
  destruct (0 <? b) eqn:E1; [| lia]; rewrite Z.eqb_refl; reflexivity.
Qed.

Lemma run_mask : forall x k b, run x = Some (k, b) -> x = mask b k /\ 0 < b /\ 0 <= k.
Proof.
  unfold run; intros x k b H; destruct x as [| p | p]; try discriminate.
  destruct (0 <? Z.log2 (Zpos p) + 1 - trailing p) eqn:E1; [| discriminate].
  destruct (Zpos p =? mask _ _) eqn:E2; [| discriminate]; apply Z.eqb_eq in E2.
  cbn [andb] in H; injection H as <- <-; split; [exact E2 | split; [apply Z.ltb_lt; exact E1 |]].
  clear; induction p; cbn [trailing]; lia.
Qed.

Lemma mask_unique : forall b b' k k', 0 < b -> 0 <= k -> 0 < b' -> 0 <= k' -> mask b k = mask b' k' -> b = b' /\ k = k'.
Proof.
  intros b b' k k' Hb Hk Hb' Hk' E; pose proof (mask_run b k Hb Hk) as R; rewrite E, mask_run in R by auto.
  inversion R; auto.
Qed.

(** The map of two swizzles of one shift, where the first changes no bit that the second reads. *)
Lemma two_apply : forall a b x,
  shift a = shift b -> Z.land (onto_mask b) (from_mask a) = 0 -> valid_swizzle a -> valid_swizzle b ->
  apply a (apply b x) = Z.lxor x (Z.shiftr (Z.land x (Z.lxor (from_mask a) (from_mask b))) (shift a)).
Proof.
  intros a b x S D Va Vb; apply Z.bits_inj'; intros i Hi.
  rewrite !swizzle_bit, Z.lxor_spec, Z.shiftr_spec, Z.land_spec, Z.lxor_spec by auto.
  destruct (Z_lt_le_dec (i + shift a) 0) as [L | L].
  - rewrite <- S, !(Z.testbit_neg_r _ (i + shift a)) by auto; simpl; rewrite !xorb_false_r; reflexivity.
  - rewrite !from_bit, swizzle_bit by auto; rewrite <- S.
    replace (i + shift a - shift a) with i by lia.
    destruct (changes a i) eqn:Ca; [| rewrite andb_false_r, xorb_false_r, xorb_false_l; reflexivity].
    assert (N : changes b (i + shift a) = false).
    { rewrite <- onto_bit by auto.
      assert (B : Z.testbit (Z.land (onto_mask b) (from_mask a)) (i + shift a) = false) by (rewrite D; apply Z.bits_0).
      rewrite Z.land_spec, (from_bit a) in B by auto.
      replace (i + shift a - shift a) with i in B by lia; rewrite Ca, andb_true_r in B; exact B. }
    rewrite N, andb_false_r, xorb_false_r, andb_true_r.
    destruct (Z.testbit x i), (Z.testbit x (i + shift a)), (changes b i); reflexivity.
Qed.

Lemma shiftr_from : forall sw, valid_swizzle sw -> Z.shiftr (from_mask sw) (shift sw) = onto_mask sw.
Proof.
  intros sw V; apply Z.bits_inj'; intros i Hi; rewrite Z.shiftr_spec, onto_bit by auto.
  destruct (Z_lt_le_dec (i + shift sw) 0) as [L | L].
  - rewrite Z.testbit_neg_r by auto; destruct (changes sw i) eqn:C; [| reflexivity].
    apply changes_range in C; auto; destruct V as (_ & ? & _); lia.
  - rewrite from_bit by auto; f_equal; lia.
Qed.

(** An accepted composition of two swizzles is the swizzle of both. *)
Theorem after_sound : forall a b c,
  valid_swizzle a -> valid_swizzle b -> after a b = Some c ->
  valid_swizzle c /\ forall x, apply c x = apply a (apply b x).
Proof.
  unfold after; intros a b c Va Vb H.
  destruct (bits a =? 0) eqn:Ea.
  { inversion H; subst; split; [auto |]; intros x; rewrite (apply_identity a) by lia; reflexivity. }
  destruct (bits b =? 0) eqn:Eb.
  { inversion H; subst; split; [auto |]; intros x; rewrite (apply_identity b) by lia; reflexivity. }
  destruct (shift a =? shift b) eqn:Es; [apply Z.eqb_eq in Es | discriminate].
  destruct (Z.land (onto_mask b) (from_mask a) =? 0) eqn:Ed; [apply Z.eqb_eq in Ed | discriminate]; simpl in H.
  pose proof (fun x => two_apply a b x Es Ed Va Vb) as T.
  destruct (Z.lxor (from_mask a) (from_mask b) =? 0) eqn:Ef.
  - apply Z.eqb_eq in Ef; inversion H; subst; split.
    + destruct Va as (? & ? & ? & ?); unfold valid_swizzle, ending in *; simpl; lia.
    + intros x; rewrite T, Ef, apply_identity, Z.land_0_r, Z.shiftr_0_l, Z.lxor_0_r by auto; reflexivity.
  - unfold from_masks in H.
    destruct (run (Z.lxor (from_mask a) (from_mask b))) as [[l n] |] eqn:R1; [| discriminate].
    destruct (run (Z.lxor (onto_mask a) (onto_mask b))) as [[d n'] |] eqn:R2; [| discriminate].
    destruct (n =? n') eqn:En; [apply Z.eqb_eq in En; subst n' | discriminate].
    apply checked_valid in H; destruct H as [-> V]; split; [exact V |].
    apply run_mask in R1, R2; destruct R1 as (R1 & Hn & Hl), R2 as (R2 & _ & Hd).
    (* The runs lie as far apart as the bits of both swizzles. *)
    assert (S : mask n d = Z.shiftr (mask n l) (shift a)).
    { rewrite <- R1, <- R2, Z.shiftr_lxor; rewrite Es at 2; rewrite !shiftr_from by auto; reflexivity. }
    assert (L : shift a = l - d).
    { assert (B : Z.testbit (mask n d) d = true) by (rewrite mask_bit by lia; apply andb_true_intro; lia).
      assert (T1 : Z.testbit (mask n d) (d + n - 1) = true) by (rewrite mask_bit by lia; apply andb_true_intro; lia).
      rewrite S, Z.shiftr_spec in B, T1 by lia.
      assert (P1 : 0 <= d + shift a) by (destruct (Z_lt_le_dec (d + shift a) 0); [rewrite Z.testbit_neg_r in B by auto; discriminate | auto]).
      rewrite mask_bit in B, T1 by lia; apply andb_prop in B, T1; lia. }
    intros x; rewrite T, R1, L; unfold apply, from_mask, from; cbn [base bits shift].
    do 4 f_equal; lia.
Qed.

(** Wherever one swizzle is both, the rule accepts. *)
Theorem after_accepts : forall a b c,
  valid_swizzle a -> valid_swizzle b -> valid_swizzle c ->
  (forall x, apply c x = apply a (apply b x)) -> after a b <> None.
Proof.
  intros a b c Va Vb Vc E; unfold after.
  destruct (bits a =? 0) eqn:Ea; [congruence |]; destruct (bits b =? 0) eqn:Eb; [congruence |].
  assert (Sa : shift a <> 0) by (destruct Va as (? & _ & ? & _); lia).
  assert (Sb : shift b <> 0) by (destruct Vb as (? & _ & ? & _); lia).
  assert (Sc : bits c <> 0 -> shift c <> 0) by (destruct Vc as (? & _ & ? & _); lia).
  (* Bit [i] of what the single bit [j] becomes, by a swizzle, and by both. *)
  assert (One : forall sw i j, valid_swizzle sw -> 0 <= i -> 0 <= j ->
            Z.testbit (apply sw (2 ^ j)) i = xorb (j =? i) ((j =? i + shift sw) && changes sw i)).
  { intros sw i j V Hi Hj; rewrite swizzle_bit, !Z.pow2_bits_eqb by auto; reflexivity. }
  assert (Two : forall i j, 0 <= i -> 0 <= j ->
            xorb (j =? i) ((j =? i + shift c) && changes c i) =
            xorb (xorb (j =? i) ((j =? i + shift b) && changes b i))
              (xorb (j =? i + shift a) ((j =? i + shift a + shift b) && changes b (i + shift a)) && changes a i)).
  { intros i j Hi Hj; rewrite <- One, E, swizzle_bit, One by auto; f_equal.
    destruct (changes a i) eqn:Ca; [| rewrite !andb_false_r; reflexivity].
    destruct (changes_range a i Va Ca) as (_ & R & _); rewrite One by (auto; destruct Va as (_ & ? & _); lia).
    reflexivity. }
  assert (Low : forall sw, valid_swizzle sw -> bits sw <> 0 ->
            0 <= onto sw /\ 0 <= onto sw + shift sw /\ changes sw (onto sw) = true).
  { intros sw (H1 & H2 & H3 & _) H4; unfold onto, changes; split; [lia | split; [lia | apply andb_true_intro; unfold onto; lia]]. }
  destruct (Low a Va ltac:(lia)) as (La1 & La2 & La3); destruct (Low b Vb ltac:(lia)) as (Lb1 & Lb2 & Lb3).
  (* Different shifts: the matrix has entries on two diagonals. *)
  destruct (shift a =? shift b) eqn:Es.
  2: { exfalso; apply Z.eqb_neq in Es.
       pose proof (Two (onto b) (onto b + shift b) Lb1 Lb2) as T1.
       pose proof (Two (onto a) (onto a + shift a) La1 La2) as T2.
       rewrite Lb3, Z.eqb_refl in T1; rewrite La3, Z.eqb_refl in T2.
       destruct (onto b + shift b =? onto b) eqn:F1; [lia |].
       destruct (onto b + shift b =? onto b + shift a) eqn:F2; [lia |].
       destruct (onto b + shift b =? onto b + shift a + shift b) eqn:F3; [lia |].
       destruct (onto a + shift a =? onto a) eqn:F4; [lia |].
       destruct (onto a + shift a =? onto a + shift b) eqn:F5; [lia |].
       destruct (onto a + shift a =? onto a + shift a + shift b) eqn:F6; [lia |].
       destruct (onto b + shift b =? onto b + shift c) eqn:F7; [| discriminate T1].
       destruct (onto a + shift a =? onto a + shift c) eqn:F8; [lia | discriminate T2]. }
  apply Z.eqb_eq in Es.
  (* The diagonal of the shift. *)
  assert (Diagonal : forall i, 0 <= i -> 0 <= i + shift a ->
            (shift a =? shift c) && changes c i = xorb (changes a i) (changes b i)).
  { intros i Hi Hj; pose proof (Two i (i + shift a) Hi Hj) as T; rewrite <- Es in T.
    rewrite Z.eqb_refl in T.
    destruct (i + shift a =? i) eqn:F1; [lia |].
    destruct (i + shift a =? i + shift a + shift a) eqn:F2; [lia |].
    destruct (shift a =? shift c) eqn:F3, (i + shift a =? i + shift c) eqn:F4; try lia;
      destruct (changes a i), (changes b i), (changes c i); simpl in *; congruence. }
  destruct (Z.land (onto_mask b) (from_mask a) =? 0) eqn:Ed.
  2: { (* The first changes a bit that the second reads. *)
       exfalso; apply Z.eqb_neq in Ed; apply Ed; apply Z.bits_inj'; intros k Hk; rewrite Z.bits_0, Z.land_spec.
       rewrite onto_bit, from_bit by auto.
       destruct (changes b k) eqn:Cb; [| reflexivity]; destruct (changes a (k - shift a)) eqn:Ca; [exfalso | reflexivity].
       destruct (changes_range a _ Va Ca) as (R1 & _ & N); destruct (changes_range b _ Vb Cb) as (_ & R2 & _).
       assert (0 <= base a /\ 0 <= base b) by (destruct Va as (_ & ? & _); destruct Vb as (_ & ? & _); auto).
       pose proof (Two (k - shift a) (k + shift b) ltac:(lia) ltac:(lia)) as T.
       replace (k - shift a + shift a) with k in T by lia; rewrite Ca, Cb in T.
       destruct (k + shift b =? k - shift a) eqn:F1; [lia |].
       destruct (k + shift b =? k - shift a + shift b) eqn:F2; [lia |].
       destruct (k + shift b =? k) eqn:F3; [lia |].
       rewrite Z.eqb_refl in T; simpl in T.
       destruct (k + shift b =? k - shift a + shift c) eqn:F4; [| discriminate T].
       pose proof (Diagonal k Hk ltac:(lia)) as D; replace (k - shift a + shift a) with k in N by lia; rewrite N, Cb in D.
       destruct (shift a =? shift c) eqn:F5; [lia | discriminate D]. }
  cbn [negb orb]; destruct (Z.lxor (from_mask a) (from_mask b) =? 0) eqn:Ef; [congruence |].
  (* One swizzle of the same bits. *)
  assert (F : shift c = shift a).
  { destruct (shift a =? shift c) eqn:F; [lia | exfalso].
    apply Z.eqb_neq in Ef; apply Ef; apply Z.bits_inj'; intros k Hk.
    rewrite Z.bits_0, Z.lxor_spec, !from_bit by auto; rewrite <- Es.
    destruct (Z_lt_le_dec (k - shift a) 0) as [L | L].
    - destruct (changes a (k - shift a)) eqn:Ca.
      { apply changes_range in Ca; auto; destruct Va as (_ & ? & _); lia. }
      destruct (changes b (k - shift a)) eqn:Cb; [| reflexivity].
      apply changes_range in Cb; auto; destruct Vb as (_ & ? & _); lia.
    - rewrite <- Diagonal by lia; reflexivity. }
  assert (D : forall i, 0 <= i -> 0 <= i + shift a -> changes c i = xorb (changes a i) (changes b i)).
  { intros i Hi Hj; pose proof (Diagonal i Hi Hj) as T; rewrite F, Z.eqb_refl in T; exact T. }
  assert (Neg : forall sw i, valid_swizzle sw -> i < 0 \/ i + shift sw < 0 -> changes sw i = false).
  { intros sw i V L; destruct (changes sw i) eqn:C; [| reflexivity].
    apply changes_range in C; auto; destruct V as (_ & ? & _); lia. }
  assert (All : forall i, changes c i = xorb (changes a i) (changes b i)).
  { intros i; destruct (Z_lt_le_dec i 0); [rewrite !Neg by (auto; lia); reflexivity |].
    destruct (Z_lt_le_dec (i + shift a) 0); [rewrite !Neg by (auto; lia); reflexivity | auto]. }
  assert (Mf : Z.lxor (from_mask a) (from_mask b) = from_mask c).
  { apply Z.bits_inj'; intros k Hk; rewrite Z.lxor_spec, !from_bit by auto; rewrite All, F, <- Es; reflexivity. }
  assert (Mo : Z.lxor (onto_mask a) (onto_mask b) = onto_mask c).
  { apply Z.bits_inj'; intros k Hk; rewrite Z.lxor_spec, !onto_bit by auto; rewrite All; reflexivity. }
  unfold from_masks; rewrite Mf, Mo.
  assert (Bc : 0 < bits c).
  { destruct Vc as (? & _); destruct (Z.eq_dec (bits c) 0) as [Z0 |]; [exfalso | lia].
    rewrite Mf in Ef; apply Z.eqb_neq in Ef; apply Ef; unfold from_mask, mask; rewrite Z0; apply Z.shiftl_0_l. }
  destruct Vc as (V1 & V2 & V3 & V4).
  unfold from_mask, onto_mask; rewrite !mask_run by (unfold from, onto; lia); rewrite Z.eqb_refl.
  assert (C : checked (bits c) (Z.min (from c) (onto c)) (from c - onto c) = Some (Swizzle (bits c) (Z.min (from c) (onto c)) (from c - onto c))).
  { apply checked_valid; split; [reflexivity |]; unfold valid_swizzle, ending, from, onto in *; cbn [bits base shift]; lia. }
  rewrite C; congruence.
Qed.
