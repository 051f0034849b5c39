(** Composition: [R(c) = A(B(c))] for every coordinate [c] of [B], where [A] is coalesced and its last mode then has no end
    ([algebra/compose.rs] of layout-core). *)

From Coq Require Import ZArith List Lia Bool.
From Layouts Require Import Modes Coalesce.
Import ListNotations.
Open Scope Z_scope.

(** How many of [s] steps of [r] an extent [m] contains, for [1 < s] and [0 < r < m]. *)
Definition steps (s r m : Z) : option Z :=
  if s <=? ceil_div m r then Some s
  else if negb (m mod r =? 0) then None
  else if negb (s mod (m / r) =? 0) then None
  else Some (m / r).

Definition zeros (a : modes) : list Z := map (fun _ => 0) a.

(** Walks the leaf [s:r] through one mode after another. Returns the modes of the result, and the greatest digit in
    each mode of [a]. *)
Fixpoint walk (a : modes) (s r : Z) : option (modes * list Z) :=
  match a with
  | [] => None
  | [(_, d)] => Some ([(s, r * d)], [(s - 1) * r])
  | (m, d) :: a' =>
      if m <=? r then
        if negb (r mod m =? 0) && (1 <? s) then None
        else match walk a' s (r / m) with
             | Some (g, t) => Some (g, 0 :: t)
             | None => None
             end
      else match steps s r m with
           | None => None
           | Some n =>
               if n =? s then Some ([(s, r * d)], (s - 1) * r :: zeros a')
               else match walk a' (s / n) 1 with
                    | Some (g, t) => Some ((n, r * d) :: g, (n - 1) * r :: t)
                    | None => None
                    end
           end
  end.

(** A step of the walk through a mode that is not the last one. *)
Lemma walk_cons : forall m d a s r,
  a <> [] ->
  walk ((m, d) :: a) s r =
    if m <=? r then
      if negb (r mod m =? 0) && (1 <? s) then None
      else match walk a s (r / m) with
           | Some (g, t) => Some (g, 0 :: t)
           | None => None
           end
    else match steps s r m with
         | None => None
         | Some n =>
             if n =? s then Some ([(s, r * d)], (s - 1) * r :: zeros a)
             else match walk a (s / n) 1 with
                  | Some (g, t) => Some ((n, r * d) :: g, (n - 1) * r :: t)
                  | None => None
                  end
         end.
Proof. intros m d [| n a] s r H; [congruence | reflexivity]. Qed.

(** Composes coalesced modes with the leaf [s:r] by the first rule. *)
Definition walk_leaf (a : modes) (s r : Z) : option (modes * list Z) :=
  if (r <? 0) && (1 <? s) then None
  else if s =? 1 then Some ([(1, 0)], zeros a)
  else match a with
       | [] => Some ([(s, 0)], [])
       | _ => if r =? 0 then Some ([(s, 0)], zeros a) else walk a s r
       end.

Fixpoint add (t u : list Z) : list Z :=
  match t, u with
  | x :: t', y :: u' => x + y :: add t' u'
  | _, _ => []
  end.

(** The digits of a linear index, of which the last one has no bound. *)
Fixpoint places (a : modes) (x : Z) : list Z :=
  match a with
  | [] => []
  | (m, _) :: a' =>
      match a' with
      | [] => [x]
      | _ => x mod m :: places a' (x / m)
      end
  end.

(** How many of [n] steps of [t] carry into no mode of [a], where the modes below have the size [p]. *)
Fixpoint before_carry (a : modes) (p t n : Z) : Z :=
  match a with
  | [] => n
  | (m, _) :: a' =>
      match a' with
      | [] => n
      | _ =>
          let q := p * m in
          before_carry a' q t (if t mod q =? 0 then n else Z.min n (ceil_div q (t mod q)))
      end
  end.

(** The second rule ([algebra/digits.rs]): [s] steps of [t] by the digits of the steps. Each of at most [fuel] rounds
    takes two steps or more. *)
Fixpoint by_digits (fuel : nat) (a : modes) (s t : Z) : option (modes * list Z) :=
  if s =? 1 then Some ([], zeros a)
  else match fuel with
       | O => None
       | S fuel =>
           let n := before_carry a 1 t s in
           if (s mod n =? 0) && (2 <=? n) then
             match by_digits fuel a (s / n) (t * n) with
             | Some (g, u) =>
                 Some ((n, dot a (places a t)) :: g, add (map (fun y => (n - 1) * y) (places a t)) u)
             | None => None
             end
           else None
       end.

(** Composes coalesced modes with the leaf [s:r] by the first rule, or by the second one. *)
Definition compose_leaf (a : modes) (s r : Z) : option (modes * list Z) :=
  match walk_leaf a s r with
  | Some found => Some found
  | None => if r <? 0 then None else by_digits (S (Z.to_nat s)) a s r
  end.

(** Composes coalesced modes with each leaf by [leaf]. Returns the modes for each leaf, and the greatest sum of digits in
    each mode of [a]. *)
Fixpoint leaves_by (leaf : modes -> Z -> Z -> option (modes * list Z)) (a b : modes) : option (list modes * list Z) :=
  match b with
  | [] => Some ([], zeros a)
  | (s, r) :: b' =>
      match leaf a s r, leaves_by leaf a b' with
      | Some (g, t), Some (gs, u) => Some (g :: gs, add t u)
      | _, _ => None
      end
  end.
Notation walk_leaves := (leaves_by walk_leaf).
Notation compose_leaves := (leaves_by compose_leaf).

(** Whether the greatest digits, and a carry into the first mode, carry into no mode, except into one that continues
    the mode below. *)
Fixpoint no_carry (a : modes) (t : list Z) (carry : Z) : bool :=
  match a, t with
  | (m, d) :: a', x :: t' =>
      match a' with
      | [] => true
      | (_, e) :: _ =>
          let next := (x + carry) / m in
          ((next =? 0) || (m * d =? e)) && no_carry a' t' next
      end
  | _, _ => true
  end.

(** Composition of flat lists, leaves by [leaf]: for each leaf of [b], the modes of the result. [None] is a refusal. *)
Definition compose_by leaf (a b : modes) : option (list modes) :=
  if existsb is_zero a || existsb is_zero b then None
  else match leaves_by leaf (merge a) b with
       | Some (gs, t) => if no_carry (merge a) t 0 then Some gs else None
       | None => None
       end.
Definition compose := compose_by compose_leaf.
(** Composition by the first rule alone. *)
Definition compose_walk := compose_by walk_leaf.

(** ** Digits *)

(** Digits of which none exceeds the greatest one of its mode. *)
Definition within (t u : list Z) : Prop := Forall2 (fun x y => 0 <= x <= y) t u.

(** The modes [g] and the greatest digits [t] are the walk of [s:r]: each step has digits within [t] that sum to the
    linear index [x * r], and whose offset is that of [g]. *)
Definition walks (a : modes) (s r : Z) (g : modes) (t : list Z) : Prop :=
  positive g /\ size g = s /\
  forall x, 0 <= x < s ->
    exists u, within u t /\ length u = length a /\ x * r = index a u /\ offset g x = dot a u.

Lemma zeros_within : forall a, within (zeros a) (zeros a).
Proof. induction a; constructor; [lia | auto]. Qed.

Lemma zeros_length : forall a, length (zeros a) = length a.
Proof. intros; apply map_length. Qed.

Lemma zeros_index : forall a, index a (zeros a) = 0.
Proof. induction a as [| [s d] a IH]; simpl; [reflexivity | fold (zeros a); rewrite IH; lia]. Qed.

Lemma zeros_dot : forall a, dot a (zeros a) = 0.
Proof. induction a as [| [s d] a IH]; simpl; [reflexivity | fold (zeros a); rewrite IH; lia]. Qed.

(** Steps within the ceiling stay below the extent. *)
Lemma ceil_div_bound : forall s r m, 0 < r -> s <= ceil_div m r -> (s - 1) * r < m.
Proof.
  unfold ceil_div; intros s r m Hr H.
  pose proof (Z.div_mod m r ltac:(lia)); pose proof (Z.mod_pos_bound m r Hr).
  destruct (m mod r =? 0) eqn:E; [apply Z.eqb_eq in E |]; nia.
Qed.

Lemma steps_take : forall s r m n,
  0 < r < m -> steps s r m = Some n -> n <> s -> m = n * r /\ s = n * (s / n) /\ 2 <= n /\ n < s.
Proof.
  unfold steps; intros s r m n Hr H N.
  destruct (s <=? ceil_div m r) eqn:E1; [congruence |].
  destruct (m mod r =? 0) eqn:E2; [| discriminate]; destruct (s mod (m / r) =? 0) eqn:E3; [| discriminate].
  simpl in H; inversion H; subst; clear H.
  unfold ceil_div in E1; rewrite E2 in E1.
  apply Z.eqb_eq in E2, E3.
  pose proof (Z.div_mod m r ltac:(lia)) as D.
  assert (2 <= m / r) by nia.
  pose proof (Z.div_mod s (m / r) ltac:(lia)); repeat split; lia.
Qed.

Lemma walk_walks : forall a s r g t,
  positive a -> 2 <= s -> 0 < r -> walk a s r = Some (g, t) -> walks a s r g t.
Proof.
  induction a as [| [m d] a IH]; intros s r g t Ha Hs Hr H; [discriminate |].
  apply positive_cons in Ha; simpl in Ha; destruct Ha as [Hm Ha].
  assert (Single : forall g' t',
            Some ([(s, r * d)], (s - 1) * r :: zeros a) = Some (g', t') -> (a = [] \/ (s - 1) * r < m) ->
            walks ((m, d) :: a) s r g' t').
  { intros g' t' E B; inversion E; subst; clear E; split; [| split].
    - constructor; [simpl; lia | constructor].
    - simpl; lia.
    - intros x R; exists (x * r :: zeros a); split; [| split; [| split]].
      + constructor; [nia | apply zeros_within].
      + simpl; rewrite zeros_length; reflexivity.
      + simpl; rewrite zeros_index; lia.
      + simpl; rewrite zeros_dot, Z.mod_small by lia; lia. }
  destruct a as [| m' a]; [apply (Single g t); auto |].
  rewrite walk_cons in H by congruence; rename H into H'.
  remember (m' :: a) as a'; clear Heqa' m' a; rename a' into a.
  destruct (m <=? r) eqn:E1.
  - (* Each step passes the whole mode. *)
    destruct (negb (r mod m =? 0) && (1 <? s)) eqn:E2; [discriminate |].
    destruct (walk a s (r / m)) as [[g' t'] |] eqn:W; [| discriminate].
    inversion H'; subst; clear H'.
    assert (Er : r = m * (r / m)).
    { apply andb_false_iff in E2; destruct E2 as [E2 | E2]; [| lia].
      apply negb_false_iff, Z.eqb_eq in E2; pose proof (Z.div_mod r m); lia. }
    apply IH in W; auto; [| nia]; destruct W as (P & S & W).
    split; [auto | split; [auto |]]; intros x R.
    destruct (W x R) as (u & U & L & I & O); exists (0 :: u); split; [| split; [| split]].
    + constructor; [lia | auto].
    + simpl; congruence.
    + simpl; rewrite <- I; nia.
    + simpl; lia.
  - destruct (steps s r m) as [n |] eqn:E2; [| discriminate].
    destruct (n =? s) eqn:E3.
    + (* All steps stay within the mode. *)
      apply Z.eqb_eq in E3; subst n; apply (Single g t H'); right.
      unfold steps in E2; destruct (s <=? ceil_div m r) eqn:E4.
      * apply ceil_div_bound; lia.
      * destruct (m mod r =? 0) eqn:E5; [| discriminate]; destruct (s mod (m / r) =? 0); [| discriminate].
        simpl in E2; inversion E2; unfold ceil_div in E4; rewrite E5 in E4; lia.
    + (* The steps fill the mode, and continue in the next one. *)
      destruct (walk a (s / n) 1) as [[g' t'] |] eqn:W; [| discriminate].
      inversion H'; subst; clear H'.
      apply steps_take in E2; [| lia | lia]; destruct E2 as (Em & Es & Hn & Ln).
      apply IH in W; auto; [| nia | lia]; destruct W as (P & S & W).
      split; [| split].
      * apply positive_cons; simpl; split; [lia | auto].
      * simpl; rewrite S; lia.
      * intros x R.
        destruct (W (x / n)) as (u & U & L & I & O).
        { split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]. }
        pose proof (Z.mod_pos_bound x n ltac:(lia)); pose proof (Z.div_mod x n ltac:(lia)).
        exists (x mod n * r :: u); split; [| split; [| split]].
        -- constructor; [nia | auto].
        -- simpl; congruence.
        -- simpl; rewrite <- I; nia.
        -- simpl; rewrite O; lia.
Qed.

Lemma walk_leaf_walks : forall a s r g t,
  a <> [] -> positive a -> 0 < s -> walk_leaf a s r = Some (g, t) -> walks a s r g t.
Proof.
  intros a s r g t Na Ha Hs H; unfold walk_leaf in H.
  destruct ((r <? 0) && (1 <? s)) eqn:E1; [discriminate |].
  assert (Constant : s = 1 \/ r = 0 -> Some ([(s, 0)], zeros a) = Some (g, t) -> walks a s r g t).
  { intros C E; inversion E; subst; clear E; split; [| split].
    - constructor; [simpl; lia | constructor].
    - simpl; lia.
    - intros x R; exists (zeros a); split; [| split; [| split]].
      + apply zeros_within.
      + apply zeros_length.
      + rewrite zeros_index; destruct C; [replace x with 0 by lia; lia | subst; lia].
      + simpl; rewrite zeros_dot; lia. }
  destruct (s =? 1) eqn:E2.
  - apply Z.eqb_eq in E2; subst; apply Constant; auto.
  - destruct a as [| m a]; [congruence |].
    destruct (r =? 0) eqn:E3; [apply Constant; auto; lia |].
    apply walk_walks; auto; lia.
Qed.

Lemma within_add : forall t u t' u',
  within t t' -> within u u' -> within (add t u) (add t' u').
Proof.
  intros t u t' u' T; revert u u'; induction T as [| x y t t' Hx T IH]; intros u u' U; [constructor |].
  destruct U as [| z w u u' Hz U]; simpl; constructor; [lia | apply IH; exact U].
Qed.

Lemma add_length : forall t u, length t = length u -> length (add t u) = length t.
Proof. induction t as [| x t IH]; intros [| y u]; simpl; intros; auto; discriminate. Qed.

Lemma add_index : forall a t u,
  length t = length a -> length u = length a -> index a (add t u) = index a t + index a u.
Proof.
  induction a as [| [s d] a IH]; intros [| x t] [| y u]; simpl; intros; try lia.
  rewrite IH by lia; lia.
Qed.

Lemma add_dot : forall a t u,
  length t = length a -> length u = length a -> dot a (add t u) = dot a t + dot a u.
Proof.
  induction a as [| [s d] a IH]; intros [| x t] [| y u]; simpl; intros; try lia.
  rewrite IH by lia; lia.
Qed.

Lemma places_length : forall a x, length (places a x) = length a.
Proof.
  induction a as [| [m d] a IH]; intros x; [reflexivity |].
  destruct a as [| n a]; [reflexivity |]; cbn [places length] in *; rewrite IH; reflexivity.
Qed.

Lemma places_nonnegative : forall a x, positive a -> 0 <= x -> Forall (fun y => 0 <= y) (places a x).
Proof.
  induction a as [| [m d] a IH]; intros x Ha Hx; [constructor |].
  apply positive_cons in Ha; simpl in Ha; destruct Ha as [Hm Ha].
  destruct a as [| n a]; [constructor; [auto | constructor] |].
  cbn [places]; constructor; [apply Z.mod_pos_bound; auto |].
  apply IH; auto; apply Z.div_pos; lia.
Qed.

(** The digits of an index sum to it. *)
Lemma places_index : forall a x, a <> [] -> positive a -> index a (places a x) = x.
Proof.
  induction a as [| [m d] a IH]; intros x Na Ha; [congruence |].
  apply positive_cons in Ha; simpl in Ha; destruct Ha as [Hm Ha].
  destruct a as [| n a]; [simpl; lia |].
  cbn [places index] in *; rewrite IH by (auto; congruence).
  pose proof (Z.div_mod x m ltac:(lia)); lia.
Qed.

Lemma scale_index : forall a k t, index a (map (fun y => k * y) t) = k * index a t.
Proof. induction a as [| [s d] a IH]; intros k [| x t]; simpl; try lia; rewrite IH; lia. Qed.

Lemma scale_dot : forall a k t, dot a (map (fun y => k * y) t) = k * dot a t.
Proof. induction a as [| [s d] a IH]; intros k [| x t]; simpl; try lia; rewrite IH; lia. Qed.

Lemma scale_within : forall k n t,
  0 <= k <= n -> Forall (fun y => 0 <= y) t -> within (map (fun y => k * y) t) (map (fun y => n * y) t).
Proof. intros k n t K T; induction T as [| y t Hy T IH]; simpl; constructor; [nia | exact IH]. Qed.

(** Steps by their digits: a step adds its digits to those of the index. *)
Lemma by_digits_walks : forall fuel a s t g u,
  a <> [] -> positive a -> 0 < s -> 0 <= t -> by_digits fuel a s t = Some (g, u) -> walks a s t g u.
Proof.
  assert (Last : forall a t g u, Some (@nil mode, zeros a) = Some (g, u) -> walks a 1 t g u).
  { intros a t g u E; inversion E; subst; split; [constructor | split; [reflexivity |]].
    intros x R; exists (zeros a); repeat split.
    - apply zeros_within.
    - apply zeros_length.
    - rewrite zeros_index; replace x with 0 by lia; lia.
    - rewrite zeros_dot; reflexivity. }
  induction fuel as [| fuel IH]; intros a s t g u Na Ha Hs Ht H; cbn [by_digits] in H.
  - destruct (s =? 1) eqn:E; [| discriminate]; apply Z.eqb_eq in E; subst; apply Last; exact H.
  - destruct (s =? 1) eqn:E; [apply Z.eqb_eq in E; subst; apply Last; exact H |].
    set (n := before_carry a 1 t s) in *.
    destruct ((s mod n =? 0) && (2 <=? n)) eqn:E1; [| discriminate].
    destruct (by_digits fuel a (s / n) (t * n)) as [[g' u'] |] eqn:W; [| discriminate].
    inversion H; subst g u; clear H.
    apply andb_prop in E1; destruct E1 as [D N]; apply Z.eqb_eq in D; apply Z.leb_le in N.
    pose proof (Z.div_mod s n ltac:(lia)) as Es; rewrite D, Z.add_0_r in Es.
    apply IH in W; auto; [| nia | nia]; destruct W as (P & S & W).
    split; [apply positive_cons; simpl; split; [lia | auto] | split; [simpl; rewrite S; lia |]].
    intros x R.
    destruct (W (x / n)) as (v & V & L & I & O).
    { split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]. }
    pose proof (Z.mod_pos_bound x n ltac:(lia)); pose proof (Z.div_mod x n ltac:(lia)).
    exists (add (map (fun y => (x mod n) * y) (places a t)) v); split; [| split; [| split]].
    + apply within_add; [apply scale_within; [lia | apply places_nonnegative; auto] | exact V].
    + rewrite add_length; rewrite map_length, places_length; lia.
    + rewrite add_index by (try rewrite map_length, places_length; lia).
      rewrite scale_index, places_index by auto; lia.
    + rewrite add_dot by (try rewrite map_length, places_length; lia).
      rewrite scale_dot; cbn [offset]; rewrite O; reflexivity.
Qed.

Lemma compose_leaf_walks : forall a s r g t,
  a <> [] -> positive a -> 0 < s -> compose_leaf a s r = Some (g, t) -> walks a s r g t.
Proof.
  unfold compose_leaf; intros a s r g t Na Ha Hs H.
  destruct (walk_leaf a s r) as [found |] eqn:E; [inversion H; subst; apply walk_leaf_walks; auto |].
  destruct (r <? 0) eqn:R; [discriminate |]; apply Z.ltb_ge in R; eapply by_digits_walks; eauto.
Qed.

(** Without modes, the first rule accepts all steps that do not go down. *)
Lemma compose_leaf_none : forall s r, compose_leaf [] s r = walk_leaf [] s r.
Proof.
  unfold compose_leaf, walk_leaf; intros s r.
  destruct (r <? 0) eqn:R; cbn [andb]; destruct (1 <? s) eqn:S; destruct (s =? 1); reflexivity.
Qed.

(** A leaf of a composition has the size of the leaf of [b], whatever [a] is. *)
Lemma compose_leaf_size : forall a s r g t,
  positive a -> 0 < s -> compose_leaf a s r = Some (g, t) -> positive g /\ size g = s.
Proof.
  intros a s r g t Ha Hs H; destruct a as [| m a].
  - rewrite compose_leaf_none in H; unfold walk_leaf in H; destruct ((r <? 0) && (1 <? s)); [discriminate |].
    destruct (s =? 1) eqn:E; inversion H; subst; (split; [constructor; [simpl; lia | constructor] | simpl; lia]).
  - apply compose_leaf_walks in H; auto; [destruct H as (P & S & _); auto | congruence].
Qed.

Lemma walk_leaf_size : forall a s r g t,
  positive a -> 0 < s -> walk_leaf a s r = Some (g, t) -> positive g /\ size g = s.
Proof.
  intros a s r g t Ha Hs H; apply (compose_leaf_size a s r g t); auto.
  unfold compose_leaf; rewrite H; reflexivity.
Qed.

(** ** Carries *)

Definition first_stride (a : modes) : Z := match a with [] => 0 | (_, d) :: _ => d end.

(** Without carries, the digits of [a] determine the offset. *)
Lemma no_carry_unbounded : forall a t u carry c,
  coalesced a -> no_carry a t carry = true -> within u t -> length u = length a -> 0 <= c <= carry ->
  unbounded a (c + index a u) = c * first_stride a + dot a u.
Proof.
  induction a as [| [m d] a IH]; intros t u carry c Ha N U L C; [simpl; lia |].
  destruct U as [| x y u t Hx U]; [discriminate |].
  destruct Ha as (Hm & _ & Ha); simpl in L.
  destruct a as [| [n e] a].
  - destruct u; [| discriminate]; simpl.
    destruct (m =? 1) eqn:E; [lia |]; lia.
  - remember ((n, e) :: a) as a'.
    assert (Ones : forallb is_one a' = false).
    { subst a'; destruct Ha as (Hn & _); simpl; unfold is_one; simpl.
      destruct (n =? 1) eqn:E; [lia | reflexivity]. }
    assert (N' : (((y + carry) / m =? 0) || (m * d =? e)) && no_carry a' t ((y + carry) / m) = true)
      by (subst a'; exact N).
    apply andb_prop in N'; destruct N' as [N1 N2].
    cbn [unbounded index dot]. rewrite Ones.
    destruct (m =? 1) eqn:E; [lia |].
    replace (c + (x + m * index a' u)) with (c + x + index a' u * m) by lia.
    rewrite Z.mod_add, Z.div_add by lia.
    assert (Q : 0 <= (c + x) / m <= (y + carry) / m).
    { split; [apply Z.div_pos; lia | apply Z.div_le_mono; lia]. }
    rewrite (IH t u ((y + carry) / m) ((c + x) / m)) by (auto; lia).
    assert (D : (c + x) mod m = c + x - m * ((c + x) / m)) by (pose proof (Z.div_mod (c + x) m); lia).
    assert (F : first_stride a' = e) by (subst a'; reflexivity).
    rewrite F, D; cbn [first_stride].
    apply orb_prop in N1; destruct N1 as [N1 | N1]; apply Z.eqb_eq in N1.
    + replace ((c + x) / m) with 0 by lia; ring.
    + subst e; ring.
Qed.

(** ** Several leaves *)

Lemma compose_leaves_size : forall a b gs t,
  positive a -> positive b -> compose_leaves a b = Some (gs, t) ->
  positive (concat gs) /\ size (concat gs) = size b /\ fills b gs.
Proof.
  induction b as [| [s r] b IH]; intros gs t Ha Hb H; cbn [leaves_by] in H.
  - inversion H; subst; repeat split; constructor.
  - apply positive_cons in Hb; simpl in Hb; destruct Hb as [Hs Hb].
    destruct (compose_leaf a s r) as [[g t1] |] eqn:E1; [| discriminate].
    destruct (compose_leaves a b) as [[gs' t2] |] eqn:E2; [| discriminate].
    inversion H; subst; clear H.
    apply compose_leaf_size in E1; auto; destruct E1 as [P1 S1].
    destruct (IH _ _ Ha Hb eq_refl) as (P2 & S2 & F2); simpl; repeat split.
    + apply positive_app; auto.
    + rewrite size_app, S1, S2; reflexivity.
    + constructor; auto.
Qed.

(** The digits of a coordinate of [b] in [a] are within the greatest sums, their linear index in [a] is [b]'s offset,
    and their offset in [a] is the result's. *)
Lemma compose_leaves_walk : forall a b gs t c,
  a <> [] -> positive a -> positive b -> compose_leaves a b = Some (gs, t) -> 0 <= c < size b ->
  exists u, within u t /\ length u = length a /\ offset b c = index a u /\ offset (concat gs) c = dot a u.
Proof.
  intros a b; induction b as [| [s r] b IH]; intros gs t c Na Ha Hb H R; simpl in H.
  - inversion H; subst; exists (zeros a); repeat split.
    + apply zeros_within.
    + apply zeros_length.
    + rewrite zeros_index; reflexivity.
    + rewrite zeros_dot; reflexivity.
  - apply positive_cons in Hb; simpl in Hb; destruct Hb as [Hs Hb]; simpl in R.
    destruct (compose_leaf a s r) as [[g t1] |] eqn:E1; [| discriminate].
    destruct (compose_leaves a b) as [[gs' t2] |] eqn:E2; [| discriminate].
    inversion H; subst; clear H.
    pose proof (size_positive b Hb).
    apply compose_leaf_walks in E1; auto; destruct E1 as (P1 & S1 & W).
    destruct (W (c mod s)) as (u & U & LU & IU & OU); [apply Z.mod_pos_bound; lia |].
    destruct (IH _ _ (c / s) Na Ha Hb eq_refl) as (v & V & LV & IV & OV).
    { split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]. }
    exists (add u v); split; [| split; [| split]].
    + apply within_add; auto.
    + rewrite add_length; lia.
    + rewrite add_index by lia; simpl; lia.
    + rewrite add_dot by lia; simpl.
      rewrite offset_app, S1, <- OU, <- OV by auto.
      rewrite <- S1 at 2; rewrite offset_mod by auto; reflexivity.
Qed.

Lemma compose_leaves_none : forall b gs t c,
  compose_leaves [] b = Some (gs, t) -> offset (concat gs) c = 0.
Proof.
  induction b as [| [s r] b IH]; intros gs t c H; simpl in H.
  - inversion H; reflexivity.
  - destruct (compose_leaf [] s r) as [[g t1] |] eqn:E1; [| discriminate].
    destruct (compose_leaves [] b) as [[gs' t2] |] eqn:E2; [| discriminate].
    inversion H; subst; clear H.
    rewrite compose_leaf_none in E1; unfold walk_leaf in E1; destruct ((r <? 0) && (1 <? s)); [discriminate |].
    destruct (s =? 1); inversion E1; subst; simpl; rewrite (IH gs' t2) by auto; lia.
Qed.

(** A composition of coalesced modes with leaves that do not carry. Compositions and divisions share it. *)
Lemma compose_leaves_sound : forall a b gs t c,
  coalesced a -> positive b -> compose_leaves a b = Some (gs, t) -> no_carry a t 0 = true -> 0 <= c < size b ->
  offset (concat gs) c = unbounded a (offset b c).
Proof.
  intros a b gs t c Ca Hb E N R; pose proof (coalesced_positive _ Ca) as Ha.
  destruct a as [| m a].
  - rewrite (compose_leaves_none b gs t c E); reflexivity.
  - destruct (compose_leaves_walk (m :: a) b gs t c) as (u & U & LU & IU & OU); auto; [congruence |].
    rewrite IU, OU.
    rewrite <- (Z.add_0_l (index (m :: a) u)).
    rewrite (no_carry_unbounded (m :: a) t u 0 0) by (auto; lia).
    lia.
Qed.

(** ** No list of modes is empty *)

Lemma walk_nonempty : forall a s r g t, walk a s r = Some (g, t) -> g <> [].
Proof.
  induction a as [| [m d] a IH]; intros s r g t H; [discriminate |].
  simpl in H; destruct a as [| n a]; [inversion H; congruence |].
  destruct (m <=? r).
  - destruct (negb (r mod m =? 0) && (1 <? s)); [discriminate |].
    destruct (walk (n :: a) s (r / m)) as [[g' t'] |] eqn:W; [| discriminate].
    inversion H; subst; eapply IH; eauto.
  - destruct (steps s r m) as [k |]; [| discriminate].
    destruct (k =? s); [inversion H; congruence |].
    destruct (walk (n :: a) (s / k) 1) as [[g' t'] |]; [| discriminate].
    inversion H; congruence.
Qed.

Lemma compose_leaves_nonempty : forall a b gs t,
  compose_leaves a b = Some (gs, t) -> Forall (fun g => g <> []) gs.
Proof.
  induction b as [| [s r] b IH]; intros gs t H; simpl in H; [inversion H; constructor |].
  destruct (compose_leaf a s r) as [[g t1] |] eqn:E1; [| discriminate].
  destruct (compose_leaves a b) as [[gs' t2] |] eqn:E2; [| discriminate].
  inversion H; subst; constructor; [| eapply IH; eauto].
  unfold compose_leaf in E1; destruct (walk_leaf a s r) as [found |] eqn:W.
  - inversion E1; subst; unfold walk_leaf in W; destruct ((r <? 0) && (1 <? s)); [discriminate |].
    destruct (s =? 1); [inversion W; congruence |].
    destruct a as [| m a]; [inversion W; congruence |].
    destruct (r =? 0); [inversion W; congruence | eapply walk_nonempty; eauto].
  - destruct (r <? 0) eqn:R; [discriminate |].
    destruct (s =? 1) eqn:S.
    { unfold walk_leaf in W; rewrite R, S in W; discriminate. }
    cbn [by_digits] in E1; rewrite S in E1.
    destruct ((s mod before_carry a 1 r s =? 0) && (2 <=? before_carry a 1 r s)); [| discriminate].
    destruct (by_digits _ a (s / before_carry a 1 r s) _) as [[g' u'] |]; inversion E1; congruence.
Qed.

Lemma compose_nonempty : forall a b gs, compose a b = Some gs -> Forall (fun g => g <> []) gs.
Proof.
  unfold compose, compose_by; intros a b gs H.
  destruct (existsb is_zero a || existsb is_zero b); [discriminate |].
  destruct (compose_leaves (merge a) b) as [[gs' t] |] eqn:E; [| discriminate].
  destruct (no_carry (merge a) t 0); inversion H; subst; eapply compose_leaves_nonempty; eauto.
Qed.

(** ** Both rules *)

Lemma leaves_extend_walk : forall a b gs t, walk_leaves a b = Some (gs, t) -> compose_leaves a b = Some (gs, t).
Proof.
  intros a; induction b as [| [s r] b IH]; intros gs t H; [exact H |]; cbn [leaves_by] in *.
  destruct (walk_leaf a s r) as [[g t1] |] eqn:E; [| discriminate].
  destruct (walk_leaves a b) as [[gs' t2] |]; [| discriminate].
  unfold compose_leaf at 1; rewrite E, (IH _ _ eq_refl); exact H.
Qed.

(** Where the first rule accepts, its result is the result. *)
Theorem compose_extends_walk : forall a b gs, compose_walk a b = Some gs -> compose a b = Some gs.
Proof.
  unfold compose, compose_walk, compose_by; intros a b gs H.
  destruct (existsb is_zero a || existsb is_zero b); [discriminate |].
  destruct (walk_leaves (merge a) b) as [[gs' t] |] eqn:E; [| discriminate].
  rewrite (leaves_extend_walk _ _ _ _ E); exact H.
Qed.

(** ** Theorems *)

Lemma compose_positive : forall a b gs, nonnegative a -> compose a b = Some gs -> positive a.
Proof.
  unfold compose, compose_by; intros a b gs Fa H; destruct (existsb is_zero a || existsb is_zero b) eqn:E; [discriminate |].
  apply orb_false_elim in E; apply no_zero_positive; tauto.
Qed.

(** An accepted composition has the offset [A(B(c))] at every coordinate [c] of [B], where [A] stands for its coalesced
    modes, the last of which has no end. *)
Theorem compose_sound : forall a b gs,
  nonnegative a -> nonnegative b -> compose a b = Some gs ->
  forall c, 0 <= c < size b -> offset (concat gs) c = endless (merge a) (offset b c).
Proof.
  unfold compose, compose_by; intros a b gs Fa Fb H c R.
  destruct (existsb is_zero a || existsb is_zero b) eqn:E; [discriminate |].
  apply orb_false_elim in E; destruct E as [Ea Eb].
  apply no_zero_positive in Ea, Eb; auto.
  destruct (compose_leaves (merge a) b) as [[gs' t] |] eqn:E; [| discriminate].
  destruct (no_carry (merge a) t 0) eqn:N; [| discriminate]; inversion H; subst.
  rewrite (compose_leaves_sound (merge a) b gs t c); auto; [| apply merge_coalesced; auto].
  rewrite endless_merge by auto; apply merge_unbounded; auto.
Qed.

(** Unless the last extent of [A] is 1, the last mode without an end is that of [A] itself. *)
Corollary compose_sound_last : forall a s d b gs,
  s <> 1 -> nonnegative (a ++ [(s, d)]) -> nonnegative b -> compose (a ++ [(s, d)]) b = Some gs ->
  forall c, 0 <= c < size b -> offset (concat gs) c = endless (a ++ [(s, d)]) (offset b c).
Proof.
  intros a s d b gs Hs Fa Fb H c R; rewrite (compose_sound (a ++ [(s, d)]) b gs) by auto.
  rewrite endless_merge by (eapply compose_positive; eauto); apply unbounded_endless; auto.
Qed.

(** Modes of extent 1 at the end of [A] do not matter: the last mode without an end is the one before them. *)
Theorem compose_ones : forall a o b, forallb is_one o = true -> compose (a ++ o) b = compose a b.
Proof.
  intros a o b O; unfold compose, compose_by; rewrite merge_ones by auto; rewrite existsb_app.
  assert (Z : existsb is_zero o = false).
  { clear b; induction o as [| [s d] o IH]; [reflexivity |]; rewrite ones_cons in O; apply andb_prop in O; destruct O as [S O].
    cbn [existsb]; unfold is_zero at 1; cbn [fst]; rewrite IH by auto; destruct (s =? 0) eqn:E; [lia | reflexivity]. }
  rewrite Z, orb_false_r; reflexivity.
Qed.

(** Layouts of one function have the same compositions, whatever the strides of their extents of 1 are. *)
Theorem compose_function : forall a a' b,
  positive a -> positive a' -> size a = size a' -> (forall x, 0 <= x < size a -> offset a x = offset a' x) ->
  compose a b = compose a' b.
Proof.
  intros a a' b P P' S O.
  assert (Z : forall a, positive a -> existsb is_zero a = false).
  { clear; intros a P; destruct (existsb is_zero a) eqn:Z; [| reflexivity].
    apply zero_size in Z; pose proof (size_positive a P); lia. }
  unfold compose, compose_by; rewrite (Z a), (Z a') by auto.
  assert (E : merge a = merge a'); [| rewrite E; reflexivity].
  apply coalesced_unique; try (apply merge_coalesced; auto); rewrite !merge_size; [exact S |].
  intros x R; rewrite !merge_offset by auto; auto.
Qed.

(** If all extents of [A] are 1, every coordinate has the offset 0. *)
Corollary compose_single : forall a b gs,
  forallb is_one a = true -> nonnegative a -> nonnegative b -> compose a b = Some gs ->
  forall c, 0 <= c < size b -> offset (concat gs) c = 0.
Proof.
  intros a b gs O Fa Fb H c R; rewrite (compose_sound a b gs) by auto.
  rewrite <- (app_nil_l a), merge_ones by auto; reflexivity.
Qed.

(** [1:3 o 5:1] is [5:0]. [(2,1):(1,7) o 4:1] is [4:1], where [(2,1):(1,7)] with an endless last mode has the offset 7 at
    the linear index 2. *)
Example compose_last_extent_1 :
  compose [(1, 3)] [(5, 1)] = Some [[(5, 0)]] /\ compose [(2, 1); (1, 7)] [(4, 1)] = Some [[(4, 1)]] /\
  endless [(2, 1); (1, 7)] 2 = 7 /\ endless (merge [(2, 1); (1, 7)]) 2 = 2.
Proof. repeat split. Qed.

(** Where [B] stays within the size of [A], neither the end of the last mode nor an extent of 1 matters. *)
Corollary compose_sound_within : forall a b gs,
  nonnegative a -> nonnegative b -> compose a b = Some gs ->
  forall c, 0 <= c < size b -> 0 <= offset b c < size a -> offset (concat gs) c = offset a (offset b c).
Proof.
  intros a b gs Fa Fb H c R I; pose proof (compose_positive a b gs Fa H) as Pa.
  rewrite (compose_sound a b gs), endless_merge by auto; apply unbounded_within; auto.
Qed.

(** Each leaf of [B] becomes modes of its size: the shape of [B] is compatible with that of the result. *)
Theorem compose_shape : forall a b gs,
  nonnegative a -> nonnegative b -> compose a b = Some gs ->
  fills b gs /\ positive (concat gs).
Proof.
  unfold compose, compose_by; intros a b gs Fa Fb H.
  destruct (existsb is_zero a || existsb is_zero b) eqn:E; [discriminate |].
  apply orb_false_elim in E; destruct E as [Ea Eb].
  apply no_zero_positive in Ea, Eb; auto.
  destruct (compose_leaves (merge a) b) as [[gs' t] |] eqn:E; [| discriminate].
  destruct (no_carry (merge a) t 0); [| discriminate]; inversion H; subst.
  apply compose_leaves_size in E; auto; [tauto |].
  apply coalesced_positive, merge_coalesced; auto.
Qed.
