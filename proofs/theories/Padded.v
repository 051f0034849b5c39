(** Padded complements and divides: what they accept, how far they round up, and their tiles ([algebra/padded.rs] of
    layout-core). [Guard] has the rules of their guards. *)

From Coq Require Import ZArith List Lia Bool.
From Layouts Require Import Modes Coalesce Compose Bijection Complement Divide Rearrange Nested Accept.
Import ListNotations.
Open Scope Z_scope.

(** The end of the modes of [a], whatever the range is: where a complement exists in some range. *)
Definition chain (a : modes) : option (modes * Z) :=
  if existsb is_zero a || existsb is_negative (filter moves a) then None
  else gaps (by_stride (filter moves a)) 1.

Lemma complement_until_chain : forall a m last,
  complement_until a m last =
    if m <=? 0 then None
    else match chain a with
         | Some (free, e) => match last e with Some n => Some (merge (free ++ [(n, e)])) | None => None end
         | None => None
         end.
Proof.
  intros a m last; unfold complement_until, chain.
  destruct (m <=? 0), (existsb is_zero a), (existsb is_negative (filter moves a)); reflexivity.
Qed.

Lemma chain_end : forall a free e, nonnegative a -> chain a = Some (free, e) -> 0 < e.
Proof.
  unfold chain; intros a free e Fa H.
  destruct (existsb is_zero a) eqn:Z; [discriminate |].
  destruct (existsb is_negative (filter moves a)); [discriminate |].
  apply gaps_compact in H; [destruct H as (all & _ & _ & _ & H & _); exact H | | lia].
  apply permutation_positive with (filter moves a).
  - symmetry; apply by_stride_permutation.
  - apply filter_positive, no_zero_positive; auto.
Qed.

(** Where a complement exists in the range, the padded complement is that complement. *)
Theorem complement_padded_extends : forall a m c, nonnegative a -> complement a m = Some c -> complement_padded a m = Some c.
Proof.
  unfold complement, complement_padded; intros a m c Fa; rewrite !complement_until_chain.
  destruct (m <=? 0); [discriminate |]; destruct (chain a) as [[free e] |]; [| discriminate].
  unfold ceil_div; destruct (m mod e =? 0); [| discriminate]; rewrite Z.add_0_r; auto.
Qed.

(** A padded complement exists exactly where a complement exists in some range. *)
Theorem complement_padded_accepts : forall a m,
  nonnegative a -> (complement_padded a m <> None <-> 0 < m /\ exists n, complement a n <> None).
Proof.
  unfold complement, complement_padded; intros a m Fa; rewrite complement_until_chain; split.
  - destruct (m <=? 0) eqn:M; [congruence |]; destruct (chain a) as [[free e] |] eqn:C; [| congruence].
    intros _; split; [lia |]; exists e; rewrite complement_until_chain, C.
    pose proof (chain_end _ _ _ Fa C); destruct (e <=? 0) eqn:E; [lia |].
    rewrite Z.mod_same by lia; simpl; congruence.
  - intros (M & n & H); rewrite complement_until_chain in H; destruct (m <=? 0) eqn:E; [lia |].
    destruct (n <=? 0); [congruence |]; destruct (chain a) as [[free e] |]; congruence.
Qed.

(** The ranges that have a complement are the multiples of one number, and a padded complement rounds up to the next
    multiple. *)
Theorem complement_padded_rounds : forall a m c,
  nonnegative a -> complement_padded a m = Some c ->
  exists e, 0 < e /\ (forall n, complement a n <> None <-> 0 < n /\ n mod e = 0) /\
    bijective (filter moves a ++ c) (ceil_div m e * e).
Proof.
  intros a m c Fa H; pose proof H as H'; unfold complement_padded in H'; rewrite complement_until_chain in H'.
  destruct (m <=? 0) eqn:M; [discriminate |]; destruct (chain a) as [[free e] |] eqn:C; [| discriminate].
  pose proof (chain_end _ _ _ Fa C) as He.
  assert (A : forall n, complement a n <> None <-> 0 < n /\ n mod e = 0).
  { intros n; unfold complement; rewrite complement_until_chain, C; destruct (n <=? 0) eqn:N.
    - split; [congruence | lia].
    - destruct (n mod e =? 0) eqn:E; split; try congruence; intros; try lia; split; lia. }
  exists e; split; [exact He | split; [exact A |]].
  destruct (complement_padded_sound _ _ _ Fa H) as (n & Ln & En & Least).
  enough (n = ceil_div m e * e) by (subst n; apply complement_sound; auto).
  assert (Dn : 0 < n /\ n mod e = 0) by (apply A; congruence).
  pose proof (Z.div_mod m e ltac:(lia)); pose proof (Z.mod_pos_bound m e He).
  pose proof (Z.div_mod n e ltac:(lia)) as En'; destruct Dn as [Pn Dn]; rewrite Dn in En'.
  assert (R : m <= ceil_div m e * e < m + e).
  { unfold ceil_div; destruct (m mod e =? 0) eqn:Z; [apply Z.eqb_eq in Z |]; lia. }
  destruct (Z_lt_le_dec (ceil_div m e * e) n) as [L | L]; [exfalso | ].
  - apply (A (ceil_div m e * e)); [split; [lia | apply Z.mod_mul; lia] | apply Least; lia].
  - assert (n / e <= ceil_div m e) by nia.
    assert (ceil_div m e <= n / e) by (assert (e * (ceil_div m e - 1) < e * (n / e)) by lia; nia); nia.
Qed.

(** Padded divides by the first rule of composition alone. *)
Definition divide_padded_walk (a t : modes) : option (list modes * list modes) :=
  divide_by walk_leaf (complement_padded t (size a)) a t.

(** The first rule accepts a padded division exactly where the tile repeats nothing, it has a complement in some range, and
    [A] can be composed with the tile and its padded complement. *)
Theorem divide_padded_accepts : forall a t,
  nonnegative a -> nonnegative t ->
  (divide_padded_walk a t <> None <->
   positive a /\ positive t /\ existsb repeats t = false /\
   exists rest, complement_padded t (size a) = Some rest /\ admissible (merge a) (t ++ rest)).
Proof.
  intros a t Fa Ft; unfold divide_padded_walk.
  destruct (complement_padded t (size a)) as [rest |] eqn:E.
  - destruct (complement_padded_sound _ _ _ Ft E) as (n & _ & En & _).
    rewrite (divide_by_accepts a t rest n) by auto; split.
    + intros (? & ? & ? & ?); eauto 6.
    + intros (? & ? & ? & r & Er & ?); inversion Er; subst; auto.
  - unfold divide_by; split; [| intros (_ & _ & _ & r & Er & _); discriminate].
    destruct (existsb is_zero a || existsb is_zero t), (existsb repeats t); congruence.
Qed.

(** Where the first rule accepts, its result is the result. *)
Theorem divide_padded_extends_walk : forall a t r, divide_padded_walk a t = Some r -> divide_padded a t = Some r.
Proof.
  unfold divide_padded, divide_padded_walk, divide_by; intros a t r H.
  destruct (existsb is_zero a || existsb is_zero t), (existsb repeats t); try discriminate.
  destruct (complement_padded t (size a)) as [rest |]; [| discriminate].
  destruct (walk_leaves (merge a) (t ++ rest)) as [[gs u] |] eqn:E; [| discriminate].
  rewrite (leaves_extend_walk _ _ _ _ E); exact H.
Qed.

(** Where the division is exact, the padded division is the same. *)
Theorem divide_padded_extends : forall a t r, nonnegative t -> divide a t = Some r -> divide_padded a t = Some r.
Proof.
  unfold divide, divide_padded; intros a t r Ft H.
  destruct (complement t (size a)) as [rest |] eqn:E.
  - rewrite (complement_padded_extends _ _ _ Ft E); exact H.
  - unfold divide_by in H; destruct (existsb is_zero a || existsb is_zero t), (existsb repeats t); discriminate.
Qed.

(** A padded division has as many coordinates as [|A|], rounded up to a multiple of the least range in which the tile has a
    complement. *)
Theorem divide_padded_rounds : forall a t gs hs,
  nonnegative a -> nonnegative t -> divide_padded a t = Some (gs, hs) ->
  exists e, 0 < e /\ (forall n, complement t n <> None <-> 0 < n /\ n mod e = 0) /\
    size (concat (gs ++ hs)) = ceil_div (size a) e * e.
Proof.
  intros a t gs hs Fa Ft H.
  destruct (divide_padded_sound _ _ _ _ Fa Ft H) as (rest & n & E & _ & (Sb & _) & S & _).
  destruct (complement_padded_rounds _ _ _ Ft E) as (e & He & A & (Sc & _)).
  exists e; split; [exact He | split; [exact A |]].
  rewrite <- Sc, S, <- Sb, !size_app; f_equal.
  unfold divide_padded, divide_by in H; destruct (existsb is_zero a || existsb is_zero t) eqn:Z; [discriminate |].
  destruct (existsb repeats t) eqn:R; [discriminate |]; apply orb_false_elim in Z; destruct Z as [_ Z].
  symmetry; apply (moves_offset t 0 R (no_zero_positive _ Ft Z)).
Qed.

(** The tile of a padded division is the composition of [A] with it. Within [|A|] it has the offsets of [A]. *)
Theorem divide_padded_tile : forall a t gs hs,
  nonnegative a -> nonnegative t -> divide_padded a t = Some (gs, hs) ->
  size (concat gs) = size t /\
  forall c, 0 <= c < size t ->
    offset (concat gs) c = endless (merge a) (offset t c) /\
    (offset t c < size a -> offset (concat gs) c = offset a (offset t c)).
Proof.
  intros a t gs hs Fa Ft H.
  destruct (divide_padded_sound _ _ _ _ Fa Ft H) as (rest & n & Ec & Ln & _ & _ & _ & F1 & _).
  destruct (complement_padded_sound _ _ _ Ft Ec) as (k & Lk & Ek & _).
  unfold divide_padded in H; rewrite Ec in H.
  destruct (divide_by_form a t rest k gs hs Fa Ft Ek H) as (Pa & P & _ & (Sb & Wb & _) & Sg & O & _).
  pose proof (complement_form _ _ _ Ft Ek) as (Pt & _ & free & all & Er & Pf & _).
  assert (Pr : positive rest) by (subst rest; apply coalesced_positive, merge_coalesced; auto).
  pose proof (size_positive _ Pr); rewrite size_app in Sb.
  assert (Sc : size (concat gs) = size t).
  { clear -F1; induction F1 as [| [s d] g t gs E F IH]; [reflexivity |].
    simpl in *; rewrite size_app, E, IH; reflexivity. }
  rewrite concat_app in *; apply positive_app in P; destruct P as [Pc _].
  split; [exact Sc |]; intros c R.
  specialize (O c ltac:(nia)); specialize (Wb c ltac:(nia)).
  rewrite offset_app, Sc, Z.div_small, offset_0, Z.add_0_r in O by (auto; lia).
  rewrite (offset_app t), Z.div_small, offset_0, Z.add_0_r in O, Wb by (auto; lia).
  rewrite endless_merge by auto; split; [exact O |]; intros I; rewrite O; apply unbounded_within; auto; lia.
Qed.

(** The tile is nested like the tiler: the same rule for nested layouts. *)
Theorem divide_pair_padded_tile : forall a t tile rest,
  nonnegative (flat a) -> nonnegative (flat t) -> divide_pair true a t = Some (tile, rest) ->
  refines t tile /\ size (flat tile) = size (flat t) /\
  forall c, 0 <= c < size (flat t) ->
    offset (flat tile) c = endless (merge (flat a)) (offset (flat t) c) /\
    (offset (flat t) c < size (flat a) -> offset (flat tile) c = offset (flat a) (offset (flat t) c)).
Proof.
  unfold divide_pair; intros a t tile rest Fa Ft H.
  destruct (divide_padded (flat a) (flat t)) as [[gs hs] |] eqn:E; [| discriminate].
  destruct (divide_padded_tile _ _ _ _ Fa Ft E) as [S T].
  destruct (divide_padded_sound _ _ _ _ Fa Ft E) as (c & n & Ec & _ & _ & _ & _ & F1 & _).
  destruct (complement_padded_sound _ _ _ Ft Ec) as (k & _ & Ek & _).
  assert (N : Forall (fun g => g <> []) (gs ++ hs)).
  { unfold divide_padded in E; rewrite Ec in E; apply (divide_by_form _ _ _ _ _ _ Fa Ft Ek E). }
  apply Forall_app in N; destruct N as [N _].
  destruct (fill_flat t gs [] F1 N) as (r & E1 & E2 & E3).
  rewrite app_nil_r in E1; rewrite E1 in H; inversion H; subst; rewrite E2; auto.
Qed.
