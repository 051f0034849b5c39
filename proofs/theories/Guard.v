(** The guard of a padded division: which coordinates are those of the divided layout ([algebra/guard.rs] of
    layout-core). *)

From Coq Require Import ZArith List Lia Bool Arith Permutation.
From Layouts Require Import Modes Coalesce Bijection Complement Divide Rearrange Nested.
Import ListNotations.
Open Scope Z_scope.

(** A digit of a linear index: its extent, its step, and the mode of the divided layout that it contributes to. *)
Notation place := (Z * Z * nat)%type.

(** Appends digits to [last]: drops an extent of 1, and joins a digit that continues the last one of its mode, or that
    contributes nothing, like the last one. *)
Fixpoint join_all (last : place) (l : list place) : list place :=
  match l with
  | [] => [last]
  | (e, d, i) :: l' =>
      let '(s, c, j) := last in
      if e =? 1 then join_all last l'
      else if ((d =? 0) && (c =? 0)) || ((i =? j)%nat && (s * c =? d)) then join_all (s * e, c, j) l'
      else last :: join_all (e, d, i) l'
  end.

Fixpoint join (l : list place) : list place :=
  match l with
  | [] => []
  | (e, d, i) :: l' => if e =? 1 then join l' else join_all (e, d, i) l'
  end.

(** The part of digits that contributes to mode [i], as modes. *)
Definition only (i : nat) (l : list place) : modes :=
  map (fun '(e, d, j) => (e, if (j =? i)%nat then d else 0)) l.

(** Digits, and the bound of each mode that has one. *)
Record guard := Guard { digits_of : list place; bounds : list (nat * Z) }.

(** Whether the guard accepts the linear index [x]. *)
Definition inside (g : guard) (x : Z) : bool :=
  (0 <=? x) && forallb (fun '(i, b) => offset (only i (digits_of g)) x <? b) (bounds g).

(** The digits of a tile, those of its complement, and the bound of mode [i], of [n] elements, where the two have more
    coordinates than that. *)
Definition cut (i : nat) (n : Z) (t c : modes) : list place * list place * list (nat * Z) :=
  let bounded := negb (size t * size c =? n) in
  let digit := fun m : mode => (fst m, if bounded then snd m else 0, i) in
  (map digit t, map digit c, if bounded then [(i, n)] else []).

(** The guard of a division of the whole. *)
Definition guard_whole (a t : tree) : option guard :=
  match complement_padded (flat t) (size (flat a)) with
  | Some c =>
      let '(tile, rest, b) := cut 0 (size (flat a)) (flat t) c in
      Some (Guard (join (tile ++ join rest)) b)
  | None => None
  end.

(** For each mode the digits of the tile and of the rest, and the bounds. *)
Fixpoint cuts (i : nat) (l : list tree) (ts : list (option tree))
  : option (list (list place * list place * list (nat * Z))) :=
  match ts, l with
  | t :: ts', a :: l' =>
      match match t with
            | Some t =>
                match complement_padded (flat t) (size (flat a)) with
                | Some c => Some (cut i (size (flat a)) (flat t) c)
                | None => None
                end
            | None => Some ([(size (flat a), 0, 0%nat)], [], [])
            end, cuts (S i) l' ts' with
      | Some p, Some ps => Some (p :: ps)
      | _, _ => None
      end
  | _, _ => Some []
  end.

(** The guard of a division by mode. Where the tiles come first, all rests follow; else each rest follows its tile. *)
Definition guard_by_mode (f : form) (a : tree) (ts : list (option tree)) : option guard :=
  match cuts 0 (modes_of a) ts with
  | None => None
  | Some ps =>
      let tiles := map (fun p => fst (fst p)) ps in
      let rests := map (fun p => snd (fst p)) ps in
      let all := match f with
                 | Logical => flat_map (fun p => fst (fst p) ++ join (snd (fst p))) ps
                 | _ => concat tiles ++ join (concat rests)
                 end in
      Some (Guard (join all) (flat_map snd ps))
  end.

Definition positive_digits (l : list place) : Prop := Forall (fun x => 0 < fst (fst x)) l.

Lemma only_positive : forall i l, positive_digits l -> positive (only i l).
Proof.
  unfold positive_digits, positive, only; intros i l H; apply Forall_map; revert H; apply Forall_impl.
  intros [[e d] j]; auto.
Qed.

Lemma join_all_only : forall i l s c j x,
  0 < s -> positive_digits l ->
  offset (only i (join_all (s, c, j) l)) x = offset (only i ((s, c, j) :: l)) x /\
  positive_digits (join_all (s, c, j) l).
Proof.
  induction l as [| [[e d] k] l IH]; intros s c j x Hs H.
  - split; [reflexivity | constructor; [exact Hs | constructor]].
  - inversion H as [| ? ? He Hl]; subst; simpl in He; cbn [join_all].
    destruct (e =? 1) eqn:E1.
    + apply Z.eqb_eq in E1; subst e; destruct (IH s c j x Hs Hl) as [-> P]; split; [| exact P].
      simpl; rewrite Zmod_1_r, Z.div_1_r; lia.
    + destruct (((d =? 0) && (c =? 0)) || ((k =? j)%nat && (s * c =? d))) eqn:E2.
      * destruct (IH (s * e) c j x ltac:(nia) Hl) as [-> P]; split; [| exact P].
        simpl; rewrite Z.rem_mul_r, Z.div_div by lia.
        assert (J : s * (if (j =? i)%nat then c else 0) = if (k =? i)%nat then d else 0).
        { apply orb_prop in E2; destruct E2 as [E2 | E2]; apply andb_prop in E2; destruct E2 as [A B].
          - apply Z.eqb_eq in A, B; subst; destruct (j =? i)%nat, (k =? i)%nat; lia.
          - apply Nat.eqb_eq in A; apply Z.eqb_eq in B; subst; destruct (j =? i)%nat; lia. }
        rewrite <- J; ring.
      * destruct (IH e d k (x / s) He Hl) as [E3 P]; split; [| constructor; auto].
        cbn [only map offset] in *; fold (only i (join_all (e, d, k) l)) in *; fold (only i l) in *.
        rewrite E3; reflexivity.
Qed.

(** Joined digits contribute the same. *)
Lemma join_only : forall i l x,
  positive_digits l -> offset (only i (join l)) x = offset (only i l) x /\ positive_digits (join l).
Proof.
  induction l as [| [[e d] j] l IH]; intros x H; [split; [reflexivity | constructor] |].
  inversion H as [| ? ? He Hl]; subst; simpl in He; cbn [join]; destruct (e =? 1) eqn:E.
  - apply Z.eqb_eq in E; subst e; destruct (IH x Hl) as [-> P]; split; [| exact P].
    simpl; rewrite Zmod_1_r, Z.div_1_r; lia.
  - apply join_all_only; auto.
Qed.

Lemma join_all_size : forall i l s c j,
  size (only i (join_all (s, c, j) l)) = s * size (only i l).
Proof.
  induction l as [| [[e d] k] l IH]; intros s c j; cbn [join_all]; [reflexivity |].
  destruct (e =? 1) eqn:E1; [apply Z.eqb_eq in E1; subst; rewrite IH; simpl; lia |].
  destruct (((d =? 0) && (c =? 0)) || ((k =? j)%nat && (s * c =? d))).
  - rewrite IH; simpl; lia.
  - cbn [only map size]; fold (only i (join_all (e, d, k) l)); rewrite IH; reflexivity.
Qed.

Lemma join_size : forall i l, size (only i (join l)) = size (only i l).
Proof.
  induction l as [| [[e d] j] l IH]; cbn [join]; [reflexivity |].
  destruct (e =? 1) eqn:E; [apply Z.eqb_eq in E; subst; rewrite IH; simpl; lia | apply join_all_size].
Qed.

Lemma only_app : forall i l m, only i (l ++ m) = only i l ++ only i m.
Proof. intros; apply map_app. Qed.

(** The guard of a division of the whole accepts exactly the coordinates [c] with [(T, C)(c)] below [|A|]. *)
Theorem guard_whole_exact : forall a t r g,
  nonnegative (flat a) -> nonnegative (flat t) -> divide_whole true Logical a t = Some r ->
  guard_whole a t = Some g ->
  exists c, complement_padded (flat t) (size (flat a)) = Some c /\
    forall x, 0 <= x < size (flat r) -> inside g x = (offset (flat t ++ c) x <? size (flat a)).
Proof.
  intros a t r g Fa Ft H G.
  destruct (divide_whole_padded_sound _ _ _ _ Fa Ft H) as (c & n & Ec & Ln & B & S & _).
  exists c; split; [exact Ec |]; intros x R; rewrite S in R.
  destruct (complement_padded_sound _ _ _ Ft Ec) as (k & _ & Ek & _).
  destruct (complement_form _ _ _ Ft Ek) as (Pt & _ & free & all & E & Pf & _).
  assert (Pc : positive c) by (subst c; apply coalesced_positive, merge_coalesced; auto).
  unfold guard_whole in G; rewrite Ec in G; unfold cut in G.
  destruct B as (Sb & W & _); rewrite size_app in Sb.
  destruct (size (flat t) * size c =? size (flat a)) eqn:Q; cbn [negb] in G; inversion G; subst g; clear G;
    unfold inside; cbn [bounds digits_of forallb].
  - (* As many coordinates as elements. *)
    apply Z.eqb_eq in Q; specialize (W x R).
    destruct (0 <=? x) eqn:E1; [| lia]; destruct (offset (flat t ++ c) x <? size (flat a)) eqn:E2; [reflexivity | lia].
  - assert (D : forall l, positive l -> positive_digits (map (fun m : mode => (fst m, snd m, 0%nat)) l) /\
              only 0 (map (fun m : mode => (fst m, snd m, 0%nat)) l) = l).
    { induction l as [| [s d] l IH]; intros P; [split; [constructor | reflexivity] |].
      apply positive_cons in P; destruct P as [P1 P2]; destruct (IH P2) as [I1 I2].
      split; [constructor; auto | simpl; f_equal; exact I2]. }
    destruct (D _ Pt) as [D1 D2]; destruct (D _ Pc) as [D3 D4].
    set (rest := map (fun m : mode => (fst m, snd m, 0%nat)) c) in *.
    set (tile := map (fun m : mode => (fst m, snd m, 0%nat)) (flat t)) in *.
    assert (D5 : positive_digits (join rest)) by (apply (join_only 0 rest 0 D3)).
    destruct (join_only 0 (tile ++ join rest) x) as [J _]; [apply Forall_app; auto |].
    rewrite J, only_app, D2, andb_true_r, !offset_app by auto.
    destruct (join_only 0 rest (x / size (flat t)) D3) as [-> _]; rewrite D4.
    destruct (0 <=? x) eqn:E1; [reflexivity | lia].
Qed.

(** The coordinates that the guard of a padded division accepts map one to one onto those of [A], with their offsets. *)
Theorem guard_whole_sound : forall a t r g,
  nonnegative (flat a) -> nonnegative (flat t) -> divide_whole true Logical a t = Some r ->
  guard_whole a t = Some g ->
  exists f,
    (forall x, 0 <= x < size (flat r) -> inside g x = true ->
      0 <= f x < size (flat a) /\ offset (flat r) x = offset (flat a) (f x)) /\
    (forall x y, 0 <= x < size (flat r) -> 0 <= y < size (flat r) -> f x = f y -> x = y) /\
    (forall z, 0 <= z < size (flat a) -> exists x, 0 <= x < size (flat r) /\ inside g x = true /\ f x = z).
Proof.
  intros a t r g Fa Ft H G.
  destruct (guard_whole_exact _ _ _ _ Fa Ft H G) as (c & Ec & I).
  destruct (divide_whole_padded_sound _ _ _ _ Fa Ft H) as (c' & n & Ec' & Ln & B & S & O).
  rewrite Ec in Ec'; inversion Ec'; subst c'; clear Ec'.
  destruct B as (Sb & W & J & T).
  exists (offset (flat t ++ c)); rewrite S; split; [| split].
  - intros x R E; rewrite I in E by lia; specialize (W x R); split; [lia | apply O; lia].
  - exact J.
  - intros z R; destruct (T z ltac:(lia)) as (x & X & E); exists x; rewrite I by lia; split; [auto | split; [lia | auto]].
Qed.

(** ** Divisions by mode *)

(** Whether digits stay below the bounds. *)
Definition accepts (l : list place) (bs : list (nat * Z)) (x : Z) : bool :=
  forallb (fun '(i, b) => offset (only i l) x <? b) bs.

(** The modes of a division by mode: source, tile, rest, digits of both, and bounds. *)
Record piece := Piece {
  source : modes; tile : modes; rest : modes;
  tile_digits : list place; rest_digits : list place; bound : list (nat * Z)
}.

(** A piece is right for mode [k]. *)
Definition fit (k : nat) (p : piece) : Prop :=
  positive (source p) /\ positive (tile p) /\ positive (rest p) /\
  positive_digits (tile_digits p) /\ positive_digits (rest_digits p) /\
  (forall i, size (only i (tile_digits p)) = size (tile p)) /\
  (forall i, size (only i (rest_digits p)) = size (rest p)) /\
  (forall i x, i <> k -> offset (only i (tile_digits p)) x = 0 /\ offset (only i (rest_digits p)) x = 0) /\
  Forall (fun b => fst b = k) (bound p) /\
  padded (accepts (tile_digits p ++ rest_digits p) (bound p)) (tile p ++ rest p) (source p).

Fixpoint fit_from (k : nat) (ps : list piece) : Prop :=
  match ps with
  | [] => True
  | p :: ps' => fit k p /\ fit_from (S k) ps'
  end.

Definition both (p : piece) : modes := tile p ++ rest p.
Definition both_digits (p : piece) : list place := tile_digits p ++ rest_digits p.

Lemma only_size : forall i j l, size (only i l) = size (only j l).
Proof. induction l as [| [[e d] k] l IH]; [reflexivity |]; simpl; congruence. Qed.

(** Digits that contribute to no mode below [k]. *)
Lemma fit_from_below : forall ps k,
  fit_from k ps ->
  positive (flat_map source ps) /\ positive (flat_map both ps) /\ positive_digits (flat_map both_digits ps) /\
  (forall i, size (only i (flat_map both_digits ps)) = size (flat_map both ps)) /\
  (forall i x, (i < k)%nat -> offset (only i (flat_map both_digits ps)) x = 0) /\
  Forall (fun b => (k <= fst b)%nat) (flat_map bound ps).
Proof.
  induction ps as [| p ps IH]; intros k H; simpl.
  - repeat split; try constructor.
  - destruct H as [(A1 & A2 & A3 & A4 & A5 & A6 & A7 & A8 & A9 & _) H].
    destruct (IH _ H) as (B1 & B2 & B3 & B4 & B5 & B6).
    assert (Pb : positive (both p)) by (apply positive_app; auto).
    split; [apply positive_app; auto | split; [apply positive_app; auto | split; [| split; [| split]]]].
    + apply Forall_app; split; [apply Forall_app; auto | auto].
    + intros i; unfold both_digits, both; rewrite !only_app, !size_app, A6, A7, B4; reflexivity.
    + intros i x L; unfold both_digits; rewrite !only_app, !offset_app by
        (rewrite <- ?only_app; apply only_positive; try apply Forall_app; auto).
      destruct (A8 i x ltac:(lia)) as [-> _]; destruct (A8 i (x / size (only i (tile_digits p))) ltac:(lia)) as [_ ->].
      rewrite B5 by lia; reflexivity.
    + apply Forall_app; split; [revert A9 | revert B6]; apply Forall_impl; intros; lia.
Qed.

(** Each tile, then its rest. *)
Lemma pieces_padded : forall ps k,
  fit_from k ps ->
  padded (accepts (flat_map both_digits ps) (flat_map bound ps)) (flat_map both ps) (flat_map source ps).
Proof.
  induction ps as [| p ps IH]; intros k H.
  - apply (padded_refl []).
  - pose proof H as [F H'].
    destruct (fit_from_below _ _ H') as (B1 & B2 & B3 & B4 & B5 & B6).
    destruct F as (A1 & A2 & A3 & A4 & A5 & A6 & A7 & A8 & A9 & A10).
    assert (Pb : positive (both p)) by (apply positive_app; auto).
    assert (Pd : positive_digits (both_digits p)) by (apply Forall_app; auto).
    assert (Sd : forall i, size (only i (both_digits p)) = size (both p)).
    { intros i; unfold both_digits, both; rewrite only_app, !size_app, A6, A7; reflexivity. }
    cbn [flat_map].
    eapply padded_ext; [| apply (padded_app _ _ _ _ _ _ Pb A1 B2 B1 A10 (IH _ H'))].
    intros x _; cbv beta; unfold accepts at 3; rewrite forallb_app; f_equal.
    + unfold accepts; fold (both_digits p); apply eq_true_iff_eq; rewrite !forallb_forall.
      assert (E : forall i b, In (i, b) (bound p) ->
                offset (only i (both_digits p ++ flat_map both_digits ps)) x =
                offset (only i (both_digits p)) (x mod size (both p))).
      { intros i b I; rewrite Forall_forall in A9; specialize (A9 _ I); simpl in A9; subst i.
        rewrite only_app, offset_app by (apply only_positive; auto).
        rewrite B5 by lia; rewrite <- (Sd k), offset_mod by (apply only_positive; auto); lia. }
      split; intros G [i b] I; specialize (G _ I); cbv beta iota in *; [rewrite (E i b I) | rewrite <- (E i b I)];
        exact G.
    + unfold accepts; apply eq_true_iff_eq; rewrite !forallb_forall.
      assert (E : forall i b, In (i, b) (flat_map bound ps) ->
                offset (only i (both_digits p ++ flat_map both_digits ps)) x =
                offset (only i (flat_map both_digits ps)) (x / size (both p))).
      { intros i b I; rewrite Forall_forall in B6; specialize (B6 _ I); simpl in B6.
        rewrite only_app, offset_app, Sd by (apply only_positive; auto).
        unfold both_digits at 1; rewrite only_app, offset_app by (apply only_positive; auto).
        destruct (A8 i x ltac:(lia)) as [-> _].
        destruct (A8 i (x / size (only i (tile_digits p))) ltac:(lia)) as [_ ->]; lia. }
      split; intros G [i b] I; specialize (G _ I); cbv beta iota in *; [rewrite (E i b I) | rewrite <- (E i b I)];
        exact G.
Qed.

(** A block: a tile or a rest, with its digits. *)
Definition tile_block (p : piece) : Z * (modes * list place) := (size (tile p), (tile p, tile_digits p)).
Definition rest_block (p : piece) : Z * (modes * list place) := (size (rest p), (rest p, rest_digits p)).

Definition right_block (b : Z * (modes * list place)) : Prop :=
  positive (fst (snd b)) /\ size (fst (snd b)) = fst b /\ positive_digits (snd (snd b)) /\
  forall i, size (only i (snd (snd b))) = fst b.

Lemma blocks_sum : forall l,
  Forall right_block l ->
  Forall (fun b => 0 < fst b) l /\ total l = size (flat_map (fun b => fst (snd b)) l) /\
  (forall x, sum_by (fun v y => offset (fst v) y) l x = offset (flat_map (fun b => fst (snd b)) l) x) /\
  (forall i x, sum_by (fun v y => offset (only i (snd v)) y) l x =
     offset (only i (flat_map (fun b => snd (snd b)) l)) x).
Proof.
  induction 1 as [| [n [m D]] l (R1 & R2 & R3 & R4) H (I1 & I2 & I3 & I4)]; [repeat split; constructor |].
  cbn [fst snd] in *; subst n; cbn [flat_map total sum_by fst snd].
  split; [constructor; [apply size_positive; auto | auto] | split; [rewrite size_app, I2; reflexivity | split]].
  - intros x; rewrite offset_app, offset_mod, I3 by auto; reflexivity.
  - intros i x; rewrite only_app, offset_app, I4, R4 by (apply only_positive; auto).
    rewrite <- (R4 i), offset_mod by (apply only_positive; auto); reflexivity.
Qed.

(** All tiles, then all rests. *)
Lemma pieces_padded_apart : forall ps k,
  fit_from k ps ->
  padded (accepts (flat_map tile_digits ps ++ flat_map rest_digits ps) (flat_map bound ps))
         (flat_map tile ps ++ flat_map rest ps) (flat_map source ps).
Proof.
  intros ps k H; pose proof (pieces_padded ps k H) as (w & W & I & O).
  set (together := flat_map (fun p => [tile_block p; rest_block p]) ps).
  set (apart := map tile_block ps ++ map rest_block ps).
  assert (R : Forall right_block together).
  { clear -H; revert k H; induction ps as [| p ps IH]; intros k H; [constructor |].
    destruct H as [(A1 & A2 & A3 & A4 & A5 & A6 & A7 & _) H]; cbn.
    constructor; [repeat split; auto |]; constructor; [repeat split; auto | apply (IH (S k)); auto]. }
  assert (P : Permutation apart together).
  { clear; unfold apart, together; induction ps as [| p ps IH]; [constructor |]; cbn.
    constructor; rewrite <- IH; symmetry; apply Permutation_middle. }
  assert (R' : Forall right_block apart) by (rewrite P; auto).
  destruct (blocks_sum _ R) as (_ & T1 & S1 & D1); destruct (blocks_sum _ R') as (Q & T2 & S2 & D2).
  assert (F1 : flat_map (fun b => fst (snd b)) together = flat_map both ps).
  { clear; unfold together; induction ps as [| p ps IH]; [reflexivity |]; cbn; rewrite IH, app_assoc; reflexivity. }
  assert (F2 : flat_map (fun b => snd (snd b)) together = flat_map both_digits ps).
  { clear; unfold together; induction ps as [| p ps IH]; [reflexivity |]; cbn; rewrite IH, app_assoc; reflexivity. }
  assert (M : forall {X} (g : Z * (modes * list place) -> list X) (h : piece -> Z * (modes * list place)) l,
            flat_map g (map h l) = flat_map (fun p => g (h p)) l).
  { clear; induction l; simpl; congruence. }
  assert (F3 : flat_map (fun b => fst (snd b)) apart = flat_map tile ps ++ flat_map rest ps).
  { unfold apart; rewrite flat_map_app, !M; reflexivity. }
  assert (F4 : flat_map (fun b => snd (snd b)) apart = flat_map tile_digits ps ++ flat_map rest_digits ps).
  { unfold apart; rewrite flat_map_app, !M; reflexivity. }
  rewrite F1, F2, F3, F4 in *.
  destruct (permutation_blocks _ apart together P Q) as (f & g & F & G); rewrite T1, T2 in *.
  assert (K : forall x, 0 <= x < size (flat_map tile ps ++ flat_map rest ps) ->
            accepts (flat_map both_digits ps) (flat_map bound ps) (f x) =
            accepts (flat_map tile_digits ps ++ flat_map rest_digits ps) (flat_map bound ps) x).
  { intros x Rx; destruct (F x Rx) as (_ & _ & E); unfold accepts.
    clear -D1 D2 E; generalize (flat_map bound ps) as bs; induction bs as [| [i b] bs IHb]; [reflexivity |].
    cbn [forallb].
    rewrite IHb, <- D1, <- D2, E; reflexivity. }
  exists (fun x => w (f x)); split; [| split].
  - intros x Rx Kx; destruct (F x Rx) as (Rf & _ & E); rewrite <- K in Kx by auto.
    destruct (W _ Rf Kx) as [W1 W2]; split; [auto |]; rewrite <- W2, <- S1, <- S2, E; reflexivity.
  - intros x y Rx Ry Kx Ky E; destruct (F x Rx) as (Rf & Ex & _); destruct (F y Ry) as (Rg & Ey & _).
    rewrite <- K in Kx, Ky by auto; rewrite <- Ex, <- Ey; f_equal; apply I; auto.
  - intros z Rz; destruct (O z Rz) as (x & Rx & Kx & Ex); destruct (G x Rx) as (Rg & Eg).
    exists (g x); rewrite <- K, Eg by auto; auto.
Qed.

(** The pieces of the modes that the tiler has, and the modes beyond. *)
Lemma padded_pieces : forall l ts k ps qs,
  positive (flat_map flat l) -> tiler_nonnegative ts ->
  divide_modes true l ts = Some ps -> cuts k l ts = Some qs ->
  exists zs beyond,
    fit_from k zs /\ positive beyond /\
    flat_map flat l = flat_map source zs ++ beyond /\
    flat_map flat (flat_map tile_of ps) = flat_map tile zs /\
    flat_map flat (map rest_of_part ps) = flat_map rest zs ++ beyond /\
    size (flat_map flat (map mode_of ps)) = size (flat_map both zs ++ beyond) /\
    (forall x, offset (flat_map flat (map mode_of ps)) x = offset (flat_map both zs ++ beyond) x) /\
    map (fun p => fst (fst p)) qs = map tile_digits zs /\
    map (fun p => snd (fst p)) qs = map rest_digits zs /\
    flat_map snd qs = flat_map bound zs.
Proof.
  intros l ts k ps qs P Ft; revert l k ps qs P; induction Ft as [| t ts Ht Ft IH]; intros l k ps qs P E C.
  - assert (ps = map Beyond l) by (destruct l; simpl in E; inversion E; reflexivity); subst.
    assert (qs = []) by (destruct l; simpl in C; inversion C; reflexivity); subst.
    exists [], (flat_map flat l); rewrite !map_map; cbn [mode_of rest_of_part]; rewrite !map_id.
    assert (N : flat_map tile_of (map Beyond l) = []) by (clear; induction l; auto).
    rewrite N; repeat split; auto.
  - destruct l as [| a l]; [discriminate |]; cbn [divide_modes cuts] in E, C.
    destruct (match t with
              | Some t => match divide_pair true a t with Some (tile, rest) => Some (Cut tile rest) | None => None end
              | None => Some (Kept a)
              end) as [p |] eqn:E1; [| discriminate].
    destruct (divide_modes true l ts) as [ps' |] eqn:E2; [| discriminate]; inversion E; subst; clear E.
    destruct (match t with
              | Some t =>
                  match complement_padded (flat t) (size (flat a)) with
                  | Some c => Some (cut k (size (flat a)) (flat t) c)
                  | None => None
                  end
              | None => Some ([(size (flat a), 0, 0%nat)], [], [])
              end) as [q |] eqn:C1; [| discriminate].
    destruct (cuts (S k) l ts) as [qs' |] eqn:C2; [| discriminate]; inversion C; subst; clear C.
    cbn [flat_map] in P; apply positive_app in P; destruct P as [Pa Pl].
    destruct (IH _ _ _ _ Pl E2 C2) as (zs & beyond & Z1 & Z2 & Z3 & Z4 & Z5 & Z6 & Z7 & Z8 & Z9 & Z10).
    assert (Fa : nonnegative (flat a)) by (revert Pa; apply Forall_impl; intros; lia).
    assert (A : exists z, fit k z /\ source z = flat a /\ flat_map flat (tile_of p) = tile z /\
              flat (rest_of_part p) = rest z /\
              size (flat (mode_of p)) = size (both z) /\
              (forall x, offset (flat (mode_of p)) x = offset (both z) x) /\ positive (flat (mode_of p)) /\
              q = (tile_digits z, rest_digits z, bound z)).
    { destruct t as [t |].
      - destruct (divide_pair true a t) as [[tile rest] |] eqn:D; [| discriminate]; inversion E1; subst p; clear E1.
        destruct (complement_padded (flat t) (size (flat a))) as [c |] eqn:Ec; [| discriminate].
        destruct (divide_pair_padded _ _ _ _ _ Fa Ht D Ec) as (_ & T1 & T2 & T3 & T4 & n & Ln & B & O).
        destruct (complement_padded_sound _ _ _ Ht Ec) as (j & _ & Ej & _).
        destruct (complement_form _ _ _ Ht Ej) as (Pt & _ & free & all & Em & Pf & _).
        assert (Pc : positive c) by (subst c; apply coalesced_positive, merge_coalesced; auto).
        inversion C1; subst q; clear C1; unfold cut.
        set (bounded := negb (size (flat t) * size c =? size (flat a))).
        set (digit := fun m : mode => (fst m, if bounded then snd m else 0, k)).
        assert (Dig : forall u : modes, positive u -> positive_digits (map digit u) /\
                  (forall i, size (only i (map digit u)) = size u) /\
                  (forall i x, i <> k -> offset (only i (map digit u)) x = 0) /\
                  (bounded = true -> only k (map digit u) = u)).
        { induction u as [| [s d] u IHu]; intros Pu; [repeat split; constructor |].
          apply positive_cons in Pu; simpl in Pu; destruct Pu as [Ps Pu].
          destruct (IHu Pu) as (I1 & I2 & I3 & I4); repeat split.
          - constructor; auto.
          - intros i; cbn; fold (only i (map digit u)); rewrite I2; reflexivity.
          - intros i x Hi; cbn; fold (only i (map digit u)); rewrite I3 by auto.
            destruct (k =? i)%nat eqn:K; [apply Nat.eqb_eq in K; congruence | lia].
          - intros Bd; cbn; fold (only k (map digit u)); rewrite I4, Nat.eqb_refl by auto.
            destruct bounded; [reflexivity | discriminate]. }
        destruct (Dig _ Pt) as (D1 & D2 & D3 & D4); destruct (Dig _ Pc) as (D5 & D6 & D7 & D8).
        exists (Piece (flat a) (flat tile) (flat rest) (map digit (flat t)) (map digit c)
                  (if bounded then [(k, size (flat a))] else [])).
        unfold fit, both; cbn [source Guard.tile Guard.rest tile_digits rest_digits bound tile_of rest_of_part mode_of flat
          flat_map]; rewrite !app_nil_r.
        split; [| repeat split; auto; apply positive_app; auto].
        do 5 (split; [auto |]).
        split; [intros i; rewrite D2; auto | split; [intros i; rewrite D6; auto |]].
        split; [intros i x Hi; auto | split; [destruct bounded; repeat constructor |]].
        destruct B as (Sb & W & J & T); rewrite size_app in Sb.
        assert (Sn : size (flat tile ++ flat rest) = n) by (rewrite size_app; congruence).
        apply padded_ext with (fun x => offset (flat t ++ c) x <? size (flat a)).
        { intros x R; rewrite Sn in R; unfold accepts; subst bounded.
          destruct (size (flat t) * size c =? size (flat a)) eqn:Q; cbn [negb forallb] in *.
          - specialize (W x R); destruct (offset (flat t ++ c) x <? size (flat a)) eqn:L; [reflexivity | lia].
          - rewrite only_app, D4, D8, andb_true_r by reflexivity; reflexivity. }
        exists (offset (flat t ++ c)); rewrite Sn; split; [| split].
        + intros x R K; specialize (W x R); split; [lia | apply O; lia].
        + intros x y Rx Ry _ _; apply J; auto.
        + intros z R; destruct (T z ltac:(lia)) as (x & X & Ex); exists x; split; [auto | split; [lia | auto]].
      - inversion E1; subst p; inversion C1; subst q; clear E1 C1.
        exists (Piece (flat a) (flat a) [(1, 0)] [(size (flat a), 0, 0%nat)] [] []).
        pose proof (size_positive _ Pa) as Sp.
        assert (P1 : positive [(1, 0)]) by (constructor; [simpl; lia | constructor]).
        unfold fit, both; cbn [source Guard.tile Guard.rest tile_digits rest_digits bound tile_of rest_of_part mode_of
          flat_map]; rewrite !app_nil_r.
        split; [| do 3 (split; [reflexivity |]); split; [rewrite size_app; simpl; lia | split; [| auto]]].
        2: { intros x; rewrite offset_app by auto; simpl; lia. }
        do 3 (split; [auto |]).
        split; [constructor; [exact Sp | constructor] | split; [constructor |]].
        split; [intros i; simpl; lia | split; [reflexivity |]].
        split; [intros i x _; split; [cbn [only map offset]; destruct (0 =? i)%nat; lia | reflexivity] | split; [constructor |]].
        apply padded_same with (flat a).
        + rewrite size_app; simpl; lia.
        + intros x; rewrite offset_app by auto; simpl; lia.
        + apply padded_refl. }
    destruct A as (z & A1 & A2 & A3 & A4 & A5 & A6 & A7 & A8); subst q.
    pose proof A1 as (_ & T1 & T2 & _).
    assert (Pz : positive (both z)) by (apply positive_app; auto).
    exists (z :: zs), beyond; cbn [flat_map map fst snd]; split; [split; auto | split; [auto |]].
    split; [rewrite Z3, A2, app_assoc; reflexivity |].
    split; [rewrite flat_map_app, A3, Z4; reflexivity |].
    split; [rewrite A4, Z5, app_assoc; reflexivity |].
    split; [rewrite <- app_assoc, !(size_app (flat (mode_of p))), !(size_app (both z)), A5, Z6; reflexivity |].
    split.
    + intros x; rewrite <- app_assoc, (offset_app (flat (mode_of p))), (offset_app (both z)), A5, A6, Z7 by auto.
      reflexivity.
    + rewrite Z8, Z9, Z10; auto.
Qed.

(** The coordinates that the guard of a padded division by mode accepts map one to one onto those of [A], with their
    offsets. *)
Theorem guard_by_mode_sound : forall f a ts r g,
  nonnegative (flat a) -> tiler_nonnegative ts -> divide_by_mode true f a ts = Some r ->
  guard_by_mode f a ts = Some g ->
  padded (inside g) (flat r) (flat a).
Proof.
  unfold divide_by_mode, guard_by_mode; intros f a ts r g Fa Ft H G.
  destruct (existsb is_zero (flat a)) eqn:Ez; [discriminate |].
  destruct (divide_modes true (modes_of a) ts) as [ps |] eqn:E; [| discriminate].
  destruct (cuts 0 (modes_of a) ts) as [qs |] eqn:C; [| discriminate].
  pose proof (no_zero_positive _ Fa Ez) as P; rewrite <- (modes_of_flat a) in P.
  destruct (padded_pieces _ _ _ _ _ P Ft E C) as (zs & beyond & Z1 & Z2 & Z3 & Z4 & Z5 & Z6 & Z7 & Z8 & Z9 & Z10).
  rewrite modes_of_flat in Z3; rewrite Z3.
  destruct (fit_from_below _ _ Z1) as (B1 & B2 & B3 & B4 & _).
  inversion H; subst r; clear H; inversion G; subst g; clear G.
  set (ok := accepts (flat_map both_digits zs) (flat_map bound zs)).
  set (ok' := accepts (flat_map tile_digits zs ++ flat_map rest_digits zs) (flat_map bound zs)).
  assert (Pt : positive_digits (flat_map tile_digits zs) /\ positive_digits (flat_map rest_digits zs) /\
               positive (flat_map tile zs) /\ positive (flat_map rest zs)).
  { clear -Z1; revert Z1; generalize 0%nat as k; induction zs as [| z zs IH]; intros k Z1; [repeat split; constructor |].
    destruct Z1 as [(_ & A2 & A3 & A4 & A5 & _) Z1]; destruct (IH _ Z1) as (I1 & I2 & I3 & I4).
    cbn [flat_map]; repeat split; apply Forall_app; auto. }
  destruct Pt as (D1 & D2 & M1 & M2).
  (* Joined digits are accepted alike, and digits beyond are ignored. *)
  assert (Alike : forall l m bs x n, positive_digits l -> positive_digits m ->
            (forall i y, offset (only i l) y = offset (only i m) y) ->
            (forall i, size (only i m) = n) -> 0 <= x -> inside (Guard l bs) x = accepts m bs (x mod n) && true).
  { intros l m bs x n Pl Pm Same S R; unfold inside, accepts; cbn [digits_of bounds].
    destruct (0 <=? x) eqn:Q; [| lia]; cbn [andb]; rewrite andb_true_r.
    induction bs as [| [i b] bs IHb]; [reflexivity |]; cbn [forallb].
    rewrite IHb, Same, <- (S i), offset_mod by (apply only_positive; auto); reflexivity. }
  assert (Join : padded (fun x => ok (x mod size (flat_map both zs)) && true)
                   (flat_map both zs ++ beyond) (flat_map source zs ++ beyond)).
  { apply padded_app with (ok2 := fun _ => true); auto; [eapply pieces_padded; eauto | apply padded_refl]. }
  assert (Apart : padded (fun x => ok' (x mod size (flat_map tile zs ++ flat_map rest zs)) && true)
                   ((flat_map tile zs ++ flat_map rest zs) ++ beyond) (flat_map source zs ++ beyond)).
  { apply padded_app with (ok2 := fun _ => true); auto; [apply positive_app; auto | | apply padded_refl].
    eapply pieces_padded_apart; eauto. }
  rewrite <- app_assoc, <- Z4, <- Z5 in Apart.
  assert (Sa : forall i, size (only i (flat_map tile_digits zs ++ flat_map rest_digits zs)) =
                         size (flat_map tile zs ++ flat_map rest zs)).
  { intros i; clear -Z1; revert Z1; generalize 0%nat as k; induction zs as [| z zs IH]; intros k Z1; [reflexivity |].
    destruct Z1 as [(_ & _ & _ & _ & _ & A6 & A7 & _) Z1]; specialize (IH _ Z1).
    cbn [flat_map]; rewrite !only_app, !size_app in *; rewrite A6, A7.
    transitivity (size (tile z) * size (rest z) *
      (size (only i (flat_map tile_digits zs)) * size (only i (flat_map rest_digits zs)))); [ring | rewrite IH; ring]. }
  rewrite Z10.
  assert (Firsts : padded (inside (Guard (join (concat (map (fun p => fst (fst p)) qs) ++
                              join (concat (map (fun p => snd (fst p)) qs)))) (flat_map bound zs)))
                     (flat_map flat (flat_map tile_of ps) ++ flat_map flat (map rest_of_part ps))
                     (flat_map source zs ++ beyond)).
  { eapply padded_ext; [| exact Apart]; intros x R; symmetry; cbv beta.
    rewrite Z8, Z9, <- !flat_map_concat_map.
    destruct (join_only 0 (flat_map rest_digits zs) 0 D2) as [_ J2].
    apply Alike; [| apply Forall_app; auto | | intros i; rewrite Z4; apply Sa | lia].
    - apply (join_only 0 _ 0); apply Forall_app; auto.
    - intros i y; destruct (join_only i (flat_map tile_digits zs ++ join (flat_map rest_digits zs)) y) as [-> _].
      { apply Forall_app; auto. }
      rewrite !only_app, !offset_app by (apply only_positive; auto).
      destruct (join_only i (flat_map rest_digits zs) (y / size (only i (flat_map tile_digits zs))) D2) as [-> _].
      reflexivity. }
  destruct f; cbn [flat flat_map]; rewrite ?flat_map_app, ?spread_flat, ?app_nil_r; try exact Firsts.
  (* Each tile, then its rest. *)
  apply padded_same with (flat_map both zs ++ beyond); [symmetry; exact Z6 | intros; symmetry; apply Z7 |].
  eapply padded_ext; [| exact Join]; intros x R; symmetry; cbv beta.
  assert (L : forall zs qs, map (fun p : list place * list place * list (nat * Z) => fst (fst p)) qs = map tile_digits zs ->
            map (fun p : list place * list place * list (nat * Z) => snd (fst p)) qs = map rest_digits zs ->
            flat_map (fun p : list place * list place * list (nat * Z) => fst (fst p) ++ join (snd (fst p))) qs =
            flat_map (fun z => tile_digits z ++ join (rest_digits z)) zs).
  { clear; induction zs as [| z zs IH]; intros [| q qs] E1 E2; try discriminate; [reflexivity |].
    cbn in *; inversion E1; inversion E2; rewrite (IH qs) by auto; congruence. }
  rewrite (L zs qs Z8 Z9).
  assert (J : positive_digits (flat_map (fun z => tile_digits z ++ join (rest_digits z)) zs) /\
              forall i y, offset (only i (flat_map (fun z => tile_digits z ++ join (rest_digits z)) zs)) y =
                          offset (only i (flat_map both_digits zs)) y).
  { clear -Z1; revert Z1; generalize 0%nat as k; induction zs as [| z zs IH]; intros k Z1; [repeat split; constructor |].
    destruct Z1 as [(_ & _ & _ & A4 & A5 & _) Z1]; destruct (IH _ Z1) as [I1 I2].
    destruct (join_only 0 (rest_digits z) 0 A5) as [_ J2]; cbn [flat_map]; split.
    - apply Forall_app; split; [apply Forall_app; auto | auto].
    - intros i y; unfold both_digits at 1; rewrite !only_app, !offset_app by
        (rewrite <- ?only_app; apply only_positive; try apply Forall_app; auto).
      destruct (join_only i (rest_digits z) (y / size (only i (tile_digits z))) A5) as [-> _].
      rewrite !size_app, join_size, I2; reflexivity. }
  destruct J as [J1 J2]; apply Alike; auto; [| | lia].
  - apply (join_only 0 _ 0 J1).
  - intros i y; destruct (join_only i _ y J1) as [-> _]; apply J2.
Qed.
