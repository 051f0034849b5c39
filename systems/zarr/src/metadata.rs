//! The metadata of arrays: each key is read, refused by its name, or ignored for a reason that the README lists.
//!
//! Both versions become metadata of version 3 whose codecs are those of [`checked`](crate::checked): names without
//! `numcodecs.`, and filters of numbers as codecs of bytes.

use crate::codec::Number;
use crate::data_type::DataType;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value, json};
use std::fmt;

/// The codecs of arrays that are read, and the keys of their configurations: those that are read, then those that are ignored,
/// because what is compressed says so itself.
const CODECS: &[(&str, &[&str], &[&str])] = &[
    ("bytes", &["endian"], &[]),
    ("transpose", &["order"], &[]),
    ("sharding_indexed", &["chunk_shape", "codecs", "index_codecs", "index_location"], &[]),
    ("crc32c", &["location"], &[]),
    ("crc32", &["location"], &[]),
    ("adler32", &["location"], &[]),
    ("fletcher32", &[], &[]),
    ("gzip", &[], &["level"]),
    ("zlib", &[], &["level"]),
    ("bz2", &[], &["level"]),
    ("zstd", &[], &["level", "checksum"]),
    ("lz4", &[], &["acceleration"]),
    ("blosc", &[], &["cname", "clevel", "shuffle", "typesize", "blocksize"]),
    (
        "pcodec",
        &["equal_pages_up_to"],
        &["level", "mode_spec", "delta_spec", "delta_encoding_order", "paging_spec"],
    ),
    ("shuffle", &["elementsize"], &[]),
    ("delta", &["dtype", "astype"], &[]),
    ("fixedscaleoffset", &["offset", "scale", "dtype", "astype"], &[]),
    // The digits and bits that were dropped when it was written.
    ("quantize", &["dtype", "astype"], &["digits"]),
    ("astype", &["encode_dtype", "decode_dtype"], &[]),
    ("bitround", &[], &["keepbits"]),
    // Of numcodecs; `zarrs` has another one.
    ("packbits", &[], &[]),
];

/// Filters of numbers.
const FILTERS: [&str; 5] = ["delta", "fixedscaleoffset", "quantize", "astype", "bitround"];

/// The most codecs in a list, and shards in shards.
const MOST: usize = 16;

/// JSON whose objects have each key once: of two, readers take one or the other.
pub(crate) struct Unique(pub(crate) Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Value;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON")
            }
            fn visit_unit<E>(self) -> Result<Value, E> {
                Ok(Value::Null)
            }
            fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
                Ok(value.into())
            }
            fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
                Ok(value.into())
            }
            fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
                Ok(value.into())
            }
            fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
                Ok(value.into())
            }
            fn visit_str<E>(self, value: &str) -> Result<Value, E> {
                Ok(value.into())
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
                let mut found = Vec::new();
                while let Some(Unique(value)) = list.next_element()? {
                    found.push(value);
                }
                Ok(found.into())
            }
            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
                let mut found = Map::new();
                while let Some((key, Unique(value))) = object.next_entry::<String, _>()? {
                    if found.contains_key(&key) {
                        return Err(A::Error::custom(format_args!(
                            "the key `{key}` is there twice"
                        )));
                    }
                    found.insert(key, value);
                }
                Ok(found.into())
            }
        }
        from.deserialize_any(Any).map(Self)
    }
}

/// The name of a codec or another extension in metadata of version 3.
pub(crate) fn name(named: &Value) -> &str {
    named.as_str().or_else(|| named["name"].as_str()).unwrap_or_default()
}

/// Refuses keys of an object other than these.
pub(crate) fn only(of: &str, object: &Map<String, Value>, keys: &[&[&str]]) -> Result<(), String> {
    match object.keys().find(|key| !keys.iter().any(|keys| keys.contains(&key.as_str()))) {
        Some(key) => Err(format!("{of} has the key `{key}`, which is not known")),
        None => Ok(()),
    }
}

/// The configuration of an extension of version 3, which is a name or an object. It is understood, whether it must be or not.
pub(crate) fn configuration<'a>(
    of: &str,
    named: &'a Value,
) -> Result<Option<&'a Map<String, Value>>, String> {
    let Value::Object(object) = named else { return Ok(None) };
    only(of, object, &[&["name", "configuration", "must_understand"]])?;
    match object.get("configuration") {
        None => Ok(None),
        Some(configuration) => {
            let configuration = configuration.as_object();
            configuration.map(Some).ok_or_else(|| format!("{of} has a configuration of no keys"))
        }
    }
}

/// Metadata of version 3 with codecs that are known, and the type of the elements, which may be any.
pub(crate) fn of_version_3(metadata: &Value) -> Result<(Value, DataType), String> {
    let object = metadata.as_object().ok_or("its metadata is not an object")?;
    for (key, right) in [("zarr_format", json!(3)), ("node_type", json!("array"))] {
        if metadata[key] != right {
            return Err(format!("its `{key}` is {}, not {right}", metadata[key]));
        }
    }
    for (key, value) in object {
        match key.as_str() {
            "zarr_format" | "node_type" | "shape" | "data_type" | "chunk_grid" | "fill_value" => {}
            "chunk_key_encoding" | "codecs" | "attributes" | "dimension_names" => {}
            "storage_transformers" if value.as_array().is_none_or(|list| !list.is_empty()) => {
                return Err("it has storage transformers".into());
            }
            "storage_transformers" => {}
            _ if value["must_understand"] == false => {}
            _ => return Err(format!("it has the key `{key}`, which is not known")),
        }
    }
    for (key, is, names, keys) in [
        ("chunk_grid", "its chunk grid is", &["regular"][..], &["chunk_shape"][..]),
        // An encoding with a suffix may lead out of the folder.
        ("chunk_key_encoding", "its keys of chunks are", &["default", "v2"], &["separator"]),
    ] {
        let (named, of) = (&metadata[key], format!("`{key}`"));
        if !names.contains(&name(named)) {
            return Err(format!("{is} `{}`, not `{}`", name(named), names.join("` or `")));
        }
        only(&of, configuration(&of, named)?.unwrap_or(&Map::new()), &[keys])?;
    }
    let mut metadata = metadata.clone();
    metadata.get("fill_value").ok_or("it has no key `fill_value`")?;
    let data_type = DataType::third(&metadata["data_type"])?;
    let codecs = Codecs { is_second: false, data_type: &data_type, depth: 0 };
    metadata["codecs"] = codecs.of(&metadata["codecs"])?;
    metadata["storage_transformers"] = json!([]);
    Ok((metadata, data_type))
}

/// Metadata of version 2 as metadata of version 3, which has no fill value if it is null, and the type of the elements. Keys that
/// version 2 does not name are ignored, as it demands.
pub(crate) fn of_version_2(metadata: &Value) -> Result<(Value, DataType), String> {
    if metadata["zarr_format"] != 2 {
        return Err("`.zarray` is not of version 2".into());
    }
    for key in ["shape", "chunks", "dtype", "compressor", "fill_value", "order", "filters"] {
        metadata.get(key).ok_or_else(|| format!("it has no key `{key}`"))?;
    }
    let data_type = DataType::second(&metadata["dtype"])?;
    let separator = match &metadata["dimension_separator"] {
        Value::Null => ".",
        separator => separator.as_str().unwrap_or_default(),
    };
    let mut list = Vec::new();
    let axes = metadata["shape"].as_array().map_or(0, Vec::len);
    match metadata["order"].as_str() {
        Some("C") => {}
        Some("F") if axes < 2 => {}
        Some("F") => {
            let order: Vec<usize> = (0..axes).rev().collect();
            list.push(json!({ "name": "transpose", "configuration": { "order": order } }));
        }
        _ => return Err(format!("its order is {}, not \"C\" or \"F\"", metadata["order"])),
    }
    let endian = if data_type.is_big() { "big" } else { "little" };
    list.push(json!({ "name": "bytes", "configuration": { "endian": endian } }));
    match &metadata["filters"] {
        Value::Null => {}
        filters => list.extend(filters.as_array().ok_or("its filters are not a list")?.clone()),
    }
    if !metadata["compressor"].is_null() {
        list.push(metadata["compressor"].clone());
    }
    let codecs = Codecs { is_second: true, data_type: &data_type, depth: 0 }.of(&list.into())?;
    let mut found = json!({
        "zarr_format": 3,
        "node_type": "array",
        "shape": metadata["shape"],
        "data_type": DataType::third_of_second(&metadata["dtype"]).unwrap_or(data_type.name().into()),
        "chunk_grid": { "name": "regular", "configuration": { "chunk_shape": metadata["chunks"] } },
        "chunk_key_encoding": { "name": "v2", "configuration": { "separator": separator } },
        "fill_value": metadata["fill_value"],
        "codecs": codecs,
    });
    if let Some(found) = found.as_object_mut().filter(|found| found["fill_value"].is_null()) {
        found.remove("fill_value");
    }
    Ok((found, data_type))
}

/// A list of codecs.
#[derive(Clone, Copy)]
struct Codecs<'a> {
    /// Whether the metadata has version 2. Its filters come after the bytes of the array, and each names its byte order.
    is_second: bool,
    /// The type of the elements.
    data_type: &'a DataType,
    depth: usize,
}

impl Codecs<'_> {
    fn of(self, list: &Value) -> Result<Value, String> {
        let list = list.as_array().ok_or("its codecs are not a list")?;
        if list.len() > MOST || self.depth > MOST {
            return Err(format!("it has more than {MOST} codecs in a list, or in each other"));
        }
        let (mut found, mut filters) = (Vec::new(), Vec::new());
        // The type of the numbers so far, and whether they are bytes.
        let of_array = self.data_type.number();
        let (mut number, mut is_bytes) = (of_array, false);
        for codec in list {
            // Of version 2, the codecs that the file names have an `id`.
            let id = codec["id"].as_str().filter(|_| self.is_second);
            let named = id.unwrap_or(name(codec));
            let (short, is_other) = match named.strip_prefix("numcodecs.") {
                Some(short) if !self.is_second => (short, true),
                _ if named == "endian" => ("bytes", false),
                _ => (named, false),
            };
            let row = CODECS.iter().find(|(name, ..)| *name == short);
            // numcodecs has none of the first three.
            let is_of_zarrs = short == "packbits" && !is_other && !self.is_second;
            let Some((short, read, ignored)) =
                row.filter(|row| !is_of_zarrs && (!is_other || !CODECS[..3].contains(row)))
            else {
                let names: Vec<&str> = CODECS.iter().map(|row| row.0).collect();
                return Err(format!("it has the codec `{named}`, which is not one of {names:?}"));
            };
            let of = format!("the codec `{named}`");
            let mut keys = match id {
                Some(_) => codec.as_object().cloned(),
                None => configuration(&of, codec)?.cloned(),
            };
            let keys = keys.get_or_insert_default();
            id.map(|_| keys.remove("id"));
            only(&of, keys, &[read, ignored])?;
            keys.retain(|key, _| read.contains(&key.as_str()));
            if *short == "packbits" {
                if is_bytes != self.is_second || !self.data_type.is_bool() || number.is_some() {
                    return Err(format!("{of} is not of booleans"));
                }
                let codec = json!({ "name": "packbits", "configuration": {} });
                number = Some(Number::BYTE);
                if self.is_second { &mut found } else { &mut filters }.push(codec);
                continue;
            }
            if FILTERS.contains(short) {
                if is_bytes != self.is_second {
                    return Err(format!("{of} is after the bytes of numbers"));
                }
                // `zarr-python` takes the type of the array where a filter of version 3 names none.
                let default = if self.is_second { number } else { of_array };
                let filter = filter(&of, short, keys, default)?;
                if let Some([to, from]) = filter.1 {
                    if !self.is_second && Some(to) != number {
                        return Err(format!("{of} is not of the numbers before it"));
                    }
                    number = Some(from);
                }
                if self.is_second { &mut found } else { &mut filters }.extend(filter.0);
                continue;
            }
            if let Some(location) = keys.get("location").filter(|at| *at != "start" && *at != "end")
            {
                return Err(format!("{of} has the location {location}"));
            }
            // In version 3, pcodec makes bytes of numbers.
            let is_first = ["transpose", "bytes", "sharding_indexed"].contains(short)
                || *short == "pcodec" && !self.is_second;
            if is_first == is_bytes {
                return Err(format!("{of} is not in its place"));
            }
            is_bytes |= is_first && *short != "transpose";
            match *short {
                "transpose" | "sharding_indexed" if !filters.is_empty() => {
                    return Err(format!("{of} is after a filter"));
                }
                "bytes" => {
                    let endian = match keys.get("endian").and_then(Value::as_str) {
                        Some("big") => true,
                        Some("little") => false,
                        // `zarr-python` looks at the elements of the array.
                        None if self.data_type.has_no_order() => false,
                        _ => return Err(format!("{of} has no order of bytes, `endian`")),
                    };
                    if filters.is_empty() {
                        found.push(json!({ "name": "bytes", "configuration": keys }));
                        if let Some(unit) = self.data_type.reversed(endian)? {
                            let keys = json!({ "unit": unit });
                            found.push(json!({ "name": "reversed", "configuration": keys }));
                        }
                        continue;
                    }
                    // Numbers are stored in the order of `bytes`, and filtered in the one of this machine.
                    found.append(&mut filtered(&mut filters, number, endian));
                    continue;
                }
                "pcodec" => {
                    // numcodecs compresses numbers in the order of this machine only.
                    let known = number
                        .filter(|number| number.size() > 1 && !(self.is_second && number.is_big()));
                    let known = known
                        .ok_or_else(|| format!("{of} is of `{}`", self.data_type.name()))?
                        .with_order(false);
                    keys.insert("of".into(), known.text().into());
                    if !self.is_second {
                        found.append(&mut filtered(&mut filters, number, false));
                    }
                }
                "sharding_indexed" => {
                    let inner = Self { depth: self.depth + 1, ..self };
                    let index = DataType::of_index();
                    for (list, data_type) in [("codecs", self.data_type), ("index_codecs", &index)]
                    {
                        let codecs = keys.get(list).unwrap_or(&Value::Null);
                        let codecs = Codecs { data_type, ..inner }.of(codecs)?;
                        keys.insert(list.into(), codecs);
                    }
                }
                "shuffle" => {
                    let size = match keys.get("elementsize") {
                        None | Some(Value::Null) if self.is_second => Some(4),
                        // As `zarr-python`: of the array, also after filters.
                        None | Some(Value::Null) => Some(self.data_type.size()),
                        Some(size) => size.as_u64(),
                    };
                    let size = size.ok_or_else(|| format!("{of} has no size of elements"))?;
                    keys.insert("elementsize".into(), size.into());
                }
                _ => {}
            }
            found.push(json!({ "name": short, "configuration": keys }));
        }
        Ok(found.into())
    }
}

/// The bytes of numbers, then filters of them, the last of which makes numbers that are stored in an order of bytes.
fn filtered(filters: &mut Vec<Value>, number: Option<Number>, is_big: bool) -> Vec<Value> {
    if let (Some(last), Some(number)) = (filters.last_mut(), number) {
        let stored: &mut Value = &mut last["configuration"]["from"];
        *stored = number.with_order(is_big).text().into();
    }
    let bytes = json!({ "name": "bytes", "configuration": { "endian": "little" } });
    [bytes].into_iter().chain(filters.drain(..)).collect()
}

/// A filter as a codec of bytes, if it changes any, and the types of the numbers that it decodes to and from.
fn filter(
    of: &str,
    name: &str,
    keys: &Map<String, Value>,
    number: Option<Number>,
) -> Result<(Option<Value>, Option<[Number; 2]>), String> {
    if name == "bitround" {
        return Ok((None, None));
    }
    let number = number.map(|number| number.text());
    let get = |key: &str| match keys.get(key) {
        None | Some(Value::Null) => None,
        Some(value) => Some(value.as_str().unwrap_or_default()),
    };
    let of_array = || number.as_deref();
    let (to, from) = match name {
        "astype" => (get("decode_dtype").or_else(of_array), get("encode_dtype")),
        _ => {
            let to = get("dtype").or_else(of_array);
            (to, get("astype").or(to))
        }
    };
    let parse = |text: Option<&str>| {
        let number = text.and_then(Number::parse);
        number.ok_or_else(|| format!("{of} is of `{}`", text.unwrap_or_default()))
    };
    let [to, from] = [parse(to)?, parse(from)?];
    if (name == "delta" && to.is_float() != from.is_float())
        || (name == "quantize" && !(to.is_float() && from.is_float()))
    {
        return Err(format!("{of} is of `{}` and `{}`", to.name(), from.name()));
    }
    let mut configuration = json!({ "to": to.text(), "from": from.text(), "rule": name });
    if name == "fixedscaleoffset" {
        for key in ["scale", "offset"] {
            let number = keys.get(key).and_then(Value::as_f64);
            let number = number.ok_or_else(|| format!("{of} has no number `{key}`"))?;
            configuration[key] = number.into();
        }
    }
    let codec = json!({ "name": "convert", "configuration": configuration });
    Ok((Some(codec), Some([to, from])))
}
