//! `cargo xtask serve`: a small static server on this machine, with the policy that a real installation should send.

use std::fs::File;
use std::net::SocketAddr;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use tiny_http::{Header, Method, Request, Response, Server};

use crate::build;

/// Sent with the page, the workers and everything else: nothing but the site's own files is ever asked for.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    connect-src 'self'; img-src 'self' blob:; style-src 'self'; font-src 'self'; form-action 'none'; \
    base-uri 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; \
    trusted-types groundscope lit-html";

/// What a server should send with every file, apart from its type.
pub const HEADERS: [(&str, &str); 6] = [
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    // A new version must be noticed at once; an unchanged file is not sent again.
    ("Cache-Control", "no-cache"),
];

/// How many requests are answered at the same time.
const THREADS: usize = 4;

/// Options of `cargo xtask serve`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// The port; 0 takes a free one.
    #[arg(long, default_value_t = 8042)]
    port: u16,
    /// The folder to serve; default: dist/site, built first.
    #[arg(long)]
    folder: Option<PathBuf>,
}

/// Builds (unless a folder is given) and serves until interrupted.
pub fn run(options: &Options) -> Result<(), String> {
    let folder = match &options.folder {
        Some(folder) => folder.clone(),
        None => build::run(&build::Options::default())?,
    };
    let site = Site::start(&folder, options.port)?;
    // Read by scripts: the address alone on its line.
    println!("{}", site.url());
    println!("Serving {}; Ctrl+C ends it.", folder.display());
    site.wait();
    Ok(())
}

/// A running server.
pub struct Site {
    address: SocketAddr,
    threads: Vec<std::thread::JoinHandle<()>>,
}

impl Site {
    /// Serves `folder` on 127.0.0.1 from background threads, for as long as the process lives.
    pub fn start(folder: &Path, port: u16) -> Result<Self, String> {
        let root = folder
            .canonicalize()
            .map_err(|error| format!("{} cannot be served: {error}", folder.display()))?;
        let server = Server::http(("127.0.0.1", port))
            .map_err(|error| format!("port {port} cannot be opened ({error}); choose another with --port"))?;
        let address = server.server_addr().to_ip().ok_or("the server has no address")?;
        let server = Arc::new(server);
        let threads = (0..THREADS)
            .map(|_| {
                let (server, root) = (Arc::clone(&server), root.clone());
                std::thread::spawn(move || {
                    while let Ok(request) = server.recv() {
                        answer(request, &root);
                    }
                })
            })
            .collect();
        Ok(Self { address, threads })
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Waits for ever.
    pub fn wait(self) {
        for thread in self.threads {
            let _ = thread.join();
        }
    }
}

fn answer(request: Request, root: &Path) {
    // A client that hangs up is its own affair.
    let _ = match request.method() {
        Method::Get | Method::Head => match file_of(request.url(), root).and_then(|path| {
            let file = File::open(&path).ok()?;
            Some((file, media_type(&path)))
        }) {
            Some((file, media_type)) => request.respond(with_headers(Response::from_file(file), media_type)),
            None => request.respond(with_headers(
                Response::from_string("not found").with_status_code(404),
                "text/plain",
            )),
        },
        _ => request.respond(with_headers(
            Response::from_string("only GET").with_status_code(405),
            "text/plain",
        )),
    };
}

/// The file that a request's target names, if it lies inside `root`.
fn file_of(target: &str, root: &Path) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?;
    let decoded = percent_decoded(path)?;
    let relative = Path::new(decoded.strip_prefix('/')?);
    if decoded.contains(['\\', '\0'])
        || !relative
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
    {
        return None;
    }
    let mut file = root.join(relative);
    if file.is_dir() {
        file.push("index.html");
    }
    // Links are resolved before the check, so that none leads out.
    let file = file.canonicalize().ok()?;
    (file.is_file() && file.starts_with(root)).then_some(file)
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("wasm") => "application/wasm",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn with_headers<R: std::io::Read>(response: Response<R>, media_type: &str) -> Response<R> {
    let headers = HEADERS.into_iter().chain([("Content-Type", media_type)]);
    headers.fold(response, |response, (name, value)| {
        match Header::from_bytes(name.as_bytes(), value.as_bytes()) {
            Ok(header) => response.with_header(header),
            Err(()) => response,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::{Read, Write};
    use std::net::TcpStream;

    fn site(name: &str) -> PathBuf {
        let parent = std::env::temp_dir().join(format!("groundscope-serve-{name}-{}", std::process::id()));
        let root = parent.join("site");
        fs::create_dir_all(root.join("engine")).unwrap();
        fs::write(root.join("index.html"), "page").unwrap();
        fs::write(root.join("engine/reader.js"), "worker").unwrap();
        fs::write(root.join("a b.txt"), "space").unwrap();
        fs::write(parent.join("secret.txt"), "secret").unwrap();
        root.canonicalize().unwrap()
    }

    fn get(site: &Site, target: &str) -> String {
        let mut stream = TcpStream::connect(site.address).unwrap();
        write!(
            stream,
            "GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn only_files_inside_the_folder_are_named() {
        let root = site("paths");
        assert_eq!(file_of("/", &root), Some(root.join("index.html")));
        assert_eq!(
            file_of("/engine/reader.js?x=1", &root),
            Some(root.join("engine/reader.js"))
        );
        assert_eq!(file_of("/a%20b.txt", &root), Some(root.join("a b.txt")));
        for bad in [
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/engine/../../secret.txt",
            "/engine/..%2f..%2fsecret.txt",
            "/..\\secret.txt",
            "//etc/passwd",
            "/%",
            "/%zz",
            "secret.txt",
            "/engine",
            "/nothing.js",
            "",
        ] {
            assert_eq!(file_of(bad, &root), None, "{bad}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_folder_is_not_followed() {
        let root = site("links");
        let link = root.join("link.txt");
        let _ = std::os::unix::fs::symlink(root.join("../secret.txt"), &link);
        assert!(link.exists());
        assert_eq!(file_of("/link.txt", &root), None);
    }

    #[test]
    fn page_and_worker_carry_the_policy_and_their_type() {
        let site = Site::start(&site("headers"), 0).unwrap();
        let page = get(&site, "/");
        assert!(
            page.starts_with("HTTP/1.1 200") && page.ends_with("page"),
            "{page}"
        );
        assert!(page.contains("Content-Type: text/html"), "{page}");
        let worker = get(&site, "/engine/reader.js");
        assert!(worker.contains("Content-Type: text/javascript"), "{worker}");
        for response in [page, worker, get(&site, "/missing")] {
            assert!(
                response.contains(&format!("Content-Security-Policy: {POLICY}\r\n")),
                "{response}"
            );
        }
        assert!(get(&site, "/../secret.txt").starts_with("HTTP/1.1 404"));
    }
}
