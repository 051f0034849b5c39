//! AMX: eight registers of tiles, each of 16 rows of 64 bytes, and the configuration under which instructions use them.
//!
//! Assembly, because the functions of `core::arch` for these instructions are unstable.

use super::Avx512;
use core::arch::asm;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU8, Ordering};

/// Proof of AMX (`AMX-TILE`, `AMX-BF16`, `AMX-INT8`), whose registers the system has granted to this process.
#[derive(Clone, Copy, Debug)]
pub struct Amx(());

impl Amx {
    /// A proof, if the processor has the instructions and the system grants their registers.
    ///
    /// The first call asks Linux, for the whole process. On other systems, and without feature `std`, there is no proof.
    #[inline(always)]
    pub fn of(machine: Avx512) -> Option<Self> {
        (state(machine) == GRANTED).then_some(Self(()))
    }

    /// Whether the processor has the instructions. Such a processor computes half as many products by `vdpbf16ps` as by `vfmadd231ps`.
    #[cfg(feature = "half")]
    #[inline(always)]
    pub fn is_in_processor(machine: Avx512) -> bool {
        state(machine) != ABSENT
    }

    /// Configures all tiles as 16 rows of 64 bytes. They hold zeros.
    #[inline(always)]
    pub fn configure(self) -> Tiles {
        // SAFETY: `self` proves the instruction (rule I). It reads the 64 bytes of a valid configuration.
        unsafe {
            asm!(
                "ldtilecfg [{}]", in(reg) &raw const WHOLE_TILES,
                out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                options(nostack, preserves_flags),
            );
        }
        Tiles { of_thread: PhantomData }
    }
}

/// Proof that the tiles of this thread are configured as 16 rows of 64 bytes. When it is dropped, also by a panic, the tiles return to
/// their initial state: the system then saves nothing of them, and the processor may save power.
pub struct Tiles {
    /// Other threads have tiles of their own.
    of_thread: PhantomData<*const ()>,
}

impl Drop for Tiles {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: `configure` had a proof of the instructions (rule I).
        unsafe {
            asm!(
                "tilerelease",
                out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                options(nostack, preserves_flags),
            );
        }
    }
}

/// The operand of `ldtilecfg`.
#[repr(C, align(64))]
struct Configuration {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    bytes_of_row: [u16; 16],
    rows: [u8; 16],
}

static WHOLE_TILES: Configuration = Configuration {
    palette: 1,
    start_row: 0,
    reserved: [0; 14],
    bytes_of_row: [64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0],
    rows: [16, 16, 16, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0],
};

/// What is known of the instructions and of their registers.
static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = 0;
const ABSENT: u8 = 1;
/// The system does not save the registers, or has not granted them.
const DENIED: u8 = 2;
const GRANTED: u8 = 3;

/// Lets kernels find the instructions, or none as on a processor without them, in the whole program.
#[cfg(feature = "std")]
pub fn allow(is_allowed: bool) {
    STATE.store(if is_allowed { UNKNOWN } else { ABSENT }, Ordering::Relaxed);
}

/// The state, after the first call never [`UNKNOWN`].
#[inline(always)]
fn state(machine: Avx512) -> u8 {
    match STATE.load(Ordering::Relaxed) {
        UNKNOWN => look(machine),
        state => state,
    }
}

/// Looks for the instructions, and asks for their registers. Cold: calls the system.
#[cold]
#[inline(never)]
fn look(_: Avx512) -> u8 {
    use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};
    const BF16_TILE_INT8: u32 = 1 << 22 | 1 << 24 | 1 << 25;
    const CONFIGURATION_AND_DATA: u64 = 1 << 17 | 1 << 18;
    // SAFETY: each processor of x86-64 has leaf 0 of `cpuid`, which tells the last leaf. `xgetbv` is there, because the token was
    // found by it.
    #[allow(unused_unsafe, reason = "`__cpuid` is safe in later versions of the compiler")]
    let (is_there, is_saved) = unsafe {
        (
            __cpuid(0).eax >= 7 && __cpuid_count(7, 0).edx & BF16_TILE_INT8 == BF16_TILE_INT8,
            _xgetbv(0) & CONFIGURATION_AND_DATA == CONFIGURATION_AND_DATA,
        )
    };
    let state = match is_there {
        false => ABSENT,
        true if is_saved && is_granted_by_system() => GRANTED,
        true => DENIED,
    };
    // Every thread finds the same, so no memory order is needed.
    STATE.store(state, Ordering::Relaxed);
    state
}

/// Asks Linux for the registers, which it grants to a process that asks (since version 5.16).
#[cfg(all(feature = "std", target_os = "linux", target_pointer_width = "64", not(miri)))]
fn is_granted_by_system() -> bool {
    const ARCH_PRCTL: isize = 158;
    const ARCH_REQ_XCOMP_PERM: usize = 0x1023;
    const TILE_DATA: usize = 18;
    let result: isize;
    // SAFETY: the call changes no memory of the program. It fails where the system does not know it, or where a thread has a stack for
    // signals that is too small for the registers.
    unsafe {
        asm!(
            "syscall", inlateout("rax") ARCH_PRCTL => result,
            in("rdi") ARCH_REQ_XCOMP_PERM, in("rsi") TILE_DATA,
            lateout("rcx") _, lateout("r11") _, options(nostack),
        );
    }
    result == 0
}
#[cfg(not(all(feature = "std", target_os = "linux", target_pointer_width = "64", not(miri))))]
fn is_granted_by_system() -> bool {
    false
}
