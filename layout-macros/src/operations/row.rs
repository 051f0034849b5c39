//! Reads the rows of a table of operations.
//!
//! ```text
//! row     := docs "fn" NAME ["," TRY_NAME] "(" operands ")" "->" RESULT ["where" "(" rule ")"] "{"
//!                KIND ["(" argument ")"] ":" type function ";"
//!                "|a|" engine function ";"
//!                { clause }
//!            "}"
//! clause  := "plan" plan ["," words] ";"      the arithmetic of run-time leaves
//!          | "first" check ";"                  a check before the one of the kind
//!          | "also" check ";"                   a check after it
//!          | "compute" result ";"             the result of run-time integers from the plain layout `a` and the operands
//!          | "named" ";"                      the signature names the result
//!          | "try" CALL ACCEPTED TEXT REFUSED REASON ";"    the example of the `try_` method: literals
//!          | "swizzled" docs                  what the method of `LayoutOps` says of swizzled layouts
//! value   := docs "fn" NAME "(" arguments ")" "=>" type "," "swizzled" "{" refusal "}" "{" ["const"] "|a|" value "}"
//! operand := FORM [name ":"] TYPE
//! ```

use super::template::Holes;
use proc_macro::{Delimiter, Group, Punct, Spacing, Span, TokenStream, TokenTree};

/// A row, as values of holes.
pub(super) struct Row {
    /// The method has a sibling that returns the refusal.
    pub(super) has_try: bool,
    /// The row computes a value instead of a layout.
    pub(super) is_value: bool,
    /// The signature names the result.
    pub(super) is_named: bool,
    pub(super) operands: Vec<Operand>,
    pub(super) holes: Holes,
}

pub(super) struct Operand {
    pub(super) form: String,
    /// With `t` and `T`, the names of the operand and of its type.
    pub(super) holes: Holes,
}

/// What is wrong with a row, and where.
pub(super) struct Mistake(pub(super) &'static str, pub(super) Span);

type Parsed<T> = Result<T, Mistake>;

pub(super) struct Reader {
    tokens: std::vec::IntoIter<TokenTree>,
    /// The place of the last token.
    last: Span,
}

impl Reader {
    pub(super) fn new(tokens: impl IntoIterator<Item = TokenTree>) -> Self {
        let tokens = tokens.into_iter().collect::<Vec<_>>().into_iter();
        Reader { tokens, last: Span::call_site() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.tokens.as_slice().is_empty()
    }

    fn token(&mut self, expected: &'static str) -> Parsed<TokenTree> {
        let token = self.tokens.next().ok_or(Mistake(expected, self.last))?;
        self.last = token.span();
        Ok(token)
    }

    /// The next token, if it is written so.
    fn taken(&mut self, text: &str) -> Option<TokenTree> {
        let is_next = self.tokens.as_slice().first().is_some_and(|token| token.to_string() == text);
        if is_next { self.tokens.next() } else { None }
    }

    /// The tokens of `text`, separated by spaces.
    pub(super) fn expect(&mut self, text: &'static str) -> Parsed<()> {
        text.split(' ').try_for_each(|token| match self.taken(token) {
            Some(_) => Ok(()),
            None => Err(Mistake(text, self.token(text)?.span())),
        })
    }

    pub(super) fn name(&mut self) -> Parsed<TokenTree> {
        match self.token("a name")? {
            name @ TokenTree::Ident(_) => Ok(name),
            other => Err(Mistake("a name", other.span())),
        }
    }

    fn group(&mut self, delimiter: Delimiter, expected: &'static str) -> Parsed<Group> {
        match self.token(expected)? {
            TokenTree::Group(group) if group.delimiter() == delimiter => Ok(group),
            other => Err(Mistake(expected, other.span())),
        }
    }

    fn parens(&mut self) -> Parsed<TokenStream> {
        Ok(self.group(Delimiter::Parenthesis, "`( .. )`")?.stream())
    }

    fn braces(&mut self) -> Parsed<TokenStream> {
        Ok(self.group(Delimiter::Brace, "`{ .. }`")?.stream())
    }

    /// The tokens up to a separator outside of `<..>`, or to the end.
    fn until(&mut self, separator: &str) -> Vec<TokenTree> {
        let (mut tokens, mut open) = (Vec::new(), 0);
        while open > 0 || self.taken(separator).is_none() {
            let Some(token) = self.tokens.next() else { break };
            let is_arrow = tokens.last().is_some_and(|last: &TokenTree| last.to_string() == "-");
            match token.to_string().as_str() {
                "<" => open += 1,
                ">" if !is_arrow => open -= 1,
                _ => {}
            }
            tokens.push(token);
        }
        tokens
    }

    /// The tokens up to `;`, with it.
    fn statement(&mut self) -> Vec<TokenTree> {
        let mut tokens = self.until(";");
        tokens.push(Punct::new(';', Spacing::Alone).into());
        tokens
    }

    fn attributes(&mut self) -> Parsed<Vec<TokenTree>> {
        let mut attributes = Vec::new();
        while let Some(hash) = self.taken("#") {
            attributes.extend([hash, self.group(Delimiter::Bracket, "`[ .. ]`")?.into()]);
        }
        Ok(attributes)
    }

    pub(super) fn row(&mut self) -> Parsed<Row> {
        let mut holes = Holes::default();
        holes.set("docs", self.attributes()?);
        self.expect("fn")?;
        holes.set("name", [self.name()?]);
        let has_try = self.taken(",").is_some();
        if has_try {
            holes.set("try_name", [self.name()?]);
        }
        let operands = self.parens()?;
        holes.set("operands", operands.clone());
        let operands = Reader::new(operands).operands()?;
        let is_value = self.taken("=").is_some();
        let mut row = Row { has_try, is_value, is_named: is_value, operands, holes };
        if is_value {
            self.value(&mut row.holes)?
        } else {
            self.operation(&mut row)?
        }
        Ok(row)
    }

    fn operands(mut self) -> Parsed<Vec<Operand>> {
        let mut operands = Vec::new();
        while !self.is_empty() {
            let mut operand = Reader::new(self.until(","));
            let first = operand.name()?;
            let mut holes = Holes::default();
            // The argument of a value has no form.
            let is_argument = operand.taken(":").is_some();
            if is_argument {
                holes.set("t", [first.clone()]);
            } else if operand.tokens.len() > 1 {
                holes.set("t", [operand.name()?]);
                operand.expect(":")?;
            }
            holes.set("T", operand.until(","));
            let form = if is_argument { "argument".to_owned() } else { first.to_string() };
            operands.push(Operand { form, holes });
        }
        Ok(operands)
    }

    /// The value of a layout, after `=`.
    fn value(&mut self, holes: &mut Holes) -> Parsed<()> {
        self.expect(">")?;
        holes.set("Value", self.until(","));
        self.expect("swizzled")?;
        let why = self.braces()?;
        let is_any = why.is_empty();
        holes.set("why", why);
        let mut value = Reader::new(self.braces()?);
        if value.taken("const").is_some() {
            holes.layer("constant");
        }
        if is_any {
            holes.layer("of_any_offsets");
        }
        value.expect("| a |")?;
        holes.set("computed", value.tokens);
        Ok(())
    }

    fn operation(&mut self, row: &mut Row) -> Parsed<()> {
        self.expect("- >")?;
        row.holes.set("Result", [self.name()?]);
        if self.taken("where").is_some() {
            row.holes.set("rule", self.parens()?);
        }
        let mut body = Reader::new(self.braces()?);
        let kind = body.name()?;
        row.holes.layer(kind.to_string());
        row.holes.set("kind", [kind]);
        if !matches!(body.tokens.as_slice(), [TokenTree::Punct(_), ..]) {
            row.holes.set("with", body.parens()?);
        }
        body.expect(":")?;
        row.holes.set("plain", body.until(";"));
        body.expect("| a |")?;
        row.holes.set("engine", body.until(";"));
        while !body.is_empty() {
            body.clause(row)?;
        }
        Ok(())
    }

    fn clause(&mut self, row: &mut Row) -> Parsed<()> {
        let clause = self.name()?;
        let holes = &mut row.holes;
        match clause.to_string().as_str() {
            "plan" => {
                let mut plan = Reader::new(self.until(";"));
                holes.set("plan", plan.until(","));
                if !plan.is_empty() {
                    holes.set("words", plan.tokens);
                }
                holes.layer("planned");
            }
            "first" => holes.set("first", self.statement()),
            "also" => holes.set("also", self.statement()),
            "compute" => holes.set("answer", self.until(";")),
            "named" => {
                row.is_named = true;
                self.expect(";")?;
            }
            "try" => {
                for part in ["call", "accepted", "text", "refused", "reason"] {
                    holes.set(part, [self.token("an example: CALL ACCEPTED TEXT REFUSED REASON")?]);
                }
                holes.layer("shown");
                self.expect(";")?;
            }
            "swizzled" => holes.set("swizzled", self.attributes()?),
            _ => return Err(Mistake("a clause of a row", clause.span())),
        }
        Ok(())
    }
}
