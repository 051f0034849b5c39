//! `layout serve`: serves the explorer on this machine, or writes it to a folder.

use std::fs;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use static_layout_explorer::{FILES, file};

use crate::Failure;
use crate::commands::Outcome;
use crate::commands::link::fragment;

/// The most bytes of a request line and its headers.
const LONGEST: u64 = 16 << 10;

/// The time of a request and its answer, however slowly the client sends and receives.
const TIME: Duration = Duration::from_secs(5);

/// The most connections at a time. More are closed at once.
const MOST: usize = 64;

/// Serve the explorer, a page that draws layouts, on this machine
///
/// Only this machine can connect. The page needs no help of a server: --folder writes it for any static host, --page as one
/// file to send.
#[derive(Debug, clap::Args)]
pub struct ServeArguments {
    /// The port; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = 8008)]
    port: u16,
    /// Open the page at this layout or expression
    #[arg(value_name = "EXPRESSION", allow_hyphen_values = true)]
    expression: Option<String>,
    /// Write the page to a folder instead
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["port", "expression"])]
    folder: Option<PathBuf>,
    /// Write the page to one file instead, which opens without a server on any machine
    #[arg(long, value_name = "FILE", conflicts_with_all = ["port", "folder"])]
    page: Option<PathBuf>,
    /// The address of the page on a server, which "Copy link" of a page from the disk gives
    #[arg(long, value_name = "ADDRESS", conflicts_with = "port")]
    address: Option<String>,
}

impl ServeArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let index = index(self.address.as_deref());
        if let Some(file) = &self.page {
            fs::write(file, single(&index, self.expression.as_deref())).map_err(|error| {
                Failure::new(format!("cannot write {}: {error}", file.display()))
            })?;
            out.push_str(&format!("{}\n", file.display()));
            return Ok(Outcome::Done);
        }
        if self.address.is_some() && self.folder.is_none() {
            return Err(Failure::new("--address is for a page that --folder or --page writes"));
        }
        if let Some(folder) = &self.folder {
            let failed =
                |error| Failure::new(format!("cannot write {}: {error}", folder.display()));
            fs::create_dir_all(folder).map_err(failed)?;
            for file in FILES {
                fs::write(folder.join(file.name), file.text).map_err(failed)?;
            }
            fs::write(folder.join(FILES[0].name), index).map_err(failed)?;
            out.push_str(&format!("{}\n", folder.join("index.html").display()));
            return Ok(Outcome::Done);
        }
        let failed = |error| Failure::new(format!("cannot listen on port {}: {error}", self.port));
        let listener = TcpListener::bind(("127.0.0.1", self.port)).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let part = self.expression.as_deref().map(part).unwrap_or_default();
        anstream::println!("http://{address}/{part}");
        // Each connection holds a clone while it is open.
        let open = Arc::new(());
        for stream in listener.incoming().flatten() {
            if Arc::strong_count(&open) > MOST {
                continue;
            }
            let here = Arc::clone(&open);
            // A client that disconnects early is not an error of the server, nor is a thread that does not start.
            let _ = thread::Builder::new().spawn(move || {
                let _ = answer(Timed { stream: &stream, end: Instant::now() + TIME });
                drop(here);
            });
        }
        Ok(Outcome::Done)
    }
}

/// A connection that fails after a time.
#[derive(Clone, Copy)]
struct Timed<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Timed<'_> {
    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(bytes)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Answers one request, and closes the connection.
fn answer(mut stream: Timed<'_>) -> io::Result<()> {
    // One byte more, which only a longer request has.
    let mut reader = BufReader::new(stream.take(LONGEST + 1));
    let mut first = String::new();
    reader.read_line(&mut first)?;
    // A connection that is closed before its headers are read would be reset.
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let is_whole = reader.get_ref().limit() > 0;
    let mut words = first.split(' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let name = path.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    let (status, media_type, text) = match (method, file(name)) {
        _ if !is_whole => ("431 Request Header Fields Too Large", "text/plain", "at most 16 KiB\n"),
        ("GET" | "HEAD", Some(file)) => ("200 OK", file.media_type, file.text),
        ("GET" | "HEAD", None) => ("404 Not Found", "text/plain", "not a file of the explorer\n"),
        _ => ("405 Method Not Allowed", "text/plain", "GET and HEAD only\n"),
    };
    let body = if method == "HEAD" { "" } else { text };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\nConnection: close\r\n\
         X-Content-Type-Options: nosniff\r\n\r\n{body}",
        text.len()
    )?;
    stream.flush()
}

/// The page with the address that its "Copy link" gives.
fn index(address: Option<&str>) -> String {
    let address = address.unwrap_or_default().replace('&', "&amp;").replace('"', "&quot;");
    let hosted = format!("name=\"hosted\" content=\"{address}\"");
    FILES[0].text.replacen("name=\"hosted\" content=\"\"", &hosted, 1)
}

/// The part of an address that shows an expression.
fn part(expression: &str) -> String {
    format!("#{}", fragment(&[("e", expression)]))
}

/// The explorer as one page, which shows an expression.
///
/// ```
/// let page = layout_cli::commands::page(Some("(4,8):row"));
/// assert!(page.contains("location.hash ||= '#e=%284%2C8%29%3Arow'"));
/// ```
pub fn page(expression: Option<&str>) -> String {
    single(&index(None), expression)
}

/// The page as one file, which shows an expression.
fn single(index: &str, expression: Option<&str>) -> String {
    let mut scripts = String::new();
    if let Some(text) = expression {
        let part = part(text);
        scripts.push_str(&format!("<script>location.hash ||= '{part}';</script>\n"));
    }
    let mut page = index.to_owned();
    for file in FILES {
        let (tag, text) = (format!("<script defer src=\"{}\"></script>\n", file.name), file.text);
        if page.contains(&tag) {
            page = page.replacen(&tag, "", 1);
            scripts.push_str(&format!("<script>\n{text}</script>\n"));
        }
        let tag = format!("<link rel=\"stylesheet\" href=\"{}\">", file.name);
        page = page.replacen(&tag, &format!("<style>\n{text}</style>"), 1);
    }
    // A script of the body runs when what is above it is read, as a deferred one.
    page.replacen("</body>", &format!("{scripts}</body>"), 1)
}
