//! [`Objects`]: arrays in an object store, which trust nothing that the store says.

use crate::store::{check_length, inside};
use futures_util::StreamExt;
use object_store::path::Path as Key;
use object_store::{
    Error, GetOptions, GetRange, GetResult, ObjectMeta, ObjectStore, ObjectStoreExt, PutMode,
    PutPayload,
};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock, mpsc};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use zarrs::storage::byte_range::ByteRange;
use zarrs::storage::{Bytes, StoreKey};

/// The objects under a prefix of a store.
#[derive(Clone, Debug)]
pub(crate) struct Objects {
    store: Arc<dyn ObjectStore>,
    prefix: String,
}

/// Waits for a task on a thread of its own, because the caller may be a thread of another runtime, or of none.
fn wait<R: Send + 'static>(
    task: impl Future<Output = Result<R, String>> + Send + 'static,
) -> Result<R, String> {
    static RUNTIME: OnceLock<Result<Runtime, String>> = OnceLock::new();
    let runtime = RUNTIME.get_or_init(|| {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        runtime.map_err(|error| error.to_string())
    });
    let (send, receive) = mpsc::channel();
    runtime.as_ref().map_err(String::clone)?.spawn(async move {
        // The other end is gone only with its thread.
        let _ = send.send(task.await);
    });
    receive.recv().map_err(|_| "the store ended with a panic".to_string())?
}

/// The bytes of a reply: as many as it must have.
async fn bytes_of(reply: GetResult, count: u64) -> Result<Bytes, String> {
    let mut bytes = Vec::new();
    let reserved = usize::try_from(count).map(|count| bytes.try_reserve_exact(count));
    if !matches!(reserved, Ok(Ok(()))) {
        return Err(format!("cannot allocate {count} bytes"));
    }
    let mut parts = reply.into_stream();
    while let Some(part) = parts.next().await {
        let part = part.map_err(|error| error.to_string())?;
        if (bytes.len() + part.len()) as u64 > count {
            return Err(format!("the store sends more than the {count} bytes of its reply"));
        }
        bytes.extend_from_slice(&part);
    }
    match bytes.len() as u64 {
        found if found < count => Err(format!("the store sends {found} bytes, not {count}")),
        _ => Ok(bytes.into()),
    }
}

/// An object that is not there is none.
fn found<R>(reply: Result<R, Error>) -> Result<Option<R>, String> {
    match reply {
        Ok(found) => Ok(Some(found)),
        Err(Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

impl Objects {
    pub(crate) fn new(store: Arc<dyn ObjectStore>, prefix: &str) -> Self {
        Self { store, prefix: prefix.trim_matches('/').into() }
    }

    /// What errors call it.
    pub(crate) fn path(&self) -> PathBuf {
        PathBuf::from(format!("{}/{}", self.store, self.prefix))
    }

    fn key(&self, key: &StoreKey) -> Result<Key, String> {
        let text = format!("{}/{}", self.prefix, key.as_str());
        Key::parse(text.trim_matches('/')).map_err(|error| error.to_string())
    }

    /// What the store tells of an object, if it is there.
    pub(crate) fn about(&self, key: &StoreKey) -> Result<Option<ObjectMeta>, String> {
        let (store, key) = (Arc::clone(&self.store), self.key(key)?);
        wait(async move { found(store.head(&key).await) })
    }

    /// A whole object.
    ///
    /// # Errors
    /// When it has none of these lengths, or the store sends another number of bytes than it says.
    pub(crate) fn get(
        &self,
        key: &StoreKey,
        of: &'static str,
        lengths: RangeInclusive<u64>,
    ) -> Result<Option<Bytes>, String> {
        let (store, key) = (Arc::clone(&self.store), self.key(key)?);
        wait(async move {
            let Some(reply) = found(store.get(&key).await)? else { return Ok(None) };
            let len = reply.meta.size;
            check_length(of, &lengths, len)?;
            if reply.range != (0..len) {
                let range = &reply.range;
                return Err(format!("the store sends the bytes {range:?} of {len}"));
            }
            bytes_of(reply, len).await.map(Some)
        })
    }

    /// A range of an object that the store has told [about](Self::about).
    ///
    /// # Errors
    /// When the range is not inside, or the object is another one now, or the store sends other bytes.
    pub(crate) fn get_range(&self, about: &ObjectMeta, range: ByteRange) -> Result<Bytes, String> {
        let (start, count) = inside(about.size, range)?;
        if count == 0 {
            return Ok(Bytes::new());
        }
        let asked = start..start + count;
        let options = GetOptions {
            range: Some(GetRange::Bounded(asked.clone())),
            // `If-Match` compares strongly, so a weak tag matches nothing (RFC 9110, 13.1.1).
            if_match: about.e_tag.clone().filter(|tag| !tag.starts_with("W/")),
            ..GetOptions::default()
        };
        let (store, key, len) = (Arc::clone(&self.store), about.location.clone(), about.size);
        wait(async move {
            let reply = store.get_opts(&key, options).await.map_err(|error| error.to_string())?;
            let (range, size) = (&reply.range, reply.meta.size);
            if *range != asked || size != len {
                let words = format!("the store sends the bytes {range:?} of {size}");
                return Err(format!("{words}, not {asked:?} of {len}"));
            }
            bytes_of(reply, count).await
        })
    }

    /// Writes an object at once. A new one is refused where there is one, if the store can.
    pub(crate) fn put(&self, key: &StoreKey, bytes: Bytes, is_new: bool) -> Result<(), String> {
        let (store, key) = (Arc::clone(&self.store), self.key(key)?);
        wait(async move {
            let payload = PutPayload::from_bytes(bytes);
            let mode = if is_new { PutMode::Create } else { PutMode::Overwrite };
            let mut put = store.put_opts(&key, payload.clone(), mode.into()).await;
            if is_new
                && matches!(put, Err(Error::NotImplemented { .. } | Error::NotSupported { .. }))
            {
                put = store.put(&key, payload.clone()).await;
            }
            // A WebDAV server may refuse a request while another one makes the same folder (423 Locked, RFC 4918, 11.3).
            for pause in [10, 100, 1000].map(Duration::from_millis) {
                if is_new || !matches!(put, Err(Error::Generic { .. })) {
                    break;
                }
                tokio::time::sleep(pause).await;
                put = store.put(&key, payload.clone()).await;
            }
            put.map(drop).map_err(|error| error.to_string())
        })
    }

    /// Removes an object, if it is there.
    pub(crate) fn remove(&self, key: &StoreKey) -> Result<(), String> {
        let (store, key) = (Arc::clone(&self.store), self.key(key)?);
        wait(async move { found(store.delete(&key).await).map(drop) })
    }
}
