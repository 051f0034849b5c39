//! Parses tokens to the syntax tree by recursive descent.
//!
//! ```text
//! program  := { statement (";" | newline) } statement
//! statement:= [ "let" NAME "=" ] chain
//! chain    := product { "o" product }
//! product  := unary { ("*" | "/") unary }
//! unary    := "~" unary | postfix
//! postfix  := primary { ":" strides | "." NAME [ "(" arguments ")" ] | "(" coordinate ")" }
//! primary  := INT { "@" INT } | "_" | TEXT | NAME | swizzle | "(" elements ")" | "<" elements ">" | "tile!(" elements ")"
//! ```

use std::ops::Range;

use layout_core::Swizzle;

use crate::Failure;
use crate::language::operations::named;
use crate::language::syntax::{Expression, ExpressionKind, Operator, Statement, StrideExpression};
use crate::language::token::{SpannedToken, TokenKind, tokens};

/// The deepest nesting that is parsed. The bound keeps the recursion within the stack.
const DEEPEST: usize = 32;

/// Parses the statements of `text`; there is at least one.
pub fn parse(text: &str) -> Result<Vec<Statement>, Failure> {
    statements(text).map_err(|failure| {
        // A text without the middle of `(..):(..)` is often the notation of another system.
        let has_layout = text.split_whitespace().collect::<String>().contains("):");
        if has_layout || !failure.help_lines().is_empty() {
            failure
        } else {
            failure.help(notation_for(text))
        }
    })
}

/// The help for a text in another notation: this one, with the numbers of the text if they are a shape and a stride.
pub fn notation_for(text: &str) -> String {
    let own = shape_and_stride(text).and_then(|text| text.parse::<layout_core::Layout>().ok());
    let example = own.map_or("(4,8):(8,1)".into(), |layout| layout.to_string());
    format!("a layout is shape:stride, such as {example}")
}

/// The tuples of a text in any brackets, with or without names before them, as `shape:stride`.
fn shape_and_stride(text: &str) -> Option<String> {
    // Longer texts are not layouts that somebody wrote.
    if text.len() > 200 {
        return None;
    }
    let mut plain = String::new();
    let mut may_join = true;
    for letter in text.chars() {
        let is_digit = letter.is_ascii_digit();
        if is_digit && !may_join && plain.ends_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        match letter {
            '(' | '[' | '{' | '<' => plain.push('('),
            ')' | ']' | '}' | '>' => plain.push(')'),
            'x' if plain.ends_with(|c: char| c.is_ascii_digit()) => plain.push(','),
            ',' | ':' | '0'..='9' => plain.push(letter),
            _ => {}
        }
        may_join = is_digit;
    }
    let tuple = |side: &str| match side.starts_with('(') || !side.contains(',') {
        true => side.to_owned(),
        false => format!("({side})"),
    };
    if let Some((shape, stride)) = plain.split_once(':') {
        return Some(format!("{}:{}", tuple(shape), tuple(stride)));
    }
    // The end of the tuple that a text begins with.
    let end = |text: &str| {
        let mut depth = 0;
        text.find(|letter| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            depth == 0
        })
    };
    if !plain.starts_with('(') {
        let is_extents = plain.split(',').count() > 1 && !plain.contains(['(', ')']);
        return is_extents.then(|| format!("({plain}):row"));
    }
    // One pair of brackets may be around both tuples.
    let inner = match end(&plain) {
        Some(last) if last + 1 == plain.len() => &plain[1..last],
        _ => &plain,
    };
    let (shape, rest) = inner.split_at(end(inner)? + 1);
    let stride = rest.strip_prefix(',').unwrap_or(rest);
    stride.starts_with('(').then(|| format!("{shape}:{stride}"))
}

fn statements(text: &str) -> Result<Vec<Statement>, Failure> {
    let tokens = tokens(text)?;
    let mut parser = ExpressionParser { text, tokens, next: 0, depth: 0 };
    let mut statements = Vec::new();
    loop {
        while parser.eat(';') {}
        if parser.peek().kind == TokenKind::End && !statements.is_empty() {
            return Ok(statements);
        }
        statements.push(parser.statement()?);
        if !parser.eat(';') && parser.peek().kind != TokenKind::End && !parser.new_line() {
            return Err(parser.expected("an operator (`o`, `*`, `/`), `.`, `;` or the end"));
        }
    }
}

struct ExpressionParser<'a> {
    text: &'a str,
    tokens: Vec<SpannedToken>,
    next: usize,
    depth: usize,
}

impl ExpressionParser<'_> {
    fn peek(&self) -> &SpannedToken {
        self.ahead(0)
    }

    /// The token `count` positions ahead, or the end token.
    fn ahead(&self, count: usize) -> &SpannedToken {
        &self.tokens[(self.next + count).min(self.tokens.len() - 1)]
    }

    fn sees(&self, sign: char) -> bool {
        self.peek().kind == TokenKind::Sign(sign)
    }

    fn eat(&mut self, sign: char) -> bool {
        let found = self.sees(sign);
        self.next += usize::from(found);
        found
    }

    fn need(&mut self, sign: char, expected: &str) -> Result<(), Failure> {
        if self.eat(sign) { Ok(()) } else { Err(self.expected(expected)) }
    }

    fn eat_name(&mut self, name: &str) -> bool {
        let found = matches!(&self.peek().kind, TokenKind::Name(found) if found == name);
        self.next += usize::from(found);
        found
    }

    /// Whether a newline precedes the next token.
    fn new_line(&self) -> bool {
        self.text[self.end_of_last()..self.peek().span.start].contains('\n')
    }

    fn end_of_last(&self) -> usize {
        self.next.checked_sub(1).map_or(0, |last| self.tokens[last].span.end)
    }

    /// The byte range from `start` to the end of the last token.
    fn since(&self, start: usize) -> Range<usize> {
        start..self.end_of_last().max(start)
    }

    fn expected(&self, expected: &str) -> Failure {
        let found = &self.peek().span;
        let message = match &self.text[found.clone()] {
            "" => format!("expected {expected}, found the end"),
            found => format!("expected {expected}, found `{found}`"),
        };
        Failure::new(message).at(self.text, found.clone())
    }

    fn too_deep(&self, span: Range<usize>) -> Failure {
        Failure::new(format!("an expression is nested more than {DEEPEST} deep"))
            .at(self.text, span)
            .help("name a part of it first: let a = ..; a.coalesce()")
    }

    /// Builds the expression that begins at `start`.
    ///
    /// # Errors
    ///
    /// An expression nested deeper than [`DEEPEST`].
    fn made(&self, start: usize, kind: ExpressionKind) -> Result<Expression, Failure> {
        let expression = Expression::new(self.since(start), kind);
        if expression.depth > DEEPEST {
            return Err(self.too_deep(expression.span));
        }
        Ok(expression)
    }

    fn name(&mut self, expected: &str) -> Result<(String, Range<usize>), Failure> {
        let SpannedToken { kind: TokenKind::Name(name), span } = self.peek().clone() else {
            return Err(self.expected(expected));
        };
        self.next += 1;
        Ok((name, span))
    }

    fn statement(&mut self) -> Result<Statement, Failure> {
        if !self.eat_name("let") {
            return Ok(Statement { name: None, value: self.expression()? });
        }
        let (name, span) = self.name("a name")?;
        if ["o", "let", "row", "col", "order", "Sw", "S", "tile!"].contains(&name.as_str()) {
            let message = format!("`{name}` is a keyword and cannot be a name");
            return Err(Failure::new(message).at(self.text, span));
        }
        if name.contains(['?', '{']) {
            let message =
                format!("`{name}` is not a name: only an integer without a value has facts");
            return Err(Failure::new(message).at(self.text, span));
        }
        self.need('=', "`=` and a value")?;
        Ok(Statement { name: Some(name), value: self.expression()? })
    }

    fn expression(&mut self) -> Result<Expression, Failure> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.too_deep(self.peek().span.clone()));
        }
        let expression = self.chain(
            |parser| parser.eat_name("o").then_some(Operator::Compose),
            |parser| parser.chain(Self::product_operator, Self::unary),
        );
        self.depth -= 1;
        expression
    }

    fn product_operator(&mut self) -> Option<Operator> {
        if self.eat('*') {
            Some(Operator::Multiply)
        } else {
            self.eat('/').then_some(Operator::Divide)
        }
    }

    /// Parses operands with operators of one precedence between them.
    fn chain(
        &mut self,
        operator: impl Fn(&mut Self) -> Option<Operator>,
        operand: impl Fn(&mut Self) -> Result<Expression, Failure>,
    ) -> Result<Expression, Failure> {
        let first = operand(self)?;
        let mut rest = Vec::new();
        while let Some(operator) = operator(self) {
            rest.push((operator, operand(self)?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        let start = first.span.start;
        self.made(start, ExpressionKind::Chain { first: Box::new(first), rest })
    }

    fn unary(&mut self) -> Result<Expression, Failure> {
        let start = self.peek().span.start;
        let mut complements = 0;
        while self.eat('~') {
            complements += 1;
        }
        let mut expression = self.postfix()?;
        for _ in 0..complements {
            expression = self.made(start, ExpressionKind::Complement(Box::new(expression)))?;
        }
        Ok(expression)
    }

    fn postfix(&mut self) -> Result<Expression, Failure> {
        let mut expression = self.primary()?;
        let start = expression.span.start;
        loop {
            let kind = if self.eat(':') {
                if let Some(span) = self.negative_zero(&expression) {
                    let message = "an extent has no sign".to_string();
                    return Err(Failure::new(message).at(self.text, span));
                }
                let stride = self.stride()?;
                ExpressionKind::Layout { shape: Box::new(expression), stride }
            } else if self.eat('.') {
                let (name, at) = self.name("the name of an operation")?;
                let mut arguments = vec![expression];
                if self.eat('(') {
                    arguments.extend(self.arguments(&name, &at)?);
                }
                ExpressionKind::Call { name, at, arguments }
            } else if self.sees('(') && !self.new_line() {
                self.next += 1;
                let (coordinate, _) = self.elements(')')?;
                ExpressionKind::Apply { layout: Box::new(expression), coordinate }
            } else {
                return Ok(expression);
            };
            expression = self.made(start, kind)?;
        }
    }

    fn stride(&mut self) -> Result<StrideExpression, Failure> {
        if self.eat_name("row") {
            return Ok(StrideExpression::Row);
        }
        if self.eat_name("col") {
            return Ok(StrideExpression::Column);
        }
        if self.eat_name("order") {
            if !self.sees('(') {
                return Err(self.expected("`(` and the order of the modes"));
            }
            return Ok(StrideExpression::Order(Box::new(self.primary()?)));
        }
        Ok(StrideExpression::Of(Box::new(self.primary()?)))
    }

    fn primary(&mut self) -> Result<Expression, Failure> {
        let SpannedToken { kind, span } = self.peek().clone();
        let start = span.start;
        let kind = match kind {
            TokenKind::Integer(value) => {
                self.next += 1;
                self.number(value)?
            }
            TokenKind::Sign('-') => {
                self.next += 1;
                let TokenKind::Integer(value) = self.peek().kind else {
                    return Err(self.expected("an integer after `-`"));
                };
                self.next += 1;
                self.number(-value)?
            }
            TokenKind::Text(text) => {
                self.next += 1;
                ExpressionKind::Text(text)
            }
            TokenKind::Sign('_') => {
                self.next += 1;
                ExpressionKind::Keep
            }
            TokenKind::Sign('(') => {
                self.next += 1;
                let (elements, comma) = self.elements(')')?;
                let group = elements.len() == 1 && !comma;
                ExpressionKind::Tuple { elements, group }
            }
            TokenKind::Sign('<') => {
                self.next += 1;
                ExpressionKind::Tiler(self.elements('>')?.0)
            }
            TokenKind::Name(name)
                if (name == "Sw" || name == "S") && self.ahead(1).kind == TokenKind::Sign('<') =>
            {
                ExpressionKind::Swizzle(self.swizzle()?)
            }
            TokenKind::Name(name) if name == "tile!" => {
                self.next += 1;
                self.need('(', "`(`")?;
                ExpressionKind::Tiler(self.elements(')')?.0)
            }
            TokenKind::Name(name) if name != "o" && name != "let" => {
                self.next += 1;
                match self.eat('(') {
                    true => {
                        let arguments = self.arguments(&name, &span)?;
                        ExpressionKind::Call { name, at: span, arguments }
                    }
                    false => ExpressionKind::Name(name),
                }
            }
            kind => {
                let failure = self.expected("a layout, a tuple, a tiler, a swizzle or a name");
                let is_word = matches!(self.ahead(1).kind, TokenKind::Name(_));
                return Err(match kind {
                    TokenKind::Sign('.') if is_word => {
                        failure.help("an operation follows its layout: (4,8):row.coalesce()")
                    }
                    TokenKind::Sign(':') if is_word && start == 0 => failure.help(
                        "directives such as :help are lines of `layout repl`; `layout eval --list` lists all operations",
                    ),
                    _ => failure,
                });
            }
        };
        self.made(start, kind)
    }

    /// The position of an integer `-0` in a tuple. As an extent it is refused here, since its value is none below 0.
    fn negative_zero(&self, tuple: &Expression) -> Option<Range<usize>> {
        match &tuple.kind {
            ExpressionKind::Integer(0) if self.text[tuple.span.clone()].starts_with('-') => {
                Some(tuple.span.clone())
            }
            ExpressionKind::Tuple { elements, .. } => {
                elements.iter().find_map(|element| self.negative_zero(element))
            }
            _ => None,
        }
    }

    /// Completes an integer with its basis, `@0@1`, if one follows.
    fn number(&mut self, value: i64) -> Result<ExpressionKind, Failure> {
        if !self.sees('@') {
            return Ok(ExpressionKind::Integer(value));
        }
        while self.eat('@') {
            if !matches!(self.peek().kind, TokenKind::Integer(_)) {
                return Err(self.expected("the index of an element after `@`"));
            }
            self.next += 1;
        }
        Ok(ExpressionKind::Unit)
    }

    /// Parses the arguments of `name` up to `)`. If the text ends before it, the help says what `name` takes.
    fn arguments(&mut self, name: &str, at: &Range<usize>) -> Result<Vec<Expression>, Failure> {
        self.elements(')').map(|(elements, _)| elements).map_err(|failure| {
            let is_at_end = failure.span().is_some_and(|span| span.start == self.text.len());
            if !is_at_end || self.peek().kind != TokenKind::End {
                return failure;
            }
            let rows = named(name);
            let failure = Failure::new(format!("`{name}(` has no `)`")).at(self.text, at.clone());
            match rows.first() {
                None => failure.help(format!(
                    "no operation is called {name}; `layout eval --list` lists all operations"
                )),
                Some(row) => failure.help(format!("{}: {}", row.signature(), row.help)),
            }
        })
    }

    /// Parses expressions up to `end`. The flag is whether a comma follows the last one.
    fn elements(&mut self, end: char) -> Result<(Vec<Expression>, bool), Failure> {
        let mut elements = Vec::new();
        loop {
            if self.eat(end) {
                let comma = !elements.is_empty();
                return Ok((elements, comma));
            }
            elements.push(self.expression()?);
            if self.eat(end) {
                return Ok((elements, false));
            }
            self.need(',', &format!("`,` or `{end}`"))?;
        }
    }

    /// Parses `Sw<3,4,3>` by the notation of `layout_core`.
    fn swizzle(&mut self) -> Result<Swizzle, Failure> {
        let start = self.peek().span.start;
        self.next += 2;
        while !matches!(self.peek().kind, TokenKind::Sign('>') | TokenKind::End) {
            self.next += 1;
        }
        self.eat('>');
        let span = self.since(start);
        Swizzle::parse(&self.text[span.clone()]).map_err(|error| {
            let part = error.span().unwrap_or(0..span.len());
            Failure::refused(&error).at(self.text, start + part.start..start + part.end)
        })
    }
}
