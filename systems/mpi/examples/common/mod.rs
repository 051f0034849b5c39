//! Four ranks for an example: processes of MPI with the feature `mpi`, threads without.

use std::error::Error;
use std::process::ExitCode;

use static_layout_mpi::{Comm, Threads};

#[cfg(feature = "mpi")]
use static_layout_mpi::Mpi as Process;
#[cfg(not(feature = "mpi"))]
use static_layout_mpi::Threads as Process;

type Outcome = Result<String, Box<dyn Error>>;

/// Runs the example, and prints the result of rank 0. An error of any rank is printed and is a failure.
pub(crate) fn on_four_ranks(
    threads: impl Fn(&mut Comm<Threads>) -> Outcome + Sync,
    processes: impl Fn(&mut Comm<Process>) -> Outcome,
) -> ExitCode {
    let report = |rank: usize, outcome: Result<String, String>| match outcome {
        Ok(text) => {
            if rank == 0 {
                println!("{text}");
            }
            true
        }
        Err(error) => {
            eprintln!("rank {rank}: {error}");
            false
        }
    };
    #[cfg(feature = "mpi")]
    {
        let _ = threads;
        let outcome = static_layout_mpi::Mpi::start().map_err(Box::<dyn Error>::from).and_then(
            |mut ranks| {
                let rank = ranks.rank();
                if ranks.size() != 4 {
                    return Err(format!("{} ranks, not 4: use `mpirun -n 4`", ranks.size()).into());
                }
                Ok(report(rank, processes(&mut ranks).map_err(|error| error.to_string())))
            },
        );
        match outcome {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        }
    }
    #[cfg(not(feature = "mpi"))]
    {
        let _ = processes;
        let outcomes = Threads::run(4, |ranks| threads(ranks).map_err(|error| error.to_string()));
        let all = outcomes.into_iter().enumerate().map(|(rank, outcome)| report(rank, outcome));
        if all.fold(true, |all, one| all & one) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
