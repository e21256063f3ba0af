//! The kernels that an instance remembers.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, JsString, Map};
use wasm_bindgen::{JsCast, JsValue};

use super::Instance;
use crate::js::params::Request;
use crate::kernel::Kernel;
use crate::ops::map;
use crate::plan::Limits;

/// Kernels that an instance remembers; the one that was longest out of use goes first.
const MOST_KERNELS: usize = 512;

/// Ids that a kernel remembers; the earliest goes first. A page may give each call an id of its own.
const MOST_IDS: usize = 64;

/// A kernel, the names of its variables as JavaScript strings, and the ids that it was called by.
pub(crate) struct Known {
    pub(crate) kernel: Kernel,
    pub(crate) names: Vec<JsString>,
    /// The same, as a list of JavaScript's.
    pub(crate) declared: Array,
    ids: RefCell<Vec<Option<String>>>,
    used: Cell<u64>,
    sources: (JsValue, JsValue),
}

impl Instance {
    /// The kernel of these sources, read once.
    pub(crate) fn kernel(&self, request: &Request) -> Rc<Known> {
        let of = |text: &Option<JsString>| text.as_ref().map_or(JsValue::UNDEFINED, |t| t.clone().into());
        let (vertex, fragment) = (of(&request.vertex), of(&request.fragment));
        self.clock.set(self.clock.get() + 1);
        let inner = self.sources.get(&vertex);
        if let Some(number) = inner.dyn_ref::<Map>().and_then(|inner| inner.get(&fragment).as_f64()) {
            let known = self.known(number as u64);
            if let Some(known) = known {
                known.used.set(self.clock.get());
                let mut ids = known.ids.borrow_mut();
                if !ids.contains(&request.id) {
                    if ids.len() == MOST_IDS {
                        ids.remove(0);
                    }
                    ids.push(request.id.clone());
                }
                drop(ids);
                return known;
            }
        }
        let text = |text: &Option<JsString>| text.as_ref().map(|t| String::from(t.clone()));
        let number = self.clock.get();
        let kernel = Kernel::new(number, text(&request.vertex), text(&request.fragment));
        let names: Vec<JsString> = kernel.variables.iter().map(|v| JsString::from(v.name.as_str())).collect();
        let declared = names.iter().collect();
        let known = Rc::new(Known {
            kernel,
            names,
            declared,
            ids: RefCell::new(vec![request.id.clone()]),
            used: Cell::new(number),
            sources: (vertex.clone(), fragment.clone()),
        });
        let inner = inner.dyn_into::<Map>().unwrap_or_else(|_| {
            let inner = Map::new();
            self.sources.set(&vertex, &inner);
            inner
        });
        inner.set(&fragment, &JsValue::from_f64(number as f64));
        self.kernels.borrow_mut().push(known.clone());
        let oldest = {
            let kernels = self.kernels.borrow();
            let crowded = kernels.len() > MOST_KERNELS;
            crowded.then(|| kernels.iter().min_by_key(|k| k.used.get()).cloned()).flatten()
        };
        if let Some(oldest) = oldest {
            self.forget(&oldest);
        }
        known
    }

    fn known(&self, number: u64) -> Option<Rc<Known>> {
        let kernels = self.kernels.borrow();
        let at = kernels.binary_search_by_key(&number, |known| known.kernel.id).ok()?;
        kernels.get(at).cloned()
    }

    /// The kernel of a map, made once.
    pub(crate) fn map_kernel(&self, map: &map::Map, limits: &Limits) -> Rc<Kernel> {
        let signature = map.signature(limits);
        if let Some((_, kernel)) = self.maps.borrow().iter().find(|(known, _)| *known == signature) {
            return kernel.clone();
        }
        if self.maps.borrow().len() >= MOST_KERNELS {
            self.forget_maps();
        }
        self.clock.set(self.clock.get() + 1);
        let kernel = Rc::new(map.kernel(self.clock.get(), limits));
        self.maps.borrow_mut().push((signature, kernel.clone()));
        kernel
    }

    fn forget_maps(&self) {
        for (_, kernel) in self.maps.take() {
            self.forget_programs(kernel.id);
        }
    }

    fn forget(&self, known: &Known) {
        let (vertex, fragment) = &known.sources;
        if let Ok(inner) = self.sources.get(vertex).dyn_into::<Map>() {
            inner.delete(fragment);
            if inner.size() == 0 {
                self.sources.delete(vertex);
            }
        }
        self.kernels.borrow_mut().retain(|other| other.kernel.id != known.kernel.id);
        self.forget_programs(known.kernel.id);
    }

    /// After a call: code of the caller's, run by it, may have had its kernel forgotten before its program was made.
    pub(crate) fn forget_if_unknown(&self, known: &Known) {
        if self.known(known.kernel.id).is_none() {
            self.forget_programs(known.kernel.id);
        }
    }

    fn forget_programs(&self, kernel: u64) {
        if let Some(device) = self.device.borrow().as_ref() {
            device.programs.forget(kernel);
        }
    }

    pub(in crate::js) fn clear(&self, id: &str) {
        let known: Vec<Rc<Known>> = self.kernels.borrow().clone();
        for known in known {
            let before = known.ids.borrow().len();
            known.ids.borrow_mut().retain(|i| i.as_deref() != Some(id));
            let after = known.ids.borrow().len();
            if after < before && after == 0 {
                self.forget(&known);
            }
        }
    }

    pub(in crate::js) fn clear_all(&self) {
        self.sources.clear();
        self.kernels.borrow_mut().clear();
        self.maps.borrow_mut().clear();
        if let Some(device) = self.device.borrow().as_ref() {
            device.programs.empty();
            device.pool.empty();
        }
    }
}
