(** Division: a layout as tiles and what remains, [A o (T, C)], where [C] is the complement of the tile [T] in the size
    of [A] ([algebra/divide.rs] of layout-core). *)

From Coq Require Import ZArith List Lia Bool Permutation.
From Layouts Require Import Modes Coalesce Compose Bijection Complement.
Import ListNotations.
Open Scope Z_scope.

(** A mode that repeats elements. *)
Definition repeats (m : mode) : bool := (snd m =? 0) && (1 <? fst m).

(** Divides [a] by the tile [t], where [rest] is the tile's complement. Returns the modes for each leaf of the tile, and
    for each mode of its complement; leaves are composed by [leaf]. [None] is a refusal. *)
Definition divide_by leaf (rest : option modes) (a t : modes) : option (list modes * list modes) :=
  if existsb is_zero a || existsb is_zero t then None
  else if existsb repeats t then None
  else match rest with
       | None => None
       | Some rest =>
           match leaves_by leaf (merge a) (t ++ rest) with
           | Some (gs, u) =>
               if no_carry (merge a) u 0 then Some (firstn (length t) gs, skipn (length t) gs) else None
           | None => None
           end
       end.

Definition divide (a t : modes) : option (list modes * list modes) := divide_by compose_leaf (complement t (size a)) a t.
(** Division by the first rule of composition alone. *)
Definition divide_walk (a t : modes) : option (list modes * list modes) :=
  divide_by walk_leaf (complement t (size a)) a t.

(** The division with the number of tiles rounded up. *)
Definition divide_padded (a t : modes) : option (list modes * list modes) :=
  divide_by compose_leaf (complement_padded t (size a)) a t.

(** A tile that repeats nothing has the function of its modes that [complement] regards. *)
Lemma moves_offset : forall t x,
  existsb repeats t = false -> positive t -> offset (filter moves t) x = offset t x /\ size (filter moves t) = size t.
Proof.
  induction t as [| [s d] t IH]; intros x R H; [auto |].
  apply positive_cons in H; simpl in H; destruct H as [Hs Ht].
  cbn [existsb] in R; apply orb_false_elim in R; destruct R as [R1 R2].
  unfold repeats in R1; simpl in R1.
  assert (M : moves (s, d) = negb ((s =? 1) || (d =? 0))) by reflexivity.
  cbn [filter]; rewrite M; destruct (s =? 1) eqn:E1; simpl.
  - apply Z.eqb_eq in E1; subst; destruct (IH x R2 Ht) as [-> ->].
    rewrite Zmod_1_r, Z.div_1_r; lia.
  - destruct (d =? 0) eqn:E2; simpl; [lia |].
    destruct (IH (x / s) R2 Ht) as [-> ->]; lia.
Qed.

(** What a division returns, where the complement of the tile is that in [n]. *)
Lemma divide_by_form : forall a t rest n gs hs,
  nonnegative a -> nonnegative t -> complement t n = Some rest -> divide_by compose_leaf (Some rest) a t = Some (gs, hs) ->
  positive a /\ positive (concat (gs ++ hs)) /\ Forall (fun g => g <> []) (gs ++ hs) /\
  bijective (t ++ rest) n /\
  size (concat (gs ++ hs)) = n /\
  (forall c, 0 <= c < n -> offset (concat (gs ++ hs)) c = unbounded a (offset (t ++ rest) c)) /\
  fills t gs /\ fills rest hs.
Proof.
  unfold divide_by; intros a t rest n gs hs Fa Ft Ec H.
  destruct (existsb is_zero a || existsb is_zero t) eqn:Ez; [discriminate |].
  apply orb_false_elim in Ez; destruct Ez as [Ea Et].
  pose proof (no_zero_positive a Fa Ea) as Pa; pose proof (no_zero_positive t Ft Et) as Pt.
  destruct (existsb repeats t) eqn:Er; [discriminate |].
  destruct (compose_leaves (merge a) (t ++ rest)) as [[all u] |] eqn:E; [| discriminate].
  destruct (no_carry (merge a) u 0) eqn:N; [| discriminate].
  inversion H; clear H.
  assert (Pr : positive rest).
  { pose proof (complement_form t n rest Ft Ec) as (_ & _ & free & all0 & -> & Pf & _).
    apply coalesced_positive, merge_coalesced; auto. }
  assert (Ptr : positive (t ++ rest)) by (apply positive_app; auto).
  assert (Pm : positive (merge a)) by (apply coalesced_positive, merge_coalesced; auto).
  assert (B : bijective (t ++ rest) n).
  { apply bijective_same with (filter moves t ++ rest).
    - rewrite !size_app; destruct (moves_offset t 0 Er Pt) as [_ ->]; reflexivity.
    - intros x; rewrite !offset_app by (auto; apply filter_positive; auto).
      destruct (moves_offset t x Er Pt) as [-> ->]; reflexivity.
    - apply complement_sound; auto. }
  pose proof (compose_leaves_size _ _ _ _ Pm Ptr E) as (Pg & Sg & F).
  pose proof B as (Sb & _).
  rewrite firstn_skipn, <- Sb.
  split; [auto | split; [auto | split; [eapply compose_leaves_nonempty; eauto |]]].
  split; [rewrite Sb; auto | split; [auto | split]].
  - intros c R.
    rewrite (compose_leaves_sound (merge a) (t ++ rest) all u c) by (auto; apply merge_coalesced; auto).
    apply merge_unbounded; auto.
  - apply Forall2_app_inv_l in F; destruct F as (l1 & l2 & F1 & F2 & ->).
    assert (L : length t = length l1) by (clear -F1; induction F1; simpl; congruence).
    rewrite firstn_app, skipn_app, L, Nat.sub_diag, firstn_all, skipn_all, app_nil_r; simpl; auto.
Qed.

(** An accepted division is [A] after a rearrangement of its coordinates: [c -> (T, C)(c)] is one to one onto
    [[0, |A|)], and the result's offset at [c] is [A]'s offset there. *)
Theorem divide_sound : forall a t gs hs,
  nonnegative a -> nonnegative t -> divide a t = Some (gs, hs) ->
  exists rest, complement t (size a) = Some rest /\
    bijective (t ++ rest) (size a) /\
    size (concat (gs ++ hs)) = size a /\
    (forall c, 0 <= c < size a -> offset (concat (gs ++ hs)) c = offset a (offset (t ++ rest) c)) /\
    fills t gs /\ fills rest hs.
Proof.
  unfold divide; intros a t gs hs Fa Ft H.
  destruct (complement t (size a)) as [rest |] eqn:Ec.
  2: { unfold divide_by in H; destruct (existsb is_zero a || existsb is_zero t), (existsb repeats t); discriminate. }
  destruct (divide_by_form a t rest _ gs hs Fa Ft Ec H) as (Pa & _ & _ & B & S & O & F).
  exists rest; split; [reflexivity | split; [auto | split; [auto | split; [| auto]]]].
  intros c R; rewrite O by auto; apply unbounded_within; auto; apply B; auto.
Qed.

(** An accepted padded division has the coordinates of a range [[0, n)] from [|A|] on: [c -> (T, C)(c)] is one to one
    onto [[0, n)]. Where it is below [|A|], which the guard tests, the result's offset at [c] is [A]'s offset there. *)
Theorem divide_padded_sound : forall a t gs hs,
  nonnegative a -> nonnegative t -> divide_padded a t = Some (gs, hs) ->
  exists rest n, complement_padded t (size a) = Some rest /\ size a <= n /\
    bijective (t ++ rest) n /\
    size (concat (gs ++ hs)) = n /\
    (forall c, 0 <= c < n -> 0 <= offset (t ++ rest) c < size a ->
      offset (concat (gs ++ hs)) c = offset a (offset (t ++ rest) c)) /\
    fills t gs /\ fills rest hs.
Proof.
  unfold divide_padded; intros a t gs hs Fa Ft H.
  destruct (complement_padded t (size a)) as [rest |] eqn:Ec.
  2: { unfold divide_by in H; destruct (existsb is_zero a || existsb is_zero t), (existsb repeats t); discriminate. }
  destruct (complement_padded_sound _ _ _ Ft Ec) as (n & Ln & En & _).
  destruct (divide_by_form a t rest n gs hs Fa Ft En H) as (Pa & _ & _ & B & S & O & F).
  exists rest, n; do 4 (split; [auto |]); split; [| auto].
  intros c R I; rewrite O by auto; apply unbounded_within; auto.
Qed.

(** The offsets of the tile alone are the composition of [A] with the tile. *)
Corollary divide_tile : forall a t gs hs,
  nonnegative a -> nonnegative t -> divide a t = Some (gs, hs) ->
  size (concat gs) = size t /\
  forall c, 0 <= c < size t -> 0 <= offset t c < size a /\ offset (concat gs) c = offset a (offset t c).
Proof.
  intros a t gs hs Fa Ft H.
  destruct (divide_sound a t gs hs Fa Ft H) as (rest & Ec & (Sb & Wb & _) & Sg & O & F1 & F2).
  assert (Pr : positive rest /\ positive t).
  { pose proof (complement_form t (size a) rest Ft Ec) as (? & _ & free & all0 & -> & Pf & _).
    split; [apply coalesced_positive, merge_coalesced |]; auto. }
  destruct Pr as [Pr Pt].
  pose proof (size_positive _ Pr); rewrite size_app in Sb.
  assert (Sc : size (concat gs) = size t).
  { clear -F1; induction F1 as [| [s d] g t gs E F IH]; [reflexivity |].
    simpl in *; rewrite size_app, E, IH; reflexivity. }
  assert (Pc : positive (concat gs)).
  { unfold divide in H; rewrite Ec in H.
    destruct (divide_by_form a t rest _ gs hs Fa Ft Ec H) as (_ & P & _).
    rewrite concat_app in P; apply positive_app in P; tauto. }
  split; [exact Sc |]; intros c R.
  specialize (O c ltac:(nia)); specialize (Wb c ltac:(nia)).
  rewrite offset_app, Z.div_small, offset_0, Z.add_0_r in O by (auto; lia).
  rewrite offset_app, Z.div_small, offset_0, Z.add_0_r in Wb by (auto; lia).
  split; [lia |]; rewrite <- O, concat_app.
  rewrite offset_app, Sc, Z.div_small, offset_0 by (auto; lia); lia.
Qed.
