//! PNGs beside the SVGs, with the crate's own font.
#![cfg(feature = "png")]

#[allow(dead_code, reason = "each test uses a part of it")]
mod invented;

use groundscope_report::{Renderer, figures, pictures, write};

#[test]
fn every_svg_has_a_png_of_twice_its_size() {
    let files = write(&invented::evaluation(None)).unwrap();
    let svgs: Vec<_> = files.iter().filter(|(path, _)| path.ends_with(".svg")).collect();
    assert!(svgs.len() > 10);
    let pictures = pictures(&invented::evaluation(None)).unwrap();
    assert_eq!(pictures.len(), svgs.len());
    // What is written without pictures does not change with the feature.
    assert!(files.iter().all(|(path, _)| !path.ends_with(".png")));
    for (path, _) in svgs {
        let png = path.replace(".svg", ".png");
        let (_, bytes) = pictures
            .iter()
            .find(|(path, _)| *path == png)
            .unwrap_or_else(|| panic!("no {png}"));
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert_eq!(
            u32::from_be_bytes(bytes[16..20].try_into().unwrap()),
            1200,
            "{png}"
        );
    }
}

#[test]
fn text_is_drawn_without_fonts_of_the_system() {
    let renderer = Renderer::default();
    let mut figure = figures(&invented::evaluation(None)).unwrap().remove(0);
    let with = renderer.png(&figure).unwrap();
    figure.svg = figure.svg.replace("<text", "<g").replace("</text", "</g");
    assert!(with.len() > renderer.png(&figure).unwrap().len() * 3 / 2);
}
