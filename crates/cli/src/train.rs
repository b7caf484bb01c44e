//! `groundscope train`: weights from one's own labelled scans, with a model card.

use std::path::{Path, PathBuf};

use groundscope_model::weights::{DataSource, Manifest};
use groundscope_model::{Evidence, WeightsFile};
use groundscope_ontology::Class;
use groundscope_train::TrainError;
use groundscope_train::own::{self, Classes, Job, Label, Patients, Settings, Source, Trained};
use groundscope_train::recipe::Recipe;
use groundscope_train::training_folder::Entry;

use crate::failure::Failure;
use crate::table::{counted, printable, printable_path};
use crate::train_args::{Start, TrainArgs};
use crate::{Outcome, input, output, print, progress, weights};

/// Convert, train, measure, and write weights and card; or go on where an earlier call stopped.
pub fn run(args: &TrainArgs) -> Outcome {
    let run = args.run.clone().unwrap_or_else(|| beside(&args.out, "-run"));
    let card = args.card.clone().unwrap_or_else(|| args.out.with_extension("md"));
    check(args, &card, &run)?;
    own::check_settings(&run, &settings(args)).map_err(refused)?;
    std::fs::create_dir_all(&run).map_err(|error| Failure::writing(&run, &error))?;
    let _alone = own::lock(&run).map_err(refused)?;
    let start = start(args, &run)?;
    let entries = match own::entries(&run).map_err(refused)? {
        Some(entries) => entries,
        None => convert(args, &run)?,
    };
    own::keep_settings(&run, &settings(args)).map_err(refused)?;
    print(&format!(
        "{} to train and to measure on, {}\n",
        counted(entries.len() as u64, "scan", "scans"),
        printable_path(&run)
    ))?;
    let job = job(args, &run, start, &entries)?;
    match own::train(&job, &entries).map_err(refused)? {
        Some(trained) => finish(args, &card, &trained),
        None => paused(args, &run),
    }
}

fn refused(error: TrainError) -> Failure {
    Failure::new(error, "")
}

/// `own-run` beside `own.safetensors`.
fn beside(out: &Path, ending: &str) -> PathBuf {
    let stem = out.file_stem().unwrap_or_default().to_string_lossy();
    out.with_file_name(format!("{stem}{ending}"))
}

/// What can be told before any work is done.
fn check(args: &TrainArgs, card: &Path, run: &Path) -> Result<(), Failure> {
    if args.out.extension().is_none_or(|ending| ending != "safetensors") {
        return Err(Failure::of(
            &args.out,
            "--out is a weights file",
            "Name a file that ends in .safetensors.",
        ));
    }
    if args.name.as_ref().is_some_and(|name| name.trim().is_empty()) {
        return Err(Failure::new(
            "--name is empty",
            "Give the weights a name, or leave --name out.",
        ));
    }
    if args.out == card || output::same_file(&args.out, card) {
        return Err(Failure::of(
            card,
            "--out and --card name the same file",
            "Name two files.",
        ));
    }
    for (option, out) in [("--out", args.out.as_path()), ("--card", card)] {
        let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
        if out.is_dir() || folder.is_some_and(|folder| !folder.is_dir()) {
            return Err(Failure::of(
                out,
                format_args!("{option} cannot be written there"),
                "Name a file in a folder that exists.",
            ));
        }
    }
    // Its scans and masks would be taken for the user's at the next call.
    let folders = [Some(&args.data), args.images.as_ref()];
    if let Some(folder) = folders.into_iter().flatten().find(|folder| lies_in(run, folder)) {
        return Err(Failure::of(
            run,
            format_args!(
                "the folder of the run lies among the scans, in {}",
                folder.display()
            ),
            "Name a folder elsewhere with --run, or put --out elsewhere.",
        ));
    }
    let given = args.patients.iter().chain([&args.data]);
    let start = match &args.init {
        Start::File(path) => Some(path),
        Start::Shipped | Start::None => None,
    };
    let inputs: Vec<&PathBuf> = given.chain(start).collect();
    output::spare_all("--out", [args.out.as_path()], inputs.iter().copied())?;
    output::spare_all("--card", [card], inputs)
}

/// Whether a path, which need not exist yet, lies in a folder.
fn lies_in(path: &Path, folder: &Path) -> bool {
    let (Ok(path), Ok(folder)) = (std::path::absolute(path), folder.canonicalize()) else {
        return false;
    };
    folder.is_dir()
        && path
            .ancestors()
            .any(|one| one.canonicalize().is_ok_and(|one| one == folder))
}

/// What a run may not change on the way.
fn settings(args: &TrainArgs) -> Settings {
    let path = |path: &Path| path.display().to_string();
    let classes: Vec<&str> = args.classes.iter().map(|class| class.id()).collect();
    let map = args
        .map
        .iter()
        .map(|(name, class)| format!("{name}={}", class.map_or("none", Class::id)));
    let init = match &args.init {
        Start::Shipped => "shipped weights".to_owned(),
        Start::None => "none".to_owned(),
        Start::File(file) => path(file),
    };
    let told = [
        ("--data", Some(path(&args.data))),
        ("--images", args.images.as_deref().map(path)),
        ("--patients", args.patients.as_deref().map(path)),
        ("--format", args.format.map(|format| format.to_string())),
        ("--classes", (!classes.is_empty()).then(|| classes.join(","))),
        (
            "--map",
            (!args.map.is_empty()).then(|| map.collect::<Vec<_>>().join(" ")),
        ),
        ("--init", Some(init)),
        ("--phantoms", Some(args.phantoms.to_string())),
        ("--seed", Some(args.seed.to_string())),
    ];
    let told = told
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)));
    told.collect()
}

/// The weights to start from, copied into the run so that they are the same when it goes on.
fn start(args: &TrainArgs, run: &Path) -> Result<Option<(PathBuf, Manifest)>, Failure> {
    let shipped = weights::load(None)?.manifest().clone();
    let kept = run.join("start.safetensors");
    let (bytes, manifest) = match &args.init {
        Start::None => return Ok(None),
        _ if kept.exists() && own::step(run).is_some() => {
            let manifest = weights::load(Some(&kept))?.manifest().clone();
            return Ok(Some((kept, manifest)));
        }
        Start::Shipped => (weights::BUILT_IN.to_vec(), shipped),
        Start::File(path) => {
            let bytes = input::bytes(path)?;
            let read = WeightsFile::parse(&bytes).map_err(|error| Failure::of(path, &error, error.hint()))?;
            let manifest = read.manifest().clone();
            if manifest.network != shipped.network {
                return Err(Failure::of(
                    path,
                    "these weights are of another network than the one that is trained",
                    "Start from --init shipped or --init none.",
                ));
            }
            (bytes, manifest)
        }
    };
    output::write(&kept, &bytes)?;
    Ok(Some((kept, manifest)))
}

fn convert(args: &TrainArgs, run: &Path) -> Result<Vec<Entry>, Failure> {
    let (annotations, pictures) = input::labelled(&args.data, args.format, args.images.as_deref())?;
    let patients = args.patients.as_deref().map(|path| {
        let table = input::bytes(path)?;
        Patients::read(&table).map_err(|error| Failure::told(path, error))
    });
    let patients = patients.transpose()?;
    let source = Source {
        annotations: &annotations,
        pictures: &pictures,
        classes: &Classes::new(&args.map, args.classes.iter().copied()),
        patients: patients.as_ref(),
    };
    let bar = progress::images();
    let converted = own::convert(&source, &own::folder(run), |done, all| {
        progress::show(&bar, done, all)
    });
    bar.finish_and_clear();
    let (entries, mut notes) = converted.map_err(refused)?;
    if patients.is_none() && !args.synthetic {
        notes.push("without --patients scans of one patient may lie on both sides of the split: figures may be too good, and count as few".to_owned());
    }
    input::tell(&args.data, notes);
    Ok(entries)
}

fn job(
    args: &TrainArgs,
    run: &Path,
    start: Option<(PathBuf, Manifest)>,
    entries: &[Entry],
) -> Result<Job, Failure> {
    let name = args.name.clone();
    let name = name.unwrap_or_else(|| {
        beside(&args.out, "")
            .to_string_lossy()
            .rsplit(['/', '\\'])
            .next()
            .unwrap_or_default()
            .to_owned()
    });
    let (start, before) = start.map_or((None, Vec::new()), |(path, manifest)| (Some(path), manifest.data));
    let own = DataSource {
        name: "scans of one's own".to_owned(),
        licence: args.licence.clone(),
        attribution: args.attribution.clone(),
    };
    let phantoms = DataSource {
        name: "GroundScope phantoms".to_owned(),
        licence: "MIT OR Apache-2.0".to_owned(),
        attribution: "synthetic scans made by this project".to_owned(),
    };
    let mut data = before;
    data.extend((args.phantoms > 0 && !data.contains(&phantoms)).then_some(phantoms));
    data.push(own);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Job {
        run: run.to_path_buf(),
        label: Label {
            name,
            licence: args.licence.clone(),
            data,
            most: match (args.synthetic, &args.patients) {
                (true, _) => Evidence::Synthetic,
                (false, Some(_)) => Evidence::Real,
                (false, None) => Evidence::Few,
            },
        },
        recipe: Recipe {
            data: own::data(run, entries),
            run: run.to_path_buf(),
            weights: own::weights(run),
            start,
            python: args.python.clone(),
            steps: args.steps,
            seed: args.seed,
            phantoms: args.phantoms,
            threads: args
                .threads
                .unwrap_or_else(|| u32::try_from(cores - 1).unwrap_or(1).max(1)),
            minutes: args.minutes,
            compile: false,
        },
        // Whose folders they are is nobody's business who reads the card.
        settings: settings(args)
            .into_iter()
            .filter(|(name, _)| !["--data", "--images", "--patients"].contains(&name.as_str()))
            .map(|(name, value)| match Path::new(&value).file_name() {
                Some(file) if name == "--init" => (name, file.to_string_lossy().into_owned()),
                _ => (name, value),
            })
            .collect(),
    })
}

fn paused(args: &TrainArgs, run: &Path) -> Outcome {
    let at = own::step(run).map_or_else(String::new, |step| format!(" at step {step} of {}", args.steps));
    Ok(print(&format!(
        "stopped{at}, since the time is up: the same command goes on\n"
    ))?)
}

fn finish(args: &TrainArgs, card: &Path, trained: &Trained) -> Outcome {
    output::write(&args.out, &trained.weights)?;
    output::write(card, trained.card.as_bytes())?;
    let mut text = format!(
        "weights  {}\ncard     {}\nmeasured on {} kept apart:\n",
        printable_path(&args.out),
        printable_path(card),
        counted(trained.measured.scans as u64, "scan", "scans")
    );
    for class in Class::ALL {
        if let Some(evidence) = trained.measured.evidence.get(class.id()) {
            text.push_str(&format!("  {:<32} {}\n", class.name(), printable(&evidence.text)));
        }
    }
    if trained.measured.evidence.is_empty() {
        text.push_str(
            "  nothing: no scan kept apart shows a class of yours, so these weights give no answer; give more scans, of more patients\n",
        );
    }
    text.push_str(&format!(
        "read a scan with them: groundscope read --weights {} SCAN.png\n",
        printable_path(&args.out)
    ));
    Ok(print(&text)?)
}
