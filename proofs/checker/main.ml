(* The proven rules as a filter, and the rows on which they are compared with layout-core.

   checker rows STEP   prints every STEPth request of the universe: an operation and its operands, with tabs between
   checker count       prints the families of the universe, and how many requests each has
   checker answer      reads requests, and prints a line for each: the result, or "refused" *)

open Rules
open Notation

(* Answers. *)

let divide padded form a text =
  match tiles text with
  | None -> divide_whole padded form a (layout text)
  | Some tiles -> divide_by_mode padded form a tiles

let compose a text =
  match tiles text with
  | None -> compose_tree a (layout text)
  | Some tiles -> compose_by_mode a tiles

let layout_answer words =
  match words with
  | [ "coalesce"; a ] -> Some (coalesce_tree (layout a))
  | [ "coalesce_by"; a; p ] -> coalesce_by (layout a) (profile (fst (tuple p 0)))
  | [ "complement"; a; m ] -> complement_tree false (layout a) (integer (int_of_string m))
  | [ "complement_padded"; a; m ] -> complement_tree true (layout a) (integer (int_of_string m))
  | [ "compose"; a; b ] -> compose (layout a) b
  | [ "upcast"; a; n ] -> upcast_tree (integer (int_of n)) (layout a)
  | [ "downcast"; a; n ] -> downcast_tree (integer (int_of n)) (layout a)
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
      Some (String.init (of_integer (tree_size divided)) bit)
  | _ -> None

(* Requests whose first operand is a swizzled layout. *)
let composed_answer a words =
  let on_plain op = Option.map show_composed (on_plain op a) in
  match words with
  | [ "index"; x ] ->
      let x = int_of x in
      if x < of_integer (tree_size a.plain) then Some (string_of_int (of_integer (image a (integer x)))) else None
  | [ "compose"; b ] -> (
      match composed b with
      | Some b -> Option.map show_composed (compose_two a b)
      | None -> on_plain (fun p -> compose p b))
  | [ "logical_divide"; t ] -> on_plain (fun p -> divide false Logical p t)
  | [ "zipped_divide"; t ] -> on_plain (fun p -> divide false Zipped p t)
  | [ "zipped_divide_padded"; t ] -> on_plain (fun p -> divide true Zipped p t)
  | [ "upcast"; n ] -> Option.map show_composed (upcast_swizzled (integer (int_of n)) a)
  | [ "downcast"; n ] -> Option.map show_composed (downcast_swizzled (integer (int_of n)) a)
  | _ -> raise (Unreadable (String.concat "\t" words))

let answer line =
  match String.split_on_char '\t' line with
  | "layout certificate 1" :: lines -> Some (if Certificate.is_accepted lines then "accepted" else "refused")
  | [ "wavefronts"; b; columns ] -> Some (Certificate.count b columns)
  | [ "swizzle"; b; m; s ] ->
      Option.map show_swizzle (checked (integer (int_of b)) (integer (int_of m)) (integer (int_of s)))
  | [ "apply"; sw; x ] -> Some (string_of_int (of_integer (apply (swizzle sw) (integer (int_of x)))))
  | [ "after"; a; b ] -> Option.map show_swizzle (after (swizzle a) (swizzle b))
  | operation :: a :: rest when a.[0] = 'S' -> composed_answer (Option.get (composed a)) (operation :: rest)
  | [ "compose"; a; b ] when b.[0] = 'S' ->
      Option.map show_composed (compose_swizzled (layout a) (Option.get (composed b)))
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

(* All valid swizzles of up to [b] bits, from bit [m] down, shifted by up to [s]. *)
let swizzles b m s =
  let* b = List.init (b + 1) Fun.id in
  let* m = List.init (m + 1) Fun.id in
  let* s = List.init ((2 * s) + 1) (fun k -> k - s) in
  if abs s < b then [] else [ Printf.sprintf "Sw<%d,%d,%d>" b m s ]

let composes swizzles offsets layouts =
  let* sw = swizzles in
  let* offset = offsets in
  let* layout = layouts in
  [ Printf.sprintf "%s o %d o %s" sw offset (show layout) ]

let show_all = List.map show

(* Each operation with all of its left and right operands. *)
let algebra () =
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

(* Compositions with a left operand that ends in extents of 1. *)
let last_extent_1 () =
  let small = modes [ 1; 2; 3; 4 ] [ 0; 1; 2; 3; 4 ] in
  let ones = modes [ 1 ] [ 0; 1; 3; 7 ] in
  let with_ones =
    ones @ pairs small ones @ pairs small (pairs ones ones) @ pairs (pairs small small) ones
    @ List.map (fun t -> Node [ t ]) ones
  in
  let right = up_to_two (modes [ 1; 2; 3; 4; 6 ] [ 0; 1; 2; 3; 4 ]) in
  [
    ("compose", [ show_all with_ones; show_all right ]);
    ("compose", [ show_all (pairs (pairs small ones) (pairs small ones)); by_mode [ "_"; "2:1"; "4:1"; "3:2" ] ]);
  ]

let padded () =
  let small = modes [ 1; 2; 3; 4 ] [ 0; 1; 2; 3; 4 ] in
  let wide = modes [ 1; 2; 3; 5; 6; 7 ] [ 0; 1; 2; 3; 5; 6 ] in
  let odd = modes [ 1; 2; 3; 5 ] [ 0; 1; 2; 4 ] in
  let tiles = "_" :: show_all (modes [ 1; 2; 3; 5 ] [ 1; 2; 3 ]) in
  let few = modes [ 1; 2; 4; 5 ] [ 0; 1; 2 ] in
  [
    ("complement_padded", [ show_all (triples (modes [ 1; 2; 3 ] [ 0; 1; 2; 4; 6 ])); range 1 36 ]);
    ("logical_divide_padded", [ show_all (up_to_two wide); show_all (up_to_two odd) ]);
    ("zipped_divide_padded", [ show_all (pairs wide small); by_mode tiles ]);
    ("tiled_divide_padded", [ show_all (pairs few wide); by_mode tiles ]);
    ("flat_divide_padded", [ show_all (triples few); by_mode ("_" :: show_all (modes [ 2; 3; 5 ] [ 1; 2 ])) ]);
    ("logical_divide_inside", [ show_all (up_to_two (modes [ 1; 2; 3; 4; 5 ] [ 0; 1; 2; 3; 4 ])); show_all (up_to_two odd) ]);
    ("zipped_divide_inside", [ show_all (pairs wide small); by_mode tiles ]);
  ]

let swizzle_maps () =
  let all = swizzles 5 7 8 in
  let b = range (-1) 6 @ [ "31"; "32"; "62"; "63"; "64" ] and m = range (-1) 4 @ [ "31"; "61"; "62"; "63"; "64" ] in
  let s = range (-7) 7 @ [ "-64"; "-63"; "-62"; "-32"; "-31"; "31"; "32"; "62"; "63"; "64" ] in
  [ ("swizzle", [ b; m; s ]); ("apply", [ all; range (-64) 1023 ]); ("after", [ all; all ]) ]

let swizzled_layouts () =
  let few = modes [ 1; 2; 4 ] [ 0; 1; 2 ] in
  let signed = modes [ 0; 1; 2; 3; 8 ] [ -4; 0; 1; 2; 4; 8 ] in
  let powers = modes [ 1; 2 ] [ 0; 3 ] @ up_to_two (modes [ 2; 4; 6; 8 ] [ 1; 2; 4; 8; 12 ]) in
  let inner = modes [ 1; 2; 3 ] [ 1; 2 ] in
  let tiles_nested = pairs inner (pairs inner inner) in
  let bits = swizzles 2 2 3 and some = [ "Sw<0,0,0>"; "Sw<1,0,1>"; "Sw<2,1,2>"; "Sw<1,1,-2>" ] in
  let dense = List.map layout [ "8:1"; "16:1"; "(4,2):(1,4)"; "(2,4):(4,1)"; "(4,4):(4,1)"; "4:2"; "(2,(2,2)):(1,(8,2))"; "(3,2):(1,4)" ] in
  [
    ("index", [ composes bits [ 0; 1; 6; -5 ] (up_to_two (modes [ 1; 2; 3 ] [ -4; 1; 2; 8 ])); range 0 9 ]);
    ("compose", [ composes some [ 0; 3 ] (up_to_two few); show_all (up_to_two few) ]);
    ("compose", [ composes some [ 0; -4 ] (pairs few few); by_mode ("_" :: show_all few) ]);
    ("logical_divide", [ composes some [ 0; 3 ] (up_to_two few); show_all (up_to_two few) ]);
    ("zipped_divide", [ composes some [ 0 ] (pairs few few); by_mode ("_" :: show_all few) ]);
    ("zipped_divide_padded", [ composes some [ 0 ] (pairs few few); show_all tiles_nested ]);
    ("upcast", [ show_all (up_to_two signed); [ "-1"; "0"; "1"; "2"; "3"; "4"; "6"; "8" ] ]);
    ("downcast", [ show_all (up_to_two signed); [ "-1"; "0"; "1"; "2"; "3"; "4"; "6"; "8" ] ]);
    ("upcast", [ composes bits [ 0; 2; 3; 8; -4 ] (up_to_two (modes [ 1; 2; 8 ] [ 0; 1; 2; 4; -4 ])); [ "1"; "2"; "3"; "4"; "8" ] ]);
    ("downcast", [ composes bits [ 0; 3 ] (up_to_two (modes [ 1; 2; 8 ] [ 0; 1; 2; 4; -4 ])); [ "1"; "2"; "3"; "4" ] ]);
    ("compose", [ show_all powers; composes bits [ 0; 1; 4; -1 ] dense ]);
    ("compose", [ show_all (triples (modes [ 2; 4; 12 ] [ 1; 2; 8; 16 ])); composes bits [ 0; 4 ] [ layout "16:1"; layout "(4,4):(4,1)" ] ]);
    ("compose", [ composes bits [ 0; 8; 12 ] (List.map layout [ "64:1"; "(8,8):(8,1)"; "(4,4):(1,8)" ]); composes bits [ 0; 16 ] dense ]);
  ]

(* The families of operations, each with its name. *)
let universe () =
  [
    ("algebra", algebra ());
    ("last_extent_1", last_extent_1 ());
    ("padded", padded ());
    ("swizzle_maps", swizzle_maps ());
    ("swizzled_layouts", swizzled_layouts ());
  ]

let count () =
  let product = List.fold_left (fun n operands -> n * List.length operands) 1 in
  let total = List.fold_left (fun n (_, operands) -> n + product operands) 0 in
  List.iter (fun (family, operations) -> Printf.printf "%s %d\n" family (total operations)) (universe ())

let rows step =
  let k = ref 0 in
  let rec row written = function
    | [] ->
        if !k mod step = 0 then print_endline written;
        incr k
    | operands :: rest -> List.iter (fun operand -> row (written ^ "\t" ^ operand) rest) operands
  in
  List.iter (fun (_, operations) -> List.iter (fun (operation, operands) -> row operation operands) operations) (universe ())

let () =
  match Array.to_list Sys.argv with
  | [ _; "rows"; step ] -> rows (int_of_string step)
  | [ _; "answer" ] -> answers ()
  | [ _; "count" ] -> count ()
  | _ ->
      prerr_endline "usage: checker rows STEP | checker count | checker answer";
      exit 2
