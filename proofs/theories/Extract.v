(** The rules as functions of OCaml, in [rules.ml]. Integers remain Coq's binary ones. *)

From Coq Require Import ZArith Extraction ExtrOcamlBasic.
From Layouts Require Import Modes Nested Guard Swizzle Swizzled Reswizzle Banks Functional Certificate.

(** A name that the functions of Coq's integers do not have. *)
Definition tree_size (t : tree) : Z := size (flat t).

Extraction Language OCaml.
Extraction "rules.ml"
  tree_size coalesce_tree coalesce_by complement_tree compose_tree compose_by_mode divide_whole divide_by_mode
  guard_whole guard_by_mode inside
  checked apply after image on_plain upcast_tree downcast_tree upcast_swizzled downcast_swizzled compose_swizzled
  compose_two
  coset wavefronts linear_wavefronts is_candidate accepts.
