//! `layout tv`: draws a thread-value layout.

use std::fmt::Write;

use crate::atoms::Instruction;
use crate::commands::drawing::Forms;
use crate::commands::{Outcome, extent};
use crate::dialect::recognised;
use crate::picture::{Picture, tiled_copy};
use crate::{Failure, MaybeSwizzled};

/// Draw a thread-value layout: the thread and the value that hold each element of a tile
#[derive(Debug, clap::Args)]
pub struct TvArguments {
    /// A thread-value layout, from (thread,value) to the column-major index in the tile, such as
    /// '((4,8),(2,2)):((32,1),(16,8))', or the name of a matrix instruction
    #[arg(required_unless_present_any = ["atom", "atoms", "threads", "values"])]
    layout: Option<String>,
    /// Rows and columns of the tile, such as 16x8
    #[arg(long, value_name = "ROWSxCOLUMNS")]
    tile: Option<String>,
    /// The arrangement of the threads of a tiled copy, such as '(32,8):(8,1)'
    #[arg(long, value_name = "LAYOUT")]
    threads: Option<String>,
    /// The values of each thread of a tiled copy, such as '(4,1)'
    #[arg(long, value_name = "LAYOUT")]
    values: Option<String>,
    /// The operands of a matrix instruction, such as SM80_16x8x16_F16
    #[arg(long, value_name = "NAME")]
    atom: Option<String>,
    /// Draw one operand of the atom: A, B or C
    #[arg(long, value_name = "NAME")]
    operand: Option<String>,
    /// The arrangement of the atoms of a larger tile in M and N, such as '(2,2)' or '(2,2):(2,1)' (CuTe's
    /// make_tiled_mma)
    #[arg(long, value_name = "LAYOUT")]
    tiled: Option<String>,
    /// How often each thread repeats the atom in M, N and K
    #[arg(long, value_name = "MxNxK", value_delimiter = 'x', num_args = 1, value_parser = extent)]
    repeat: Vec<i64>,
    /// List the names of the atoms, a line for each with CUTLASS's names behind the short one
    #[arg(long)]
    atoms: bool,
    #[command(flatten)]
    forms: Forms,
}

/// Whether a text is a name, as layouts are not: they have a colon or begin with a bracket or a digit. Names have colons
/// in pairs.
fn is_name(text: &str) -> bool {
    recognised(text).is_none()
        && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && !text.replace("::", "").contains(':')
}

/// What is drawn, and the options that it has besides the forms of a picture.
#[derive(Clone, Copy)]
enum Subject<'a> {
    Names,
    Instruction(&'a str),
    Copy,
    Layout(&'a str),
}

impl Subject<'_> {
    const fn words(self) -> &'static str {
        match self {
            Self::Names => "the list of names",
            Self::Instruction(_) => "a matrix instruction (an atom)",
            Self::Copy => "a tiled copy",
            Self::Layout(_) => "a layout",
        }
    }

    const fn options(self) -> &'static [&'static str] {
        match self {
            Self::Names => &["--atoms"],
            Self::Instruction(_) => &["[LAYOUT]", "--atom", "--operand", "--tiled", "--repeat"],
            Self::Copy => &["--threads", "--values"],
            Self::Layout(_) => &["[LAYOUT]", "--tile"],
        }
    }
}

impl TvArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let subject = self.subject()?;
        let picture = match subject {
            Subject::Names => {
                for names in Instruction::all_names() {
                    let _ = writeln!(out, "{}", names.join("  "));
                }
                return Ok(Outcome::Done);
            }
            Subject::Instruction(atom) => {
                self.instruction(atom)?.picture(self.operand.as_deref())?
            }
            Subject::Copy => {
                let (Some(threads), Some(values)) = (&self.threads, &self.values) else {
                    return Err(Failure::new("a tiled copy has --threads and --values"));
                };
                let (threads, values) =
                    (MaybeSwizzled::read(threads)?, MaybeSwizzled::read(values)?);
                let (held, tile) = tiled_copy(&threads.plain(), &values.plain())?;
                Picture::of_threads(&held.into(), tile)?
            }
            Subject::Layout(layout) => {
                let Some(tile) = &self.tile else {
                    return Err(Failure::new(
                        "a thread-value layout needs the tile that it covers",
                    )
                    .help(format!("layout tv '{layout}' --tile 16x8, rows by columns")));
                };
                Picture::of_threads(&MaybeSwizzled::read(layout)?, tile.parse()?)?
            }
        };
        let fields = self.fields(subject);
        let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.forms.draw(&picture, &fields, out)?;
        Ok(Outcome::Done)
    }

    /// The fields of the explorer's view of threads. Its kinds of pictures are the subjects.
    fn fields(&self, subject: Subject<'_>) -> Vec<(&'static str, String)> {
        let repeat = self.repeat.iter().map(i64::to_string).collect::<Vec<_>>().join("x");
        let repeat = Some(repeat).filter(|repeat| !repeat.is_empty());
        let (kind, atom) = match subject {
            Subject::Instruction(atom) => ("atom", Some(atom.to_owned())),
            Subject::Copy => ("copy", None),
            Subject::Names | Subject::Layout(_) => ("tile", None),
        };
        let held = self.layout.clone().filter(|_| kind == "tile");
        let rows = [
            ("view", Some("threads".to_owned())),
            ("kind", Some(kind.to_owned())),
            ("atom", atom),
            ("tiled", self.tiled.clone()),
            ("repeat", repeat),
            ("of", self.threads.clone()),
            ("values", self.values.clone()),
            ("held", held),
            ("tile", self.tile.clone()),
        ];
        rows.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// What is drawn. An option that it does not have is an error: clap forgets `requires` where the required option
    /// conflicts with one that is there.
    fn subject(&self) -> Result<Subject<'_>, Failure> {
        if let (Some(layout), Some(atom)) = (&self.layout, &self.atom) {
            let message =
                format!("[LAYOUT] `{layout}` and --atom `{atom}`: only one of them is drawn");
            return Err(Failure::new(message));
        }
        let subject = match (&self.layout, &self.atom) {
            _ if self.atoms => Subject::Names,
            (_, Some(atom)) => Subject::Instruction(atom),
            (Some(name), _) if is_name(name) => Subject::Instruction(name),
            (Some(layout), _) => Subject::Layout(layout),
            (None, None) => Subject::Copy,
        };
        let options = [
            ("[LAYOUT]", self.layout.is_some()),
            ("--atoms", self.atoms),
            ("--atom", self.atom.is_some()),
            ("--tile", self.tile.is_some()),
            ("--threads", self.threads.is_some()),
            ("--values", self.values.is_some()),
            ("--operand", self.operand.is_some()),
            ("--tiled", self.tiled.is_some()),
            ("--repeat", !self.repeat.is_empty()),
        ];
        let has = |option: &str| subject.options().contains(&option);
        if let Some((option, _)) = options.iter().find(|(option, is_set)| *is_set && !has(option)) {
            let message = format!("{option} has no effect on {}", subject.words());
            let failure = Failure::new(message);
            let options = subject.options().join(", ");
            return Err(failure.help(format!("{} has {options}", subject.words())));
        }
        if matches!(subject, Subject::Names) && self.forms.has_format() {
            return Err(Failure::new("the list of names is not a picture"));
        }
        Ok(subject)
    }

    /// The atom, on its larger tile if there is one.
    fn instruction(&self, atom: &str) -> Result<Instruction, Failure> {
        let atom = Instruction::find(atom)?;
        if self.tiled.is_none() && self.repeat.is_empty() {
            return Ok(atom);
        }
        let atoms = MaybeSwizzled::read(self.tiled.as_deref().unwrap_or("(1,1)"))?;
        let repeat = match self.repeat[..] {
            [] => [1; 3],
            [m, n, k] if m > 0 && n > 0 && k > 0 => [m, n, k],
            _ => return Err(Failure::new("--repeat has three positive numbers, such as 1x2x1")),
        };
        atom.tiled(&atoms.plain(), repeat)
    }
}
