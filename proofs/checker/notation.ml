(* Numbers and layouts as texts. *)

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

let int_of text =
  match tuple text 0 with
  | Int n, k when k = String.length text -> n
  | _ -> raise (Unreadable text)

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

(* Sw<2,0,3> *)
let swizzle text =
  match tuple ("(" ^ String.sub text 3 (String.length text - 4) ^ ")") 0 with
  | Tuple [ Int b; Int m; Int s ], _ when String.sub text 0 3 = "Sw<" -> (
      match checked (integer b) (integer m) (integer s) with
      | Some swizzle -> swizzle
      | None -> raise (Unreadable text))
  | _ -> raise (Unreadable text)

(* Sw<2,0,3> o 4 o (8,8):(8,1), or None for a plain layout *)
let composed text =
  if text.[0] <> 'S' then None
  else
    match String.split_on_char ' ' text with
    | [ outer; "o"; start; "o"; plain ] ->
        Some { outer = swizzle outer; start = integer (int_of start); plain = layout plain }
    | _ -> raise (Unreadable text)

let rec profile = function Int _ -> Whole | Tuple l -> Modes (List.map profile l)

let rec show_by pick = function
  | Leaf (s, d) -> string_of_int (of_integer (pick s d))
  | Node l -> "(" ^ String.concat "," (List.map (show_by pick) l) ^ ")"

let show t = show_by (fun s _ -> s) t ^ ":" ^ show_by (fun _ d -> d) t

let show_swizzle { bits; base; shift } =
  Printf.sprintf "Sw<%d,%d,%d>" (of_integer bits) (of_integer base) (of_integer shift)

let show_composed { outer; start; plain } =
  Printf.sprintf "%s o %d o %s" (show_swizzle outer) (of_integer start) (show plain)
