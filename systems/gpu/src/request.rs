//! What an operation has made, kept for the next call with the same layouts and sizes: writing the text of a kernel takes longer
//! than most kernels.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::GpuError;
use crate::plan::OperandPlan;

/// An operation and its operands: equal requests have the same kernels.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Request {
    operation: &'static str,
    text: String,
    operands: Vec<u64>,
}

impl Request {
    pub(crate) fn new(operation: &'static str, text: &str, plans: &[&OperandPlan]) -> Self {
        let mut operands = Vec::new();
        plans.iter().for_each(|plan| plan.words(&mut operands));
        Self { operation, text: text.to_owned(), operands }
    }
}

/// How many requests are kept, with all sizes that there were, and how many pipelines.
pub(crate) const MOST: usize = 1024;

/// What was made for each request. All is forgotten when there are many.
pub(crate) struct Kept<R>(Mutex<HashMap<Request, Arc<R>>>);

impl<R> Default for Kept<R> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<R> Kept<R> {
    pub(crate) fn find_or_make(
        &self,
        request: Request,
        make: impl FnOnce() -> Result<R, GpuError>,
    ) -> Result<Arc<R>, GpuError> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = lock().get(&request) {
            return Ok(Arc::clone(found));
        }
        let made = Arc::new(make()?);
        let mut kept = lock();
        if kept.len() == MOST {
            kept.clear();
        }
        kept.insert(request, Arc::clone(&made));
        Ok(made)
    }
}
