(* The proven rules as a filter, and the rows on which they are compared with layout-core.

   checker rows STEP   prints every STEPth request of the universe: an operation and its operands, with tabs between
   checker answer      reads requests, and prints a line for each: the result, or "refused" *)

open Rules

(* Numbers. *)

let rec positive n =
  if n = 1 then XH else if n land 1 = 1 then XI (positive (n / 2)) else XO (positive (n / 2))

let integer n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))

let rec of_positive = function XH -> 1 | XO p -> 2 * of_positive p | XI p -> (2 * of_positive p) + 1

let of_integer = function Z0 -> 0 | Zpos p -> of_positive p | Zneg p -> -of_positive p

(* Notation. *)

(* A nested tuple of integers. *)
type tuple = Int of int | Tuple of tuple list

exception Unreadable of string

(* The tuple at position [k] of [text], and the position after it. *)
let rec tuple text k =
  if k < String.length text && text.[k] = '(' then
    if text.[k + 1] = ')' then (Tuple [], k + 2)
    else
      let rec elements k =
        let first, k = tuple text k in
        match text.[k] with
        | ',' ->
            let rest, k = elements (k + 1) in
            (first :: rest, k)
        | ')' -> ([ first ], k + 1)
        | _ -> raise (Unreadable text)
      in
      let all, k = elements (k + 1) in
      (Tuple all, k)
  else
    let stop = ref k in
    while !stop < String.length text && (text.[!stop] = '-' || (text.[!stop] >= '0' && text.[!stop] <= '9')) do
      incr stop
    done;
    if !stop = k then raise (Unreadable text);
    (Int (int_of_string (String.sub text k (!stop - k))), !stop)

let rec join text shape stride =
  match (shape, stride) with
  | Int s, Int d -> Leaf (integer s, integer d)
  | Tuple l, Tuple m when List.length l = List.length m -> Node (List.map2 (join text) l m)
  | _ -> raise (Unreadable text)

let layout text =
  let shape, k = tuple text 0 in
  if k >= String.length text || text.[k] <> ':' then raise (Unreadable text);
  let stride, k = tuple text (k + 1) in
  if k <> String.length text then raise (Unreadable text);
  join text shape stride

(* The parts of [text] between commas that no parenthesis encloses. *)
let parts text =
  let found = ref [] and start = ref 0 and depth = ref 0 in
  String.iteri
    (fun k c ->
      if c = '(' then incr depth
      else if c = ')' then decr depth
      else if c = ',' && !depth = 0 then (
        found := String.sub text !start (k - !start) :: !found;
        start := k + 1))
    text;
  List.rev (String.sub text !start (String.length text - !start) :: !found)

(* The tiles of a tiler by mode, [None] for a layout. *)
let tiles text =
  if text.[0] <> '<' then None
  else
    let mode text = if text = "_" then None else Some (layout text) in
    Some (List.map mode (parts (String.sub text 1 (String.length text - 2))))

let rec profile = function Int _ -> Whole | Tuple l -> Modes (List.map profile l)

let rec show_by pick = function
  | Leaf (s, d) -> string_of_int (of_integer (pick s d))
  | Node l -> "(" ^ String.concat "," (List.map (show_by pick) l) ^ ")"

let show t = show_by (fun s _ -> s) t ^ ":" ^ show_by (fun _ d -> d) t

(* Answers. *)

let divide padded form a text =
  match tiles text with
  | None -> divide_whole padded form a (layout text)
  | Some tiles -> divide_by_mode padded form a tiles

let layout_answer words =
  match words with
  | [ "coalesce"; a ] -> Some (coalesce_tree (layout a))
  | [ "coalesce_by"; a; p ] -> coalesce_by (layout a) (profile (fst (tuple p 0)))
  | [ "complement"; a; m ] -> complement_tree false (layout a) (integer (int_of_string m))
  | [ "complement_padded"; a; m ] -> complement_tree true (layout a) (integer (int_of_string m))
  | [ "compose"; a; b ] -> (
      match tiles b with
      | None -> compose_tree (layout a) (layout b)
      | Some tiles -> compose_by_mode (layout a) tiles)
  | [ "logical_divide"; a; t ] -> divide false Logical (layout a) t
  | [ "logical_divide_padded"; a; t ] -> divide true Logical (layout a) t
  | [ "zipped_divide"; a; t ] -> divide false Zipped (layout a) t
  | [ "zipped_divide_padded"; a; t ] -> divide true Zipped (layout a) t
  | [ "tiled_divide"; a; t ] -> divide false Tiled (layout a) t
  | [ "tiled_divide_padded"; a; t ] -> divide true Tiled (layout a) t
  | [ "flat_divide"; a; t ] -> divide false Flat (layout a) t
  | [ "flat_divide_padded"; a; t ] -> divide true Flat (layout a) t
  | _ -> raise (Unreadable (String.concat "\t" words))

(* A padded division's guard at each linear index: 1 inside, 0 outside. *)
let guard_answer form a text =
  let a = layout a in
  let guard =
    match tiles text with
    | None -> guard_whole a (layout text)
    | Some tiles -> guard_by_mode form a tiles
  in
  match (divide true form a text, guard) with
  | Some divided, Some guard ->
      let bit k = if inside guard (integer k) then '1' else '0' in
      Some (String.init (of_integer (size (flat divided))) bit)
  | _ -> None

let answer line =
  match String.split_on_char '\t' line with
  | [ "logical_divide_inside"; a; t ] -> guard_answer Logical a t
  | [ "zipped_divide_inside"; a; t ] -> guard_answer Zipped a t
  | words -> Option.map show (layout_answer words)

let answers () =
  try
    while true do
      print_endline (Option.value (answer (input_line stdin)) ~default:"refused")
    done
  with End_of_file -> ()

(* Rows. *)

let ( let* ) l f = List.concat_map f l

(* All modes of the given extents and strides. *)
let modes extents strides =
  let* s = extents in
  let* d = strides in
  [ Leaf (integer s, integer d) ]

let pairs firsts seconds =
  let* a = firsts in
  let* b = seconds in
  [ Node [ a; b ] ]

let triples l =
  let* a = l in
  let* b = l in
  let* c = l in
  [ Node [ a; b; c ] ]

let up_to_two l = l @ pairs l l
let range a b = List.init (b - a + 1) (fun k -> string_of_int (a + k))

let by_mode tiles =
  let* a = tiles in
  let* b = tiles in
  [ "<" ^ a ^ "," ^ b ^ ">" ]

(* Each operation with all of its left and right operands. *)
let universe () =
  let show_all = List.map show in
  let small = modes [ 1; 2; 3; 4 ] [ 0; 1; 2; 3; 4 ] in
  let signed = modes [ 1; 2; 4 ] [ -3; -1; 0; 2; 6 ] in
  let empty = modes [ 0; 2; 3 ] [ 0; 1; 2 ] in
  let dense = modes [ 2; 3 ] [ 1; 2; 6 ] in
  let nested =
    pairs dense (pairs dense dense) @ pairs (pairs dense dense) dense
    @ List.map (fun t -> Node [ t; Node [] ]) dense
  in
  let inner = modes [ 1; 2; 3 ] [ 1; 2 ] in
  let tiles_nested =
    pairs inner (pairs inner inner) @ List.map (fun t -> Node [ t ]) inner @ [ Node []; Node [ Node [] ] ]
  in
  let few = modes [ 1; 2; 4 ] [ 0; 1; 2 ] in
  [
    ("coalesce", [ show_all (triples (modes [ 0; 1; 2; 3 ] [ -2; -1; 0; 1; 2; 3; 4; 6 ])) ]);
    ("coalesce", [ show_all (Node [] :: Node [ Node [] ] :: nested) ]);
    ("coalesce_by", [ show_all nested; [ "1"; "(1,1)"; "((1,1),1)"; "(1,(1,1))"; "(1)"; "(1,1,1)"; "()"; "((1),1)" ] ]);
    ("coalesce_by", [ show_all (pairs few (pairs few few)); [ "(1,1)"; "(1,(1))"; "(1)" ] ]);
    ("complement", [ show_all (up_to_two (modes [ 0; 1; 2; 3; 4 ] [ -1; 0; 1; 2; 3; 4; 6 ])); range (-1) 24 ]);
    ("complement", [ show_all (triples (modes [ 1; 2; 3 ] [ 0; 1; 2; 4; 6 ])); range 1 36 ]);
    ("complement", [ show_all nested; range 1 36 ]);
    ("complement_padded", [ show_all (up_to_two (modes [ 0; 1; 2; 3; 4 ] [ -1; 0; 1; 2; 3; 4; 6 ])); range (-1) 24 ]);
    ("complement_padded", [ show_all nested; range 1 36 ]);
    ("compose", [ show_all (up_to_two small); show_all (up_to_two small) ]);
    ("compose", [ show_all (up_to_two signed); show_all (up_to_two signed) ]);
    ("compose", [ show_all (up_to_two empty); show_all (up_to_two empty) ]);
    ("compose", [ show_all (triples (modes [ 2; 3; 4 ] [ 1; 2; 4 ])); show_all (modes [ 2; 3; 4; 6; 8; 9; 12 ] [ 1; 2; 3; 4; 6; 8; 12 ]) ]);
    ("compose", [ show_all nested; show_all tiles_nested ]);
    ("compose", [ show_all (pairs small small); by_mode ("_" :: show_all (modes [ 1; 2; 3; 4 ] [ 0; 1; 2; 4 ])) ]);
    ("compose", [ show_all nested; by_mode ("_" :: show_all (pairs inner (modes [ 2 ] [ 1; 2 ]))) ]);
    ("compose", [ show_all few; [ "<_>"; "<2:1>"; "<2:1,2:1>"; "<(2,2):(1,2)>" ] ]);
    ("logical_divide", [ show_all (up_to_two small); show_all (up_to_two small) ]);
    ("logical_divide", [ show_all (up_to_two signed); show_all (up_to_two signed) ]);
    ("logical_divide", [ show_all (up_to_two empty); show_all (up_to_two empty) ]);
    ("logical_divide", [ show_all (pairs few few); by_mode ("_" :: show_all few) ]);
    ("zipped_divide", [ show_all (pairs few few); by_mode ("_" :: show_all few) ]);
    ("zipped_divide", [ show_all nested; show_all tiles_nested ]);
    ("zipped_divide", [ show_all (triples few); by_mode ("_" :: show_all few) ]);
    ("tiled_divide", [ show_all nested; show_all tiles_nested ]);
    ("tiled_divide", [ show_all (pairs few few); by_mode ("_" :: show_all few) ]);
    ("tiled_divide", [ show_all (triples few); [ "<2:1>"; "<_>"; "<2:1,_>"; "<2:1,2:1,2:1,2:1>"; "<(2,2):(1,2)>" ] ]);
    ("flat_divide", [ show_all nested; show_all tiles_nested ]);
    ("flat_divide", [ show_all (pairs few few); by_mode ("_" :: show_all few) ]);
    ("flat_divide", [ show_all (triples few); [ "<2:1>"; "<_>"; "<2:1,_>"; "<2:1,2:1,2:1,2:1>"; "<(2,2):(1,2)>" ] ]);
    ("logical_divide_padded", [ show_all (up_to_two small); show_all (up_to_two small) ]);
    ("logical_divide_padded", [ show_all (up_to_two signed); show_all (modes [ 1; 2; 3; 5 ] [ -1; 0; 1; 2; 3 ]) ]);
    ("zipped_divide_padded", [ show_all nested; show_all tiles_nested ]);
    ("zipped_divide_padded", [ show_all (pairs few few); by_mode ("_" :: show_all (modes [ 1; 3; 5 ] [ 0; 1; 2 ])) ]);
    ("tiled_divide_padded", [ show_all (pairs few few); by_mode ("_" :: show_all (modes [ 1; 3; 5 ] [ 0; 1; 2 ])) ]);
    ("flat_divide_padded", [ show_all (triples few); [ "<3:1>"; "<_>"; "<3:1,_>"; "<3:1,5:1,2:1,2:1>"; "<(2,2):(1,2)>" ] ]);
    ("logical_divide_inside", [ show_all (up_to_two small); show_all (modes [ 1; 2; 3; 5 ] [ 1; 2; 3 ]) ]);
    ("logical_divide_inside", [ show_all nested; show_all tiles_nested ]);
    ("logical_divide_inside", [ show_all (pairs few few); by_mode ("_" :: show_all (modes [ 1; 3; 5 ] [ 0; 1; 2 ])) ]);
    ("zipped_divide_inside", [ show_all (pairs small small); by_mode ("_" :: show_all (modes [ 1; 3; 5 ] [ 1; 2 ])) ]);
    ("zipped_divide_inside", [ show_all nested; by_mode ("_" :: show_all (pairs inner (modes [ 2 ] [ 1; 2 ]))) ]);
    ("flat_divide", [ show_all few; [ "<2:1>"; "<_>"; "<(2):(1)>"; "<(2,2):(1,2)>" ] ]);
  ]

let rows step =
  let k = ref 0 in
  let rec row written = function
    | [] ->
        if !k mod step = 0 then print_endline written;
        incr k
    | operands :: rest -> List.iter (fun operand -> row (written ^ "\t" ^ operand) rest) operands
  in
  List.iter (fun (operation, operands) -> row operation operands) (universe ())

let () =
  match Array.to_list Sys.argv with
  | [ _; "rows"; step ] -> rows (int_of_string step)
  | [ _; "answer" ] -> answers ()
  | _ ->
      prerr_endline "usage: checker rows STEP | checker answer";
      exit 2
