(* Certificates of linear maps, and wavefronts: the checker extracted from Coq judges what layout-core wrote. *)

open Rules
open Notation

let rec natural n = if n = 0 then O else S (natural (n - 1))
let rec of_natural = function O -> 0 | S n -> 1 + of_natural n
let vector n = if n = 0 then N0 else Npos (positive n)
let hexadecimal text = int_of_string ("0x" ^ text)

(* Whether a lane is in a phase: a mask of up to 64 bits, which no integer of OCaml holds. *)
let lanes_of mask lane =
  let place = String.length mask - 1 - (lane / 4) in
  place >= 0 && (hexadecimal (String.make 1 mask.[place]) lsr (lane mod 4)) land 1 = 1

let rec range a b = if a >= b then [] else a :: range (a + 1) b
let rec log2 n = if n <= 1 then 0 else 1 + log2 (n / 2)

(* The bits of the numbers up to [n]. *)
let width n = if n = 0 then 0 else 1 + log2 n
let size_of t = of_integer (tree_size t)
let rec last_offset = function
  | Leaf (s, d) -> (of_integer s - 1) * of_integer d
  | Node l -> List.fold_left (fun sum t -> sum + last_offset t) 0 l

let identity = swizzle "Sw<0,0,0>"
let index a x = of_integer (image a (integer x))

(* A layout, or a composed one without blanks: Sw<1,0,1>o0o(2,2):(1,2) *)
let spaceless text =
  if text.[0] <> 'S' then { outer = identity; start = integer 0; plain = layout text }
  else
    match String.split_on_char 'o' text with
    | [ outer; start; plain ] -> { outer = swizzle outer; start = integer (int_of start); plain = layout plain }
    | _ -> raise (Unreadable text)

(* The words of each phase of an access, as layout-core's documentation has them. *)
let phases_of memory threads ~element ~access ~lanes ~word ~phases ~joins =
  let count = match threads.plain with Node [ first; _ ] -> size_of first | t -> size_of t in
  let values = size_of threads.plain / count in
  let warps = (count + lanes - 1) / lanes and requests = values / (access / element) in
  let request warp value =
    let here = List.filter (fun l -> (warp * lanes) + l < count) (range 0 lanes) in
    let address l = element * index memory (index threads ((warp * lanes) + l + (count * value * (access / element)))) in
    let addresses = List.map (fun l -> (l, address l)) here in
    let agree x (l, a) = match List.assoc_opt (l lxor x) addresses with Some b -> a = b | None -> true in
    let rec joined = function
      | a :: b :: rest -> (fun lane -> a lane || b lane) :: joined rest
      | rest -> rest
    in
    let phases = if List.exists (fun x -> List.for_all (agree x) addresses) joins then joined phases else phases in
    let words phase =
      List.concat_map
        (fun (l, a) -> if phase l then range (a / word) (((a + access - 1) / word) + 1) else [])
        addresses
    in
    List.filter (fun l -> l <> []) (List.map words phases)
  in
  List.concat_map (fun warp -> List.concat_map (request warp) (range 0 requests)) (range 0 warps)

let ints text = List.map int_of_string (String.split_on_char ',' text)

(* Whether the checker accepts what a certificate states. Maps are checked as maps of bytes, and of words. *)
let is_accepted lines =
  let stated = ref None and uses = ref [] and answer = ref "" and cost = ref 0 and rows = ref [] in
  let lanes = ref 0 and word = ref 0 and memory = ref None and widest = ref 0 and element = ref 0 in
  let access t e w times banks phases joins =
    let threads = spaceless t and access = int_of_string w in
    element := int_of_string e;
    widest := Stdlib.max !widest access;
    let phases =
      phases_of (Option.get !memory) threads ~element:!element ~access ~lanes:!lanes ~word:!word
        ~phases:(List.map lanes_of (String.split_on_char ',' phases)) ~joins
    in
    let phases = List.map (List.map vector) phases in
    uses := { times = natural (int_of_string times); bank_bits = natural (log2 (int_of_string banks)); phases } :: !uses
  in
  let line text =
    match String.split_on_char ' ' text with
    | [ "layout"; a ] ->
        stated := Some (layout a);
        memory := Some (spaceless a)
    | [ "machine"; _; "lanes"; l; "word"; w ] ->
        lanes := int_of_string l;
        word := int_of_string w
    | [ "access"; t; "element"; e; "width"; w; "times"; n; "banks"; b; "phases"; p ] -> access t e w n b p []
    | [ "access"; t; "element"; e; "width"; w; "times"; n; "banks"; b; "phases"; p; "joins"; j ] ->
        access t e w n b p (ints j)
    | [ "answer"; _; _; map ] -> answer := map
    | [ "cost"; c; "place"; _ ] -> cost := int_of_string c
    | [ "rows"; "-" ] -> rows := [] :: !rows
    | [ "rows"; list ] -> rows := List.map hexadecimal (String.split_on_char ',' list) :: !rows
    | [ "space"; "padding"; "0"; "orders"; "false"; "maps"; "linear"; "bytes"; "0" ] | [ "end"; _ ] -> ()
    | _ -> raise (Unreadable text)
  in
  List.iter line lines;
  let e = log2 !element and w = log2 !word in
  let kept = Stdlib.max (log2 !widest) w in
  let ending = Stdlib.max kept (e + width (last_offset (Option.get !stated))) in
  let columns =
    if !answer.[0] = 'S' then
      let sw = swizzle !answer in
      List.map (fun b -> of_integer (apply sw (integer (1 lsl b)))) (range 0 (ending - e))
    else ints !answer
  in
  (* The bytes of an element stay. Rows have bits of bytes, of which those of a word are none. *)
  let bytes = List.map (fun b -> 1 lsl b) (range 0 e) @ List.map (fun c -> c lsl e) columns in
  let words = List.map (fun c -> c lsr w) (List.filteri (fun b _ -> b >= w) bytes) in
  let row mask = vector (if mask land (!word - 1) = 0 then mask lsr w else 1 lsl 60) in
  is_candidate (natural kept) (natural ending) (List.map vector bytes)
  && accepts (natural (kept - w)) (natural (ending - w)) !uses (List.map vector words) (natural !cost)
       (List.rev_map (List.map row) !rows)

(* The wavefronts of sums of columns, by ranks and by the definition. *)
let count b columns =
  let bits = natural (int_of_string b) and columns = List.map vector (ints columns) in
  let count = wavefronts bits (coset N0 columns) in
  if linear_wavefronts bits columns <> count then failwith "a theorem does not hold";
  string_of_int (of_natural count)
