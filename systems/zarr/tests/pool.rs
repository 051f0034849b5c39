//! Operations within a pool of one thread end.

use static_layout_zarr::{NewArray, Work, ZarrWriter, matmul, transpose};
use std::sync::mpsc::channel;
use std::time::Duration;

#[test]
fn operations_of_a_worker_of_the_only_thread_end() {
    let folder =
        std::env::temp_dir().join(format!("static-layout-zarr-pool-{}", std::process::id()));
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().unwrap();
    let (send, receive) = channel();
    let inside = folder.clone();
    rayon::spawn(move || {
        let array = |name: &str| {
            let new = NewArray::new(&[6, 6], [2, 2]);
            let writer = ZarrWriter::<f64>::create(inside.join(name), &new).unwrap();
            for i in 0..3 {
                for j in 0..3 {
                    writer.write_chunk(&[i, j], &[1.0; 4]).unwrap();
                }
            }
            writer.finish().unwrap()
        };
        let (a, b) = (array("a"), array("b"));
        // Two parts of the depth at least, so one is read while another is multiplied.
        let c = matmul(&a, &b, inside.join("c"), [2, 2], &Work::new(1000)).unwrap();
        let t = transpose(&c, inside.join("t"), [2, 2], &Work::new(1000)).unwrap();
        send.send(t.shape().to_vec()).unwrap();
    });
    let shape = receive.recv_timeout(Duration::from_secs(120));
    assert_eq!(shape.expect("the worker waits for itself"), [6, 6]);
    std::fs::remove_dir_all(folder).unwrap();
}
