//! Writes a training set of phantoms: `NNNNNN.png`, `NNNNNN.mask.png` (one bit a class) and `index.json`.
//!
//! `cargo run --release -p groundscope-phantom --example export -- --count 3000 --seed 1 --out DIR`

use std::error::Error;
use std::path::PathBuf;

use groundscope_phantom::{Phantom, PhantomSettings, Style, generate};
use serde_json::{Value, json};

struct Options {
    count: u64,
    seed: u64,
    out: PathBuf,
    style: Option<Style>,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options {
        count: 100,
        seed: 1,
        out: PathBuf::from("phantoms"),
        style: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(flag) = words.next() {
        let value = words.next().ok_or_else(|| format!("{flag} needs a value"))?;
        match flag.as_str() {
            "--count" => options.count = value.parse()?,
            "--seed" => options.seed = value.parse()?,
            "--out" => options.out = PathBuf::from(value),
            "--style" => options.style = Some(Style::from_id(&value).ok_or("unknown style")?),
            _ => return Err(format!("unknown option {flag}; use --count, --seed, --style, --out").into()),
        }
    }
    Ok(options)
}

fn write(phantom: &Phantom, number: u64, options: &Options) -> Result<Value, Box<dyn Error>> {
    let (width, height) = (phantom.width, phantom.height);
    let name = format!("{number:06}");
    let scan = image::GrayImage::from_raw(width, height, phantom.scan.clone()).ok_or("scan size")?;
    scan.save(options.out.join(format!("{name}.png")))?;
    let bytes: Vec<u8> = phantom
        .labels()
        .iter()
        .flat_map(|l| l.to_le_bytes().into_iter().take(3))
        .collect();
    let labels = image::RgbImage::from_raw(width, height, bytes).ok_or("label size")?;
    labels.save(options.out.join(format!("{name}.mask.png")))?;
    let classes: Vec<&str> = phantom.masks.iter().map(|(class, _)| class.id()).collect();
    Ok(json!({
        "file": format!("{name}.png"), "width": width, "height": height,
        "style": phantom.style.id(), "classes": classes, "seed": phantom.seed,
    }))
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    std::fs::create_dir_all(&options.out)?;
    let mut index = Vec::new();
    for number in 0..options.count {
        let seed = options.seed.wrapping_mul(1_000_000_007).wrapping_add(number);
        let settings = match options.style {
            Some(style) => PhantomSettings::of_style(seed, style),
            None => PhantomSettings::random(seed),
        };
        let phantom = generate(&settings)?;
        index.push(write(&phantom, number, &options)?);
    }
    std::fs::write(options.out.join("index.json"), serde_json::to_vec_pretty(&index)?)?;
    Ok(())
}
