//! The rules, and how serious their findings are.

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "command", derive(clap::ValueEnum))]
pub enum Rule {
    /// The text's result is not the exact one.
    WrongResult,
    /// The operation has no result by its equation.
    Inadmissible,
    /// A layout that is written maps two coordinates to one offset.
    Overlap,
    /// Threads access different words of a bank at once.
    BankConflict,
    /// An access moves more sectors than its bytes need.
    Uncoalesced,
    /// An offset is past 32 bits where the system counts in 32 bits.
    Overflow,
    /// A divide or a complement that rounds up: some coordinates are outside.
    Rounded,
}

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "command", derive(clap::ValueEnum))]
pub enum Level {
    /// Correct, and worth knowing.
    Note,
    /// Slow, or correct for small sizes only.
    Warning,
    /// Wrong.
    Error,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 7] = [
        Self::WrongResult,
        Self::Inadmissible,
        Self::Overlap,
        Self::BankConflict,
        Self::Uncoalesced,
        Self::Overflow,
        Self::Rounded,
    ];

    /// The name, as `--rule` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::WrongResult => "wrong-result",
            Self::Inadmissible => "inadmissible",
            Self::Overlap => "overlap",
            Self::BankConflict => "bank-conflict",
            Self::Uncoalesced => "uncoalesced",
            Self::Overflow => "overflow",
            Self::Rounded => "rounded",
        }
    }

    /// What the rule finds, in a sentence.
    pub const fn about(self) -> &'static str {
        match self {
            Self::WrongResult => "The result in the text is not the exact one.",
            Self::Inadmissible => "The operation has no layout as its result.",
            Self::Overlap => "A layout that is written maps two coordinates to one offset.",
            Self::BankConflict => "Threads access different words of a bank at once.",
            Self::Uncoalesced => "An access moves more sectors than its bytes need.",
            Self::Overflow => "An offset does not fit the 32 bits that the system counts in.",
            Self::Rounded => "The tiles hang over: some coordinates of the result are outside.",
        }
    }

    /// How serious its findings are.
    pub const fn level(self) -> Level {
        match self {
            Self::WrongResult | Self::Inadmissible | Self::Overlap => Level::Error,
            Self::BankConflict | Self::Uncoalesced | Self::Overflow => Level::Warning,
            Self::Rounded => Level::Note,
        }
    }
}

impl Level {
    /// The name, in reports and in SARIF.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}
