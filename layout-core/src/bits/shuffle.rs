//! The fewest warp shuffles between two layouts of registers and lanes.
//!
//! # Algorithm
//! The conversion maps register `r` of lane `l` to lane `P l + Q r`, register `S l + R r`. In round `t` each lane sends
//! its register `t + T l`, which goes to lane `(P + Q T) l + Q t`. A round is one shuffle if that is a permutation of
//! the lanes for each `t`: where `P + Q T` is invertible.
//!
//! ```text
//! if Q T = I + P has a solution T                    # im(I + P) within im(Q)
//!     P + Q T = I: round t moves by Q t, and is free where Q t = 0
//! else
//!     T maps a basis of ker(P) so that Q T completes im(P)     # [P Q] is onto
//! ```
//!
//! # Why no fewer
//! In a shuffle each lane gives one register. A lane keeps a register where `Q r = l + P l`: `2^dim ker(Q)` of them where
//! `l + P l` is in the image of `Q`, else none. If the image of `I + P` is within that of `Q`, every lane must give
//! `2^registers - 2^dim ker(Q)`, which is the number of rounds that are not free. Otherwise some lane must give them
//! all, which is the number of rounds.

use crate::bits::layout::BitLayout;
use crate::bits::matrix::{BitMatrix, refused};
use crate::error::{BitRule, LayoutError};
use crate::value::DimName;

const REGISTER: &str = "register";
const LANE: &str = "lane";

/// A conversion between two layouts of `register` and `lane` by the fewest warp shuffles.
///
/// ```
/// use layout_core::{BitLayout, Shuffle};
/// let rows: BitLayout = "{register: (1), lane: (2) (4)} -> {x: 3}".parse()?;
/// let columns: BitLayout = "{register: (4), lane: (1) (2)} -> {x: 3}".parse()?;
/// let shuffle = Shuffle::between(&rows, &columns)?;
/// assert_eq!(shuffle.rounds(), 2);
/// // In round 0 lane 1 sends its register 0, the element 2, to register 0 of lane 2.
/// assert_eq!(shuffle.send(0, 1), (0, 2, 0));
/// assert_eq!(Shuffle::between(&rows, &rows)?.rounds(), 0);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shuffle {
    lane_of_lane: BitMatrix,
    lane_of_register: BitMatrix,
    register_of_lane: BitMatrix,
    register_of_register: BitMatrix,
    /// `T`: what a lane adds to the number of the round.
    choice: BitMatrix,
    stays: bool,
}

impl Shuffle {
    /// The shuffles from the layout `from` to the layout `to`. Both have the inputs `register` and `lane`, and perhaps
    /// others, which both map alike.
    ///
    /// # Errors
    /// The errors of [`BitLayout::convert`]; [`BitRule::NoDim`] without the dimensions; [`BitRule::Singular`] unless both have
    /// as many registers and lanes, each element once; [`BitRule::NotAlone`] where another dimension, such as `warp`,
    /// takes part.
    pub const fn between(from: &BitLayout, to: &BitLayout) -> Result<Self, LayoutError> {
        let conversion = match from.convert(to) {
            Ok(conversion) => conversion,
            Err(error) => return Err(error),
        };
        if let Err(error) = conversion.inverse() {
            return Err(error);
        }
        if let Err(error) = stays_apart(&conversion) {
            return Err(error);
        }
        let (p, q, s, r) = match (
            conversion.part(&[LANE], &[LANE]),
            conversion.part(&[REGISTER], &[LANE]),
            conversion.part(&[LANE], &[REGISTER]),
            conversion.part(&[REGISTER], &[REGISTER]),
        ) {
            (Ok(p), Ok(q), Ok(s), Ok(r)) => (p.matrix, q.matrix, s.matrix, r.matrix),
            (Err(error), ..) | (_, Err(error), ..) | (.., Err(error), _) | (.., Err(error)) => {
                return Err(error);
            }
        };
        if p.inputs() != p.outputs() {
            return Err(refused(BitRule::Sizes { left: p.inputs(), right: p.outputs() }));
        }
        let (choice, stays) = match choice(&p, &q) {
            Ok(choice) => choice,
            Err(error) => return Err(error),
        };
        Ok(Self {
            lane_of_lane: p,
            lane_of_register: q,
            register_of_lane: s,
            register_of_register: r,
            choice,
            stays,
        })
    }

    /// The number of shuffles.
    pub const fn rounds(&self) -> u64 {
        let all = 1 << self.lane_of_register.inputs();
        let kept = self.lane_of_register.inputs() - self.lane_of_register.rank();
        if self.stays { all - (1 << kept) } else { all }
    }

    /// Whether round `round`, one for each register, needs no shuffle: each lane keeps what it has.
    pub const fn is_free(&self, round: u64) -> bool {
        self.stays && self.lane_of_register.apply(round) == 0
    }

    /// What a lane does in a round: `(register, to_lane, to_register)`.
    pub const fn send(&self, round: u64, lane: u64) -> (u64, u64, u64) {
        let register = round ^ self.choice.apply(lane);
        let to = self.lane_of_lane.apply(lane) ^ self.lane_of_register.apply(register);
        let place = self.register_of_lane.apply(lane) ^ self.register_of_register.apply(register);
        (register, to, place)
    }
}

impl BitLayout {
    /// A basis of the elements that `self` and `other` both keep in the registers of one thread: they move as a vector
    /// of `2^n` elements for `n` columns, whatever the order of the registers.
    ///
    /// ```
    /// use layout_core::BitLayout;
    /// let a: BitLayout = "{register: (1) (2), lane: (4) (8)} -> {x: 4}".parse()?;
    /// let b: BitLayout = "{register: (8) (2), lane: (1) (4)} -> {x: 4}".parse()?;
    /// assert_eq!(a.common_vector(&b)?.columns(), [2]);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitRule::NoDim`] unless both have the input `register`, and as many bits of the outputs.
    pub const fn common_vector(&self, other: &Self) -> Result<BitMatrix, LayoutError> {
        match (self.images_of(REGISTER), other.images_of(REGISTER)) {
            (Ok(a), Ok(b)) => a.common_image(&b),
            (Err(error), _) | (_, Err(error)) => Err(error),
        }
    }

    /// The matrix of one input.
    const fn images_of(&self, name: &str) -> Result<BitMatrix, LayoutError> {
        match self.inputs.get(DimName::new(name)) {
            Ok(i) => {
                let (start, width) = (self.inputs.start(i) as usize, self.inputs.width(i) as usize);
                let columns = self.matrix.columns().split_at(start).1.split_at(width).0;
                BitMatrix::new(self.matrix.outputs(), columns)
            }
            Err(error) => Err(error),
        }
    }
}

/// Checks that every dimension but registers and lanes is mapped to itself alone.
const fn stays_apart(conversion: &BitLayout) -> Result<(), LayoutError> {
    let (inputs, outputs) = (conversion.inputs, conversion.outputs);
    let (register, lane) = (DimName::new(REGISTER), DimName::new(LANE));
    let mut i = 0;
    while i < inputs.rank() {
        let name = inputs.name(i);
        let own = match outputs.get(name) {
            Ok(own) => own,
            Err(error) => return Err(error),
        };
        let alone = !name.is(&register) && !name.is(&lane);
        let mut bit = 0;
        while bit < inputs.width(i) {
            let image = conversion.matrix.columns()[(inputs.start(i) + bit) as usize];
            let mut k = 0;
            while k < outputs.rank() {
                let to = outputs.name(k);
                let value = outputs.part(image, k);
                let expected = if alone && k == own { 1 << bit } else { 0 };
                if (alone || (!to.is(&register) && !to.is(&lane))) && value != expected {
                    let name = if alone { name } else { to };
                    return Err(refused(BitRule::NotAlone { name }));
                }
                k += 1;
            }
            bit += 1;
        }
        i += 1;
    }
    Ok(())
}

/// `T`, and whether `P + Q T` is the identity.
const fn choice(p: &BitMatrix, q: &BitMatrix) -> Result<(BitMatrix, bool), LayoutError> {
    match p.plus(&BitMatrix::identity(p.inputs())) {
        Ok(moved) => {
            if let Ok(choice) = q.solve(&moved) {
                return Ok((choice, true));
            }
        }
        Err(error) => return Err(error),
    }
    // The columns of `P` that are not sum of those before span its image. Each other one gets an image of `Q`, so that
    // all are independent.
    let mut choice = BitMatrix::zero(q.inputs(), p.inputs());
    let (mut echelon, mut rest) = (crate::bits::matrix::Echelon::EMPTY, 0_u64);
    let mut k = 0;
    while k < p.inputs() {
        if echelon.add(p.columns()[k as usize], 0).is_some() {
            rest |= 1 << k;
        }
        k += 1;
    }
    let mut r = 0;
    while r < q.inputs() && rest != 0 {
        if echelon.add(q.columns()[r as usize], 0).is_none() {
            choice.set(rest.trailing_zeros(), 1 << r);
            rest &= rest - 1;
        }
        r += 1;
    }
    Ok((choice, false))
}
