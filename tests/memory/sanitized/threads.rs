//! Writes the parts of a matrix on threads. With the argument `shared`, writes the elements of two overlapping views,
//! which only `unsafe` code can make.

use std::ffi::c_void;

use static_layout::*;

type Start = extern "C" fn(*mut c_void) -> *mut c_void;
unsafe extern "C" {
    fn pthread_create(
        id: *mut u64,
        attributes: *const c_void,
        start: Start,
        job: *mut c_void,
    ) -> i32;
    fn pthread_join(id: u64, result: *mut *mut c_void) -> i32;
}

extern "C" fn start<F: FnMut() + Send>(job: *mut c_void) -> *mut c_void {
    // SAFETY: `on_threads` gives each thread a job of its own.
    unsafe { (*job.cast::<F>())() };
    std::ptr::null_mut()
}

/// Runs each job on a thread, and waits for all.
fn on_threads<F: FnMut() + Send>(jobs: impl Iterator<Item = F>) {
    let mut jobs: Vec<F> = jobs.collect();
    let mut ids = vec![0; jobs.len()];
    for (id, job) in ids.iter_mut().zip(&mut jobs) {
        let job: *mut F = job;
        // SAFETY: the jobs live until all threads are joined below.
        let code = unsafe { pthread_create(id, std::ptr::null(), start::<F>, job.cast()) };
        assert_eq!(code, 0);
    }
    for id in ids {
        // SAFETY: `pthread_create` returned the thread, and each is joined once.
        assert_eq!(unsafe { pthread_join(id, std::ptr::null_mut()) }, 0);
    }
}

fn parts(view: &mut ViewMut<'_, usize, impl AnyLayout>) {
    on_threads(view.tiles_mut(tile!(16, 16)).enumerate().map(|(t, mut tile)| {
        move || {
            tile.update(|x| *x += t);
            tile.update_entries(|_, x| *x += 1);
        }
    }));
    on_threads(
        view.partition_mut(layout!((4, 2):(2, 1)))
            .enumerate()
            .map(|(t, mut share)| move || share.update(|x| *x += t)),
    );
    let mut elements: Vec<&mut usize> = view.iter_mut().collect();
    on_threads(
        elements.chunks_mut(512).map(|chunk| move || chunk.iter_mut().for_each(|x| **x += 1)),
    );
}

fn main() {
    let (mut data, n) = (vec![0; 64 * 64], 64);
    if std::env::args().any(|argument| argument == "shared") {
        let start = data.as_mut_ptr();
        // SAFETY: none: the second view overlaps the first one, so the sanitizer has a race to find.
        let views = [0, 1].map(|i| unsafe { ViewMut::from_raw_parts(start.add(i), layout!(8:1)) });
        on_threads(views.into_iter().map(|mut view| move || view.update(|x| *x += 1)));
        return;
    }
    for _ in 0..20 {
        parts(&mut ViewMut::new(&mut data, layout!((n, 64):(64, 1))).unwrap());
        parts(&mut ViewMut::new(&mut data, layout!(Sw<3,3,3> o 0 o (64, 64):(64, 1))).unwrap());
    }
    // Each tile and each part adds its number, so each element is written twice more.
    let expected = 2 * 20 * (256 * (0..16).sum::<usize>() + 512 * (0..8).sum::<usize>() + 2 * 4096);
    assert_eq!(data.iter().sum::<usize>(), expected);
}
