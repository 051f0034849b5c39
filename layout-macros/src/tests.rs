//! The macros from text to code, without the compiler.

mod random;

use crate::ast::MacroError;
use crate::parse::Role;
use crate::tokens::{MacroToken, Site, TokenKind};
use crate::{layout_type, layout_value, shape_type, tile_type, tile_value, tuple_value};

/// Tokens as from rustc, for the part of Rust that the tests use. Places count as in `TokenSource`: a group before
/// its content.
fn lex(text: &str) -> Vec<MacroToken> {
    let chars: Vec<char> = text.chars().collect();
    let (mut next, mut place) = (0, 0);
    let tokens = lex_group(&chars, &mut next, &mut place);
    assert_eq!(next, chars.len(), "unbalanced: {text}");
    tokens
}

fn lex_group(chars: &[char], next: &mut usize, place: &mut usize) -> Vec<MacroToken> {
    let mut tokens = Vec::new();
    while let Some(&c) = chars.get(*next).filter(|&&c| !matches!(c, ')' | '}' | ']')) {
        *next += 1;
        let site = Site::at(*place);
        let word = |c: &char| c.is_alphanumeric() || *c == '_';
        let kind = match c {
            ' ' | '\n' => continue,
            '(' => {
                *place += 1;
                let inner = lex_group(chars, next, place);
                assert_eq!(chars.get(*next), Some(&')'), "unbalanced");
                *next += 1;
                TokenKind::Parens(inner)
            }
            '{' if chars[*next..].starts_with(&['c', 'o', 'n', 's', 't', ' ']) => {
                (*place, *next) = (*place + 1, *next + 6);
                let inner = lex_group(chars, next, place);
                assert_eq!(chars.get(*next), Some(&'}'), "unbalanced");
                *next += 1;
                TokenKind::Const(inner)
            }
            '{' if chars[*next..].starts_with(&['t', 'y', 'p', 'e', ' ']) => {
                *next += 1 + chars[*next..].iter().position(|&c| c == '}').expect("balanced");
                TokenKind::Type
            }
            '{' if chars[*next..].starts_with(&['s', 't', 'a', 't', 'i', 'c', ' ']) => {
                *next += 1 + chars[*next..].iter().position(|&c| c == '}').expect("balanced");
                TokenKind::Static
            }
            '{' => {
                *next += 1 + chars[*next..].iter().position(|&c| c == '}').expect("balanced");
                TokenKind::Expr
            }
            '[' => {
                *place += 1;
                let inner = lex_group(chars, next, place);
                assert_eq!(chars.get(*next), Some(&']'), "unbalanced");
                *next += 1;
                TokenKind::Brackets(inner)
            }
            '"' => {
                let length = chars[*next..].iter().position(|&c| c == '"').expect("balanced");
                *next += length + 1;
                TokenKind::Literal("\"..\"".into())
            }
            _ if word(&c) => {
                let rest = chars[*next..].iter().take_while(|c| word(c)).count();
                let text: String = chars[*next - 1..*next + rest].iter().collect();
                *next += rest;
                if c.is_ascii_digit() { TokenKind::Literal(text) } else { TokenKind::Ident(text) }
            }
            _ => TokenKind::Punct(c),
        };
        let has_inner =
            matches!(kind, TokenKind::Parens(_) | TokenKind::Const(_) | TokenKind::Brackets(_));
        *place += usize::from(!has_inner);
        tokens.push(MacroToken { kind, site });
    }
    tokens
}

fn count(tokens: &[MacroToken]) -> usize {
    let inner = |token: &MacroToken| match &token.kind {
        TokenKind::Parens(inner) | TokenKind::Const(inner) | TokenKind::Brackets(inner) => {
            count(inner)
        }
        _ => 0,
    };
    tokens.iter().map(|token| 1 + inner(token)).sum()
}

#[derive(Clone, Copy, Debug)]
enum Macro {
    Layout,
    LayoutType,
    Shape,
    ShapeType,
    Coord,
    Tile,
    TileType,
}
use Macro::*;
const MACROS: [Macro; 7] = [Layout, LayoutType, Shape, ShapeType, Coord, Tile, TileType];

impl Macro {
    fn run(self, tokens: &[MacroToken]) -> Result<String, Vec<MacroError>> {
        let mut problems = Vec::new();
        let code = match self {
            Layout => layout_value(tokens, &mut problems).to_string(),
            LayoutType => layout_type(tokens, &mut problems).to_string(),
            Shape => tuple_value(tokens, Role::Extent, &mut problems).to_string(),
            ShapeType => shape_type(tokens, &mut problems).to_string(),
            TileType => tile_type(tokens, &mut problems).to_string(),
            Coord => tuple_value(tokens, Role::Coordinate, &mut problems).to_string(),
            Tile => tile_value(tokens, &mut problems).to_string(),
        };
        if problems.is_empty() { Ok(code) } else { Err(problems) }
    }

    /// The expansion without the paths.
    fn ok(self, text: &str) -> String {
        let code = self.run(&lex(text)).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
        code.replace("::static_layout::", "")
            .replace("typenum::", "")
            .replace("__private::", "")
            .replace("a_type_has_a_capital_letter", "Literal")
            .replace("int::", "")
            .replace("::core::primitive::", "")
    }

    /// The messages, each after the tokens that it underlines.
    fn err(self, text: &str) -> Vec<String> {
        let tokens = lex(text);
        let mut problems = self.run(&tokens).expect_err(text);
        problems.sort_by_key(|problem| problem.site);
        let mut flat = Vec::new();
        flatten(&tokens, &mut flat);
        let show = |site: Site| match site {
            Site::CALL => String::from("!"),
            _ if site.first == site.last => flat[site.first].clone(),
            _ => format!("{}{}", flat[site.first], flat[site.last]),
        };
        problems
            .iter()
            .map(|problem| format!("{} {}", show(problem.site), problem.message))
            .collect()
    }
}

fn flatten(tokens: &[MacroToken], flat: &mut Vec<String>) {
    for token in tokens {
        flat.push(token.to_string());
        if let TokenKind::Parens(inner) | TokenKind::Const(inner) = &token.kind {
            flatten(inner, flat);
        }
    }
}

#[track_caller]
fn errors(which: Macro, text: &str, expected: &[&str]) {
    assert_eq!(which.err(text), expected, "{text}");
}

#[test]
fn static_layouts_are_static_values() {
    let text = "<Layout<(U2,(U2,U2,),),(U4,(U1,U2,),)> as Literal>::VALUE";
    assert_eq!(Layout.ok("(2,(2,2)):(4,(1,2))"), text);
    assert_eq!(Layout.ok("(_2,(2,2,),):(4,(_1,2))"), text);
    assert_eq!(Layout.ok("4:-3"), "<Layout<U4,NInt<U3>> as Literal>::VALUE");
    assert_eq!(Layout.ok("8"), "<Layout<U8,U1> as Literal>::VALUE");
    assert_eq!(Layout.ok("(8)"), "<Layout<(U8,),(U1,)> as Literal>::VALUE");
    assert_eq!(Layout.ok("():()"), "<Layout<(),()> as Literal>::VALUE");
    assert_eq!(LayoutType.ok("(2,2):(4,1)"), "Layout<(U2,U2,),(U4,U1,)>");
    // A written stride remains.
    assert_eq!(Layout.ok("1:7"), "<Layout<U1,U7> as Literal>::VALUE");
    assert_eq!(Layout.ok("4:1025"), "<Layout<U4,UInt<U512,B1>> as Literal>::VALUE");
    // Whether a layout beyond 32 bits exists depends on the target.
    assert!(Layout.ok("2147483647:1").ends_with(" as Literal>::VALUE"));
    for long in
        ["2147483648:1", "2:2147483647", "1:-2147483648", "0:4294967296", "(65536,65536):(0,1)"]
    {
        assert!(Layout.ok(long).contains("fitting::<"), "{long}");
    }
    assert!(Layout.ok("Sw<2,0,3> o 0 o 64:1").starts_with("<ComposedLayout<"));
    for long in
        ["Sw<2,29,3> o 0 o 64:1", "Sw<2,0,3> o 4294967296 o 64:1", "Sw<2,0,3> o 0 o 4294967296:0"]
    {
        assert!(Layout.ok(long).contains("fitting::<ComposedLayout<"), "{long}");
    }
    assert!(Tile.ok("4, 2:4294967296").contains("Tile::new(("));
}

#[test]
fn compact_strides_are_computed() {
    let layout =
        |shape: &str, stride: &str| format!("<Layout<{shape},{stride}> as Literal>::VALUE");
    assert_eq!(Layout.ok("(4,8)"), layout("(U4,U8,)", "(U1,U4,)"));
    assert_eq!(Layout.ok("(4,8):col"), layout("(U4,U8,)", "(U1,U4,)"));
    assert_eq!(Layout.ok("(4,8):row"), layout("(U4,U8,)", "(U8,U1,)"));
    assert_eq!(Layout.ok("(4,1,8)"), layout("(U4,U1,U8,)", "(U1,U0,U4,)"));
    assert_eq!(Layout.ok("(4,8,2):order(2,0,1)"), layout("(U4,U8,U2,)", "(U16,U1,U8,)"));
    assert_eq!(Layout.ok("(8,(4,2)):order(1,0)"), layout("(U8,(U4,U2,),)", "(U8,(U1,U4,),)"));
    assert_eq!(Layout.ok("(2,2):order(0,0)"), layout("(U2,U2,)", "(U1,U2,)"));
    assert_eq!(Layout.ok("8:order(0)"), layout("U8", "U1"));
    assert_eq!(LayoutType.ok("(4,8):row"), "Layout<(U4,U8,),(U8,U1,)>");
}

#[test]
fn formats_are_layouts_of_the_matrix() {
    let nz = "((16,2),(16,3)):((16,256),(1,512))";
    for which in [Layout, LayoutType, Tile] {
        assert_eq!(which.ok("(20,40):NZ(16)"), which.ok(nz));
    }
    assert_eq!(Layout.ok("(8,4):ND(16)"), Layout.ok("(8,4):row"));
    assert_eq!(Layout.ok("(2,8,4):DN(16)"), Layout.ok("(2,(8,4)):(32,(1,8))"));
    // Without parentheses a name is a stride.
    assert!(Layout.ok("8:NZ").contains("Numeral<"));
    for (name, c0) in [("u8", 32), ("f16", 16), ("bf16", 16), ("f32", 8), ("i64", 4)] {
        let by_name = Layout.ok(&format!("(20,40):NZ({name})"));
        assert_eq!(by_name, Layout.ok(&format!("(20,40):NZ({c0})")));
    }
    let form = "takes the elements of 32 bytes, an integer: `NZ(16)` for 16 bits each, or their type: `NZ(u16)`";
    for text in ["(8,8):NZ()", "(8,8):NZ(8,8)", "(8,8):NZ(n)"] {
        errors(Layout, text, &[&format!("`NZ``(` `NZ` {form}")]);
    }
    for shape in ["(8,(4,4))", "8", "(1,2,3,4)"] {
        let form = format!(
            " `NZ` takes the integers of `(rows,columns)` or `(batch,rows,columns)`, not {shape}"
        );
        let site = if shape == "8" { "`8`" } else { "`(`" };
        errors(Layout, &format!("{shape}:NZ(16)"), &[&format!("{site}{form}")]);
    }
    errors(
        LayoutType,
        "(8,8):NN(16)",
        &["`(``(` cannot make (8,8): the format takes elements in pairs, not 16 at once: c0 is 2"],
    );
    errors(Layout, "(8,0):NZ(16)", &["`(``(` cannot make (8,0): 0 is not positive"]);
}

#[test]
fn runtime_leaves_are_stored() {
    // In the expansion `#k` is the user's expression at place k.
    let four = "<U4 as Literal>::VALUE";
    assert_eq!(
        Layout.ok("(4,n):(1,4)"),
        format!("layout(({four},usize(#3),),<(U1,U4,) as Literal>::VALUE)")
    );
    assert_eq!(Layout.ok("(4,{n + 1}):row"), format!("Layout::row_major(({four},usize(#3),))"));
    assert_eq!(Layout.ok("(4,n)"), format!("Layout::col_major(({four},usize(#3),))"));
    assert_eq!(
        Layout.ok("(4,n):order(1,0)"),
        format!("Layout::ordered(({four},usize(#3),),<(U1,U0,) as Literal>::VALUE)")
    );
    assert_eq!(
        Layout.ok("(4,n):NZ(16)"),
        format!("frames::framed::<frames::Nz,U16,_>(({four},usize(#3),))")
    );
    assert_eq!(LayoutType.ok("(4,?):ZN(u8)"), "frames::Framed<frames::Zn,(U4,usize,),U32>");
    assert_eq!(Layout.ok("4:-s"), format!("layout({four},negative(usize(#3)))"));
    assert_eq!(Layout.ok("n"), "layout(usize(#0),<U1 as Literal>::VALUE)");
    assert_eq!(LayoutType.ok("(4,?):(-?,1)"), "Layout<(U4,usize,),(Negative,U1,)>");
    assert_eq!(LayoutType.ok("(4,?)"), "ops::ColMajor<(U4,usize,)>");
    assert_eq!(LayoutType.ok("(4,?):row"), "ops::RowMajor<(U4,usize,)>");
    assert_eq!(LayoutType.ok("(4,?):order(1,0)"), "ops::Ordered<(U4,usize,),(U1,U0,)>");
    assert_eq!(LayoutType.ok("?"), "Layout<usize,U1>");
}

#[test]
fn constants_are_static() {
    let fitting = |layout: &str| format!("fitting::<{layout}>()");
    let (t, n) = ("Numeral<#1>", "Numeral<#3>");
    assert_eq!(Layout.ok("(T,4):(4,1)"), fitting(&format!("Layout<({t},U4,),(U4,U1,)>")));
    assert_eq!(Layout.ok("(4,BN_2)"), fitting(&format!("ops::ColMajor<(U4,{n},)>")));
    assert_eq!(Layout.ok("(T,N):row"), fitting(&format!("ops::RowMajor<({t},{n},)>")));
    assert_eq!(
        Layout.ok("(T,N):order(1,0)"),
        fitting(&format!("ops::Ordered<({t},{n},),(U1,U0,)>"))
    );
    assert_eq!(Layout.ok("T"), fitting("ops::ColMajor<Numeral<#0>>"));
    assert_eq!(LayoutType.ok("(T,?)"), format!("ops::ColMajor<({t},usize,)>"));
    assert_eq!(
        Layout.ok("(T,n):(1,T)"),
        format!(
            "layout((<{t} as Literal>::VALUE,usize(#3),),<(U1,Numeral<#8>,) as Literal>::VALUE)"
        )
    );
    assert_eq!(Layout.ok("4:-N"), fitting("Layout<U4,Negated<Numeral<#3>>>"));
    assert_eq!(Layout.ok("4:N@1@0"), fitting("Layout<U4,Units<Units<Numeral<#2>,U1>,U0>>"));
    // Next to an operator a name is a layout, and braces make a run-time number of a constant.
    assert_eq!(Layout.ok("A o B"), "#0.compose(#2)");
    assert_eq!(Shape.ok("{N}, 2"), "(usize(#0),<U2 as Literal>::VALUE,)");
    assert_eq!(Shape.ok("T, _4"), "<(Numeral<#0>,U4,) as Literal>::VALUE");
    assert_eq!(Coord.ok("T, _"), "<(Numeral<#0>,Keep,) as Literal>::VALUE");
    assert_eq!(ShapeType.ok("T, ?"), "(Numeral<#0>,usize,)");
    assert_eq!(
        Tile.ok("T, _, 4"),
        "Tile::new((fitting::<ops::ColMajor<Numeral<#0>>>(),Keep,<Layout<U4,U1> as Literal>::VALUE,))"
    );
    assert_eq!(
        TileType.ok("T, _, ?, 4:2"),
        "Tile<(ops::ColMajor<Numeral<#0>>,Keep,Layout<usize,U1>,Layout<U4,U2>,)>"
    );
    assert_eq!(
        Layout.ok("Sw<B,4,3> o 0 o 64:1"),
        fitting("ComposedLayout<Swizzle<Numeral<#2>,U4,U3>,U0,Layout<U64,U1>>")
    );
}

#[test]
fn constant_expressions_are_type_functions_or_values() {
    let shape = |text: &str| ShapeType.ok(&format!("{{const {text}}}"));
    assert_eq!(shape("4"), "U4");
    assert_eq!(shape("N"), "Numeral<#1>");
    assert_eq!(shape("n"), "Numeral<#1>");
    assert_eq!(shape("N / 2"), "numeral::Quotient<Numeral<#1>,U2>");
    assert_eq!(
        shape("(N + 3) * M % 7 - 1"),
        "numeral::Difference<numeral::Remainder<numeral::Product<numeral::Sum<Numeral<#2>,U3>,\
         Numeral<#6>>,U7>,U1>"
    );
    assert_eq!(shape("N.div_ceil(2)"), "numeral::CeilQuotient<Numeral<#1>,U2>");
    assert_eq!(
        shape("(N + 1).next_multiple_of(8)"),
        "numeral::Product<numeral::CeilQuotient<numeral::Sum<Numeral<#2>,U1>,U8>,U8>"
    );
    assert_eq!(shape("N.pow(2)"), "constant!(#0)");
    // Any number that does not contain a const parameter.
    for value in ["{N}", "Self::BM", "f()", "N << 2", "4usize"] {
        assert_eq!(shape(value), "constant!(#0)", "{value}");
    }
    assert_eq!(Shape.ok("{const Self::BM}"), "<constant!(#0) as Literal>::VALUE");
    // `numeral` of typenum: a name, a type, the value of a type.
    assert_eq!(ShapeType.ok("U16, {type R}"), "(#0,#2,)");
    assert_eq!(Shape.ok("U16, {type R}"), "<(#0,#2,) as Literal>::VALUE");
    assert_eq!(Shape.ok("4, {static r}"), "(<U4 as Literal>::VALUE,numeral(#2),)");
    assert_eq!(Layout.ok("4:-{static r}"), "layout(<U4 as Literal>::VALUE,negative(numeral(#3)))");
    errors(Shape, "{const }", &["`{const ..}` expected a constant after `const`"]);
    errors(
        ShapeType,
        "{static r}",
        &["`{static ..}` `{static ..}` is a value: in a type, `{type T}` is a numeral"],
    );
    assert_eq!(
        Layout.ok("(8,N):NZ(16)"),
        "fitting::<frames::Framed<frames::Nz,(U8,Numeral<#3>,),U16>>()"
    );
}

#[test]
fn strides_count_in_units() {
    assert_eq!(
        Layout.ok("(4,6):(1@0,-3@1@2)"),
        "<Layout<(U4,U6,),(Basis<U1,U0>,Basis<Basis<NInt<U3>,U1>,U2>,)> as Literal>::VALUE"
    );
    assert_eq!(
        Layout.ok("(4,6):(1@0,0@1)"),
        "<Layout<(U4,U6,),(Basis<U1,U0>,U0,)> as Literal>::VALUE"
    );
    assert_eq!(
        Layout.ok("(4,6):({n}@1@0,-s@1)"),
        "layout(<(U4,U6,) as Literal>::VALUE,(Basis::<_,U0>::new(Basis::<_,U1>::new(usize(#6))),\
         Basis::<_,U1>::new(negative(usize(#13))),))"
    );
    assert_eq!(
        LayoutType.ok("(4,?):(?@0,-?@1)"),
        "Layout<(U4,usize,),(Basis<usize,U0>,Basis<Negative,U1>,)>"
    );
}

#[test]
fn tuples_keep_their_rank() {
    assert_eq!(Shape.ok("8"), "<U8 as Literal>::VALUE");
    assert_eq!(Shape.ok("8,"), "<(U8,) as Literal>::VALUE");
    assert_eq!(Shape.ok("(8)"), "<(U8,) as Literal>::VALUE");
    assert_eq!(ShapeType.ok("2,(2,?)"), "(U2,(U2,usize,),)");
    assert_eq!(ShapeType.ok("(8)"), "(U8,)");
    assert_eq!(Coord.ok("_"), "Keep");
    assert_eq!(Coord.ok("1,_"), "<(U1,Keep,) as Literal>::VALUE");
    assert_eq!(Coord.ok("i,(0,{j})"), "(usize(#0),(<U0 as Literal>::VALUE,usize(#5),),)");
    assert_eq!(Coord.ok("()"), "()");
}

#[test]
fn tiles_go_by_mode() {
    assert_eq!(Tile.ok("16, 8"), "<Tile<(Layout<U16,U1>,Layout<U8,U1>,)> as Literal>::VALUE");
    assert_eq!(Tile.ok("8"), "<Tile<(Layout<U8,U1>,)> as Literal>::VALUE");
    assert_eq!(
        Tile.ok("4:2, _, (2,4)"),
        "<Tile<(Layout<U4,U2>,Keep,Layout<(U2,U4,),(U1,U2,)>,)> as Literal>::VALUE"
    );
    assert_eq!(
        Tile.ok("n, 8, _"),
        "Tile::new((layout(usize(#0),<U1 as Literal>::VALUE),<Layout<U8,U1> as Literal>::VALUE,Keep,))"
    );
}

#[test]
fn operations_are_methods() {
    assert_eq!(Layout.ok("a o b"), "#0.compose(#2)");
    assert_eq!(Layout.ok("a / 4:1"), "#0.logical_divide(<Layout<U4,U1> as Literal>::VALUE)");
    assert_eq!(Layout.ok("a o b * c o d"), "#0.compose(#2.logical_product(#4)).compose(#6)");
    assert_eq!(Layout.ok("a / b / c"), "#0.logical_divide(#2).logical_divide(#4)");
    assert_eq!(Layout.ok("a o (b o c)"), "#0.compose(#3.compose(#5))");
    assert_eq!(Layout.ok("~a * b"), "complement(#1).logical_product(#3)");
    assert_eq!(Layout.ok("~(a * b)"), "complement(#2.logical_product(#4))");
    assert_eq!(Layout.ok("(a) o b"), "#1.compose(#3)");
    assert_eq!(
        Layout.ok("(4:1) o 2"),
        "<Layout<U4,U1> as Literal>::VALUE.compose(<Layout<U2,U1> as Literal>::VALUE)"
    );
    assert_eq!(
        Layout.ok("a / (4,6)"),
        "#0.logical_divide(<Layout<(U4,U6,),(U1,U4,)> as Literal>::VALUE)"
    );
    // Names next to a colon or in a tuple are extents, even a name `o`.
    assert!(Layout.ok("a:1 o (b,4)").starts_with("layout(usize(#0),"));
    assert!(Layout.ok("(4, o)").contains("usize(#3)"));
}

#[test]
fn swizzles_come_before_an_offset_and_a_layout() {
    let static_ = "ComposedLayout<Swizzle<U3,U4,U3>,U0,Layout<(U8,U64,),(U64,U1,)>>";
    assert_eq!(
        Layout.ok("Sw<3,4,3> o 0 o (8,64):(64,1)"),
        format!("<{static_} as Literal>::VALUE")
    );
    assert_eq!(Layout.ok("S<3,4,_3> o _0 o (8,64):row"), format!("<{static_} as Literal>::VALUE"));
    assert_eq!(LayoutType.ok("Sw<3,4,3> o 0 o (8,64):(64,1)"), static_);
    assert_eq!(
        LayoutType.ok("Sw<1,0,-2> o ? o (8,?)"),
        "ComposedLayout<Swizzle<U1,U0,NInt<U2>>,usize,ops::ColMajor<(U8,usize,)>>"
    );
    let new = "ComposedLayout::new(<Swizzle<U1,U0,U2> as Literal>::VALUE";
    assert_eq!(Layout.ok("Sw<1,0,2> o n o a"), format!("{new},usize(#9),#11)"));
    assert_eq!(Layout.ok("Sw<1,0,2> o {n} o a o b"), format!("{new},usize(#9),#11).compose(#13)"));
    assert_eq!(
        Layout.ok("Sw<1,0,2> o 4 o (a / b)"),
        format!("{new},<U4 as Literal>::VALUE,#12.logical_divide(#14))")
    );
    assert_eq!(Layout.ok("Sw<1,0,2> o -4 o a"), format!("{new},<NInt<U4> as Literal>::VALUE,#12)"));
    assert_eq!(
        Layout.ok("a o (Sw<1,0,2> o 0 o b)"),
        format!("#0.compose({new},<U0 as Literal>::VALUE,#14))")
    );
    assert!(Layout.ok("Sw<1,0,2> o 0 o (4,n)").contains("Layout::col_major"));
}

#[test]
fn names_of_orders_in_other_libraries() {
    for (name, order) in
        [("rows", "row"), ("row_major", "row"), ("RowMajor", "row"), ("cols", "col")]
    {
        let text = format!("(4,n):{name}");
        let message = format!("`{name}` no order is named `{name}`: did you mean `{order}`?");
        errors(Layout, &text, &[&message]);
        errors(LayoutType, &format!("(4,?):{name}"), &[&message]);
    }
    // A leaf has a variable as its stride.
    Layout.ok("n:rows");
}

#[test]
fn mistakes_in_swizzles() {
    errors(
        Layout,
        "Sw<5,2,-2> o 0 o (2,2):(1,(2))",
        &[
            "`Sw``>` no swizzle Sw<5,2,-2>: its 5 bits would be read and changed at once; a shift of -2 is too small",
            "`(` stride (1,(2)) is not congruent with shape (2,2): (2) stands where the shape has 2",
        ],
    );
    errors(
        Layout,
        "Sw<3,n,3> o (0) o 8:1",
        &[
            "`n` a swizzle is part of the type: expected an integer, found `n`",
            "`(` the offset before a swizzle is an integer, not (0)",
        ],
    );
    errors(
        Layout,
        "Sw<3,4> o 0 o 8:1",
        &["`>` expected `,` and three integers: `Sw<bits,base,shift>`, found `>`"],
    );
    let form = "`Sw<B,M,S> o offset o layout`";
    errors(
        Layout,
        "Sw<3,4,3>",
        &[&format!("`>` expected `o` after the swizzle: {form}, found nothing")],
    );
    errors(
        Layout,
        "Sw<3,4,3> o a",
        &[&format!("`a` expected `o` after the offset: {form}, found nothing")],
    );
    errors(Layout, "Sw<3,4,3> o 0 o", &["`o` expected a layout after the operator"]);
    errors(
        LayoutType,
        "Sw<3,4,3> o n o 8:1",
        &[
            "`n` a type has no place for the value `n`: `?` marks a runtime leaf, `{const n}` a constant",
        ],
    );
    errors(
        LayoutType,
        "Sw<3,4,3> o 0 o a",
        &[
            "`a` a type has no place for the value `a`: `?` marks a runtime leaf, `{const a}` a constant",
        ],
    );
    errors(
        Layout,
        "Sw<3,4,3> o 9223372036854775807 o 8:1",
        &[
            "`Sw``1` cannot make Sw<3,4,3> o 9223372036854775807 o 8:1: 9223372036854775807 + 7 is past 9223372036854775807",
        ],
    );
}

#[test]
fn stride_and_shape_are_congruent() {
    errors(
        Layout,
        "(2,(2,2)):(4,1)",
        &[
            "`(` stride (4,1) is not congruent with shape (2,(2,2)): 1 stands where the shape has (2,2)",
        ],
    );
    errors(Layout, "8:(1)", &["`(` stride (1) is not congruent with shape 8"]);
    errors(Layout, "(2,n):(4,1,s)", &["`(` stride (4,1,s) is not congruent with shape (2,n)"]);
    errors(LayoutType, "(2,?):4", &["`4` stride 4 is not congruent with shape (2,?)"]);
    errors(Layout, "(2,3):order(1,0,2)", &["`order``(` order (1,0,2) does not fit shape (2,3)"]);
}

#[test]
fn every_problem_is_reported_at_its_token() {
    errors(
        Layout,
        "(2, -4, 6e1, 4u8):(1,2,9223372036854775808,_)",
        &[
            "`-``4` extent -4 is negative: an extent is 0 or more",
            "`6e1` `6e1` is a float: a basis stride is written `6@1`",
            "`4u8` `4u8` has the suffix `u8`: integers here have none",
            "`9223372036854775808` 9223372036854775808 is past 9223372036854775807 (2^63-1)",
            "`_` `_` keeps a mode: only coord!, tile! and slices! accept it",
        ],
    );
    errors(
        Tile,
        "8, -4, \"a\", 4:",
        &[
            "`-``4` extent -4 is negative: an extent is 0 or more",
            "`\"..\"` notation has no quotes; a text is read at run time: `text.parse::<dynamic::Layout>()`",
            "`:` expected the stride of 4 after `:`",
        ],
    );
    errors(
        Coord,
        "-1, ?",
        &[
            "`-``1` coordinate -1 is negative: a coordinate is 0 or more",
            "`?` `?` marks a runtime leaf of a type, as in `Layout!(?:1)`: a value needs a variable or `{expression}` here",
        ],
    );
    errors(
        LayoutType,
        "(2,n):(1,{2})",
        &[
            "`n` a type has no place for the value `n`: `?` marks a runtime leaf, `{const n}` a constant",
            "`{..}` a type has no place for the value `{..}`: `?` marks a runtime leaf, `{const ..}` a constant",
        ],
    );
}

#[test]
fn one_mistake_is_one_error() {
    errors(Layout, "", &["! expected an extent, found nothing"]);
    errors(Layout, "4:", &["`:` expected the stride of 4 after `:`"]);
    errors(Layout, "4:1 5", &["`5` expected the end, found `5`"]);
    errors(Layout, "2,3", &["`,` several modes go in parentheses: `(2,3)`"]);
    errors(Layout, "2, row", &["`,` several modes go in parentheses: `(2,3)`"]);
    errors(Layout, "(4,8), n", &["`,` several modes go in parentheses: `(2,3)`"]);
    for (text, place) in [
        ("(4,8), row", "`,`"),
        ("(4,8); col", "`;`"),
        ("(4,8) = row", "`=`"),
        ("(4,8) row", "`row`"),
        ("(4,8), RowMajor", "`,`"),
        ("(4,8), order(1,0)", "`,`"),
        ("(4,8), NZ(16)", "`,`"),
    ] {
        let message = format!("{place} the order follows the shape after a colon: `(2,3):row`");
        errors(Layout, text, &[&message]);
        errors(LayoutType, text, &[&message]);
    }
    errors(Layout, "(2,,3)", &["`,` expected an extent, found `,`"]);
    errors(
        Layout,
        "(4, n + 1):(1,4)",
        &["`+` expected `,` or `)`, found `+`; an expression goes in braces: `{n + 1}`"],
    );
    errors(Layout, "8o 4", &["`8o` leave space around the operator `o`: `8 o`"]);
    errors(Layout, "a o", &["`o` expected a layout after the operator"]);
    errors(Layout, "4:1@", &["`@` expected the number of an element after `@`"]);
    errors(Layout, "4:1@n", &["`@` expected the number of an element after `@`"]);
    errors(Layout, "4@1:1", &["`4``1` an extent does not count in units: only strides do"]);
    errors(Coord, "1@0", &["`1``0` a coordinate does not count in units: only strides do"]);
    errors(Layout, "4:1@12", &["`12` element 12: a level has at most 12"]);
    errors(Layout, "4:1@0@1@2@3@4@5@6@7@8", &["`1``8` a unit of 9 levels: at most 8"]);
    errors(
        Layout,
        "(4,6):(1@0,4)",
        &["`4` the strides 1@0 and 4 do not add up: a number and a coordinate"],
    );
    errors(
        Layout,
        "(4,n,2):(1@0,n,1@1@0)",
        &[
            "`n` the strides 1@0 and n do not add up: a number and a coordinate",
            "`1``0` the strides 1@0 and 1@1@0 do not add up: an element and a part of it",
        ],
    );
    errors(
        Layout,
        "a / (4:1, 8:2)",
        &[
            "`(` a tiler by mode is not a layout: call the method, `a.logical_divide(tile!(4:1,8:2))`",
        ],
    );
    errors(
        Tile,
        "8, layout!((2,4):(1,2)), 2",
        &["`layout` a layout in a tiler is written without `layout!`: `(2,4):(1,2)`"],
    );
    errors(
        TileType,
        "Layout!(2:1), 2",
        &["`Layout` a layout in a tiler is written without `Layout!`: `(2,4):(1,2)`"],
    );
    errors(Layout, "(4, fn)", &["`fn` expected an extent, found keyword `fn`"]);
}

#[test]
fn a_path_goes_in_braces() {
    let constant = |path: &str| {
        format!("a constant with a path goes in braces, after `const`: `{{const {path}}}`")
    };
    let either = |path: &str| {
        format!(
            "a path goes in braces: `{{{path}}}` at run time, `{{const {path}}}` for a constant"
        )
    };
    for (of, text, place, message) in [
        (Layout, "(a::BM, 2)", "`a``BM`", constant("a::BM")),
        (Layout, "(crate::a::BM, 2):(1, 4)", "`crate``BM`", constant("crate::a::BM")),
        (Layout, "a::BM", "`a``BM`", constant("a::BM")),
        (Layout, "4:a::BM", "`a``BM`", constant("a::BM")),
        (Layout, "a::BM:1", "`a``BM`", constant("a::BM")),
        (Layout, "(2, 3):(1, -Self::BM)", "`Self``BM`", constant("Self::BM")),
        (Layout, "(2, 3):order(a::B, 0)", "`a``B`", constant("a::B")),
        (Layout, "(20,40):NZ(a::C)", "`a``C`", constant("a::C")),
        (Layout, "a o b::C", "`b``C`", constant("b::C")),
        (Layout, "Sw<a::B,3,3> o 0 o a", "`a``B`", constant("a::B")),
        (Layout, "(a::n, 2)", "`a``n`", either("a::n")),
        (Layout, "(a::N(), 2)", "`a``N`", either("a::N(..)")),
        (Layout, "(size_of::<T>(), 2)", "`size_of``:`", either("size_of::..")),
        (LayoutType, "(a::n, ?)", "`a``n`", constant("a::n")),
        (Shape, "a::BM, 2", "`a``BM`", constant("a::BM")),
        (ShapeType, "a::BM, 2", "`a``BM`", constant("a::BM")),
        (Coord, "a::I, j", "`a``I`", constant("a::I")),
        (Tile, "a::BM, 2", "`a``BM`", constant("a::BM")),
        (TileType, "a::BM, _", "`a``BM`", constant("a::BM")),
    ] {
        errors(of, text, &[&format!("{place} {message}")]);
    }
    errors(
        Layout,
        "(<T as U>::N, 2)",
        &["`<` expected an extent, found `<`; a constant goes in braces, after `const`: \
           `{const <T as Trait>::N}`"],
    );
}

#[test]
fn limits() {
    let modes = |n: usize| vec!["2"; n].join(",");
    errors(Layout, &format!("({})", modes(13)), &["`(` 13 modes at one level: at most 12"]);
    let wide = format!("(({0}),({0}),({0}))", modes(11));
    errors(Layout, &wide, &["`(` 33 integers in one tuple: at most 32"]);
    errors(Tile, &modes(13), &["! 13 modes in one tile: at most 12"]);
    let deep = |n: usize| format!("{}2{}", "(".repeat(n), ")".repeat(n));
    assert!(Shape.run(&lex(&deep(63))).is_ok());
    errors(Shape, &deep(64), &["`(` parentheses nest deeper than 63"]);
    errors(Shape, &deep(500), &["`(` parentheses nest deeper than 63"]);
    let nodes = format!("{0},{0},{0}", deep(22));
    errors(Shape, &nodes, &["`(``(` 70 integers and tuples in one tuple: at most 64"]);
    for text in ["(4611686018427387904,4)", "4:4611686018427387904"] {
        assert_eq!(Layout.err(text).len(), 1, "{text}");
    }
}

#[test]
fn a_literal_of_many_mistakes_reports_the_first() {
    let text = ["?"; 1000].join(",");
    let problems = Macro::Layout.run(&lex(&format!("({text}):1"))).unwrap_err();
    assert!(problems.len() > 16, "{} problems", problems.len());
    let reported = crate::reported(problems.into_iter().rev().collect());
    assert_eq!(reported.len(), 16);
    assert!(reported.is_sorted_by_key(|problem| problem.site), "{reported:?}");
    assert!(reported.iter().all(|problem| problem.site.first < 40), "{reported:?}");
}
