(** The rules as functions of OCaml, in [rules.ml]. Integers remain Coq's binary ones. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Layouts Require Import Modes Nested Guard.

Extraction Language OCaml.
Extraction "rules.ml"
  size flat coalesce_tree coalesce_by complement_tree compose_tree compose_by_mode divide_whole divide_by_mode
  guard_whole guard_by_mode inside.
