//! The matrix instructions of GPUs and CPUs: thread-value layouts of their operands (CuTe's MMA and copy atoms).

mod families;

use std::fmt;

use layout_core::mma::{InstructionRow, MmaAtom, MmaOperand, rows};
use layout_core::{Layout, Tiler};

use crate::picture::{Picture, TileExtents};
use crate::{Failure, MaybeSwizzled};

/// An instruction and the thread-value layouts of its operands.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// The name that was looked up, in the case of the table.
    pub name: String,
    /// The layout from a thread to its lane in the warp or the wave (CuTe's `ThrID`).
    pub threads: MaybeSwizzled,
    /// What a thread and a value are, if not a thread of a warp and a register.
    pub note: &'static str,
    /// The operands that threads hold, among `A`, `B` and `C`.
    pub operands: Vec<InstructionOperand>,
}

/// The thread-value layout of an operand. It maps (thread, value) to the linear index in the tile, column-major. The tile of B
/// has modes (N,K), as in CUTLASS's traits; [`as_factor`](Self::as_factor) gives it modes (K,N), as in a matrix product.
#[derive(Clone, Debug, PartialEq)]
pub struct InstructionOperand {
    /// `A`, `B` or `C`; for a copy `Rows` or `Fragment`.
    pub name: &'static str,
    /// The meaning of rows and columns of the tile, such as `(M,K)`.
    pub modes: &'static str,
    /// The extents of the tile, in elements.
    pub tile: TileExtents,
    /// The layout from (thread, value) to the tile.
    pub held: MaybeSwizzled,
}

impl Instruction {
    /// Finds an instruction by name, ignoring case.
    ///
    /// A name is short (`SM80_16x8x16_F16`), CUTLASS's with or without namespaces and template arguments
    /// (`SM80_16x8x16_F32F16F16F32_TN`, `SM90::GMMA::MMA_64x128x16_F32F16F16_RS`, `SM120_16x8x32_TN<..>`), AMD's
    /// (`v_mfma_f32_32x32x8_f16`), or that of a compiler's function (`__builtin_amdgcn_wmma_f32_16x16x16_f16_w32`).
    ///
    /// Warp groups have `SM90_64xNxK`, with N a multiple of 8 up to 256 and K one of 8, 16 and 32; with A in shared memory
    /// (`_SS`) threads hold C alone. Instructions of tensor memory have `SM100_MxNxK` and, for two blocks,
    /// `SM100_2SM_MxNxK`; CUTLASS's names of them need their template arguments, among which M and N are.
    ///
    /// # Errors
    ///
    /// An unknown name; the help has the nearest ones.
    ///
    /// ```
    /// use layout_cli::atoms::Instruction;
    /// let atom = Instruction::find("sm80_16x8x16_f16")?;
    /// assert_eq!(atom.operands[0].held.to_string(), "((4,8),(2,2,2)):((32,1),(16,8,128))");
    /// assert_eq!(Instruction::find("SM90_64x128x16")?.operands[1].tile.columns, 128);
    /// let pair = Instruction::find("SM100_MMA_F16BF16_2x1SM_SS<half_t, half_t, float, 256, 128>")?;
    /// assert_eq!(pair.operands[2].held.to_string(), "(2,(128,128)):(128,(1,256))");
    /// assert!(Instruction::find("SM80").is_err());
    /// # Ok::<(), layout_cli::Failure>(())
    /// ```
    pub fn find(name: &str) -> Result<Self, Failure> {
        let wanted = name.to_ascii_uppercase();
        let (base, arguments) = wanted.split_once('<').unwrap_or((&wanted, ""));
        let base = base.trim().rsplit("::").next().unwrap_or_default();
        let base = match base.strip_prefix("__BUILTIN_AMDGCN_") {
            Some(function) => format!("V_{function}"),
            None => base.to_owned(),
        };
        let named = |row: InstructionRow| {
            let name = row.names().find(|name| name.to_ascii_uppercase() == base)?;
            Some((name, row))
        };
        if let Some((name, row)) = rows().find_map(named) {
            let operands = row
                .operands()
                .map(|[name, modes, tile, held]| (name, modes, tile.to_owned(), held.to_owned()));
            return Self::made(name, row.threads, row.note(), operands);
        }
        let extents: Vec<i64> =
            arguments.split([',', '>']).filter_map(|one| one.trim().parse().ok()).collect();
        if let Some(found) = families::find(&base, &extents) {
            return Self::made(&found.name, found.threads, found.note, found.operands);
        }
        let mut near: Vec<_> = Self::all_names()
            .flatten()
            .map(|known| {
                let upper = known.to_ascii_uppercase();
                // The beginning of a name stands for those that continue it.
                let continues = upper.starts_with(&base);
                (!continues, strsim::osa_distance(&upper, &wanted), known)
            })
            .collect();
        near.sort_unstable();
        let near: Vec<_> = near.into_iter().take(3).map(|(.., known)| known).collect();
        Err(Failure::new(format!("unknown atom {name}"))
            .at(name, 0..name.len())
            .help(format!("the nearest names are {}; --atoms lists all", near.join(", "))))
    }

    /// The instruction as an atom of the algebra.
    ///
    /// # Errors
    ///
    /// A copy, a product of several blocks, a sparse A, and operands that no threads hold.
    ///
    /// ```
    /// use layout_cli::atoms::Instruction;
    /// assert_eq!(Instruction::find("SM90_64x32x16")?.atom()?.shape(), [64, 32, 16]);
    /// assert!(Instruction::find("SM100_64x32x16")?.atom().is_err());
    /// # Ok::<(), layout_cli::Failure>(())
    /// ```
    pub fn atom(&self) -> Result<MmaAtom, Failure> {
        if let Some(row) = rows().find(|row| row.names().any(|name| name == self.name)) {
            return Ok(row.atom()?);
        }
        if !self.name.starts_with("SM90_64x") {
            return Err(Failure::new(format!("{}: {}", self.name, self.note))
                .help("what threads hold in registers has copies that feed it"));
        }
        let held = |one: MmaOperand| self.operands.iter().find(|found| found.name == one.name());
        let layouts = MmaOperand::ALL.map(|one| held(one).map(|found| found.held.plain()));
        let (a, c) = (held(MmaOperand::A), held(MmaOperand::C));
        let n = c.map_or(1, |c| c.tile.columns);
        // Without A in registers no operand has K.
        let k = a.map_or(1, |a| a.tile.columns);
        Ok(MmaAtom::new(self.threads.plain(), [64, n, k], layouts)?)
    }

    /// All names of each instruction: the short name, then the names in CUTLASS or AMD's calculator. A family whose names
    /// contain extents is represented by some members.
    ///
    /// ```
    /// use layout_cli::atoms::Instruction;
    /// for name in Instruction::all_names().flatten() {
    ///     assert!(Instruction::find(&name).is_ok(), "{name}");
    /// }
    /// ```
    pub fn all_names() -> impl Iterator<Item = Vec<String>> {
        rows().map(|row| row.names().map(Into::into).collect()).chain(families::some_names())
    }

    /// The instruction on a larger tile (CuTe's `make_tiled_mma`): `atoms` maps (m,n) to the number of the group of
    /// threads that has this part of the tile, and each thread repeats the instruction `repeat` times in M, N and K.
    ///
    /// # Errors
    ///
    /// A copy, which has no M, N and K; an arrangement that is not one to one from two modes; more quad pairs than a warp
    /// has, unless they fill several.
    ///
    /// ```
    /// use layout_cli::atoms::Instruction;
    /// let atom = Instruction::find("SM80_16x8x16_F16")?;
    /// let tiled = atom.tiled(&"(2,2):(1,2)".parse()?, [1, 2, 1])?;
    /// let c = &tiled.operands[2];
    /// assert_eq!((c.tile.rows, c.tile.columns), (32, 32));
    /// assert_eq!(c.held.to_string(), "(((4,8),(2,2)),((2,2),(1,2))):(((64,1),(16,256)),((32,8),(0,512)))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tiled(&self, atoms: &Layout, repeat: [i64; 3]) -> Result<Self, Failure> {
        let [m, n] = match (atoms.rank(), atoms.mode(0), atoms.mode(1)) {
            (2, Ok(m), Ok(n)) => [m.size(), n.size()],
            _ => {
                return Err(Failure::new(format!("{atoms} does not arrange atoms in two modes"))
                    .help("two by two atoms are (2,2)"));
            }
        };
        // From the number of an atom to its place among all, m first.
        let number = atoms.right_inverse()?;
        if number.size() != m * n {
            return Err(Failure::new(format!("{atoms} does not number {} atoms", m * n)));
        }
        let [rest_m, rest_n, rest_k] = repeat;
        let operand = |one: &InstructionOperand| {
            // Of the rows and of the columns: the atoms next to each other, and the repetitions.
            let ([down, across], [below, beside]) = match one.name {
                "A" => ([m, 1], [rest_m, rest_k]),
                "B" => ([n, 1], [rest_n, rest_k]),
                "C" => ([m, n], [rest_m, rest_n]),
                _ => return Err(Failure::new(format!("{} has no M, N and K", self.name))),
            };
            let TileExtents { rows, columns } = one.tile;
            let high = rows * down * below;
            let at = |row: i64, column: i64| row + high * column;
            let strides = match one.name {
                "A" => [rows, 0],
                "B" => [0, rows],
                _ => [rows, at(0, columns)],
            };
            let places = format!("({m},{n}):({},{})", strides[0], strides[1]);
            let places =
                Layout::parse(&places).and_then(|places| places.compose(&Tiler::whole(number)));
            let places = places?;
            let whole = Layout::parse(&format!("({rows},{columns}):(1,{high})"))?;
            let plain = one.held.plain();
            let part = |k| {
                let moved = |mode| whole.compose(&Tiler::whole(mode));
                plain.mode(k).and_then(moved)
            };
            let (threads, values) = (part(0)?, part(1)?);
            let held = format!(
                "(({},{}),({},({below},{beside}))):(({},{}),({},({},{})))",
                threads.shape(),
                places.shape(),
                values.shape(),
                threads.stride(),
                places.stride(),
                values.stride(),
                if below > 1 { rows * down } else { 0 },
                if beside > 1 { at(0, columns * across) } else { 0 },
            );
            let held = MaybeSwizzled::read(&held)?;
            let tile = TileExtents { rows: high, columns: columns * across * beside };
            Ok(InstructionOperand { tile, held, ..one.clone() })
        };
        let operands = self.operands.iter().map(operand).collect::<Result<_, _>>()?;
        let threads = format!("logical_product({}, {})", self.threads, m * n);
        Ok(Self {
            name: format!("{} on {atoms}", self.name),
            threads: MaybeSwizzled::read(&threads)?,
            note: self.note,
            operands,
        })
    }

    fn made(
        name: &str,
        threads: &str,
        note: &'static str,
        operands: impl IntoIterator<Item = (&'static str, &'static str, String, String)>,
    ) -> Result<Self, Failure> {
        let operands = operands.into_iter().map(|(name, modes, tile, held)| {
            Ok(InstructionOperand {
                name,
                modes,
                tile: tile.parse()?,
                held: MaybeSwizzled::read(&held)?,
            })
        });
        Ok(Self {
            name: name.to_owned(),
            threads: MaybeSwizzled::read(threads)?,
            note,
            operands: operands.collect::<Result<_, Failure>>()?,
        })
    }

    /// Draws a panel for each operand, or for the operand named `only`.
    ///
    /// # Errors
    ///
    /// An unknown operand.
    pub fn picture(&self, only: Option<&str>) -> Result<Picture, Failure> {
        let chosen: Vec<&InstructionOperand> = self
            .operands
            .iter()
            .filter(|operand| only.is_none_or(|name| operand.name.eq_ignore_ascii_case(name)))
            .collect();
        if let (Some(name), []) = (only, &chosen[..]) {
            let names: Vec<_> = self.operands.iter().map(|operand| operand.name).collect();
            return Err(Failure::new(format!("{} has no operand {name}", self.name))
                .help(format!("its operands are {}", names.join(", "))));
        }
        let chosen: Vec<_> =
            chosen.into_iter().map(InstructionOperand::as_factor).collect::<Result<_, _>>()?;
        let parts = chosen.iter().map(|operand| (operand.to_string(), &operand.held, operand.tile));
        let note = if self.note.is_empty() { String::new() } else { format!(": {}", self.note) };
        Picture::of_parts(&format!("{}{note}", self.name), parts)
    }
}

impl InstructionOperand {
    /// The operand as a matrix of `C = A B`: A is (M,K), B (K,N), C (M,N).
    ///
    /// # Errors
    ///
    /// A layout of B that does not divide into rows of its tile; no instruction of the table has one.
    ///
    /// ```
    /// use layout_cli::atoms::Instruction;
    /// let b = Instruction::find("SM80_16x8x16_F16")?.operands[1].as_factor()?;
    /// assert_eq!(b.to_string(), "B (K,N) 16x8: ((4,8),(2,2)):((2,16),(1,8))");
    /// # Ok::<(), layout_cli::Failure>(())
    /// ```
    pub fn as_factor(&self) -> Result<Self, Failure> {
        let modes = match self.modes {
            "(N,K)" => "(K,N)",
            "(N,(K,block))" => "((K,block),N)",
            _ => return Ok(self.clone()),
        };
        let TileExtents { rows: n, columns: k } = self.tile;
        // From the index of (n,k) to the index of (k,n).
        let turned = Layout::parse(&format!("({n},{k}):({k},1)"))?;
        let held = turned.compose(&Tiler::whole(self.held.plain()))?;
        let tile = TileExtents { rows: k, columns: n };
        Ok(Self { modes, tile, held: held.into(), ..self.clone() })
    }
}

/// `A (M,K) 16x16: ((4,8),(2,2,2)):((32,1),(16,8,128))`.
impl fmt::Display for InstructionOperand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TileExtents { rows, columns } = self.tile;
        write!(f, "{} {} {rows}x{columns}: {}", self.name, self.modes, self.held)
    }
}
