//! The reader: weights on a device, scans in, findings out.

use groundscope_imaging::Scan;
use groundscope_ontology::Class;
use serde::Serialize;

use crate::device::OpenDevice;
use crate::weights::{Manifest, Weights};
use crate::{
    DeviceChoice, Finding, Findings, Network, Output, ReadError, SelfCheckReport, postprocess, preprocess,
};

/// What the reader is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Opening the device and putting the weights on it.
    Weights,
    /// A first run, in which a GPU compiles its programs.
    Warmup,
    /// Reading a scan.
    Inference,
}

/// How far a phase has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Progress {
    /// The phase.
    pub phase: Phase,
    /// Part done, 0..=1; 1 is reported exactly once a phase, at its end.
    pub fraction: f32,
}

/// Takes progress reports.
pub type OnProgress<'a> = &'a mut dyn FnMut(Progress);

/// A network ready to read scans.
pub struct Reader {
    network: Network,
    manifest: Manifest,
    device: OpenDevice,
}

impl Reader {
    /// Open the device and put the weights on it.
    ///
    /// # Errors
    ///
    /// Whatever keeps the device from being used; the CPU can always be used.
    pub async fn load(
        weights: Weights,
        choice: DeviceChoice,
        progress: OnProgress<'_>,
    ) -> Result<Self, ReadError> {
        let mut report = |phase, fraction| progress(Progress { phase, fraction });
        report(Phase::Weights, 0.0);
        let device = OpenDevice::open(choice).await?;
        let network = Network::load(&weights, device.burn())?;
        let reader = Self {
            network,
            manifest: weights.manifest().clone(),
            device,
        };
        report(Phase::Weights, 1.0);
        if choice == DeviceChoice::Gpu {
            report(Phase::Warmup, 0.0);
            // The tile of the self-check compiles the same programs as a whole frame and runs much faster.
            let [width, height] = reader.manifest.self_check.half_frame();
            let blank = vec![0.0; 4 * width * height];
            reader
                .run(blank, width, height, &mut |part| {
                    report(Phase::Warmup, part.min(0.99))
                })
                .await?;
            report(Phase::Warmup, 1.0);
        }
        Ok(reader)
    }

    /// The manifest of the weights.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The device that runs the network.
    pub fn device(&self) -> DeviceChoice {
        self.device.choice()
    }

    /// Name of the GPU, as its driver gives it; `None` on the CPU.
    pub fn adapter(&self) -> Option<&str> {
        self.device.adapter()
    }

    /// Run the tile of the weights file and compare with the outputs stored there.
    ///
    /// # Errors
    ///
    /// A device that fails; one that computes wrongly gives a report that does not agree.
    pub async fn self_check(&self) -> Result<SelfCheckReport, ReadError> {
        let check = &self.manifest.self_check;
        let [width, height] = check.half_frame();
        let output = self.network.run(check.input(), width, height, &mut |_| ()).await;
        let output = self.device.check(output)?;
        Ok(SelfCheckReport::compare(
            check,
            &output.map_logits,
            &output.presence_logits,
        ))
    }

    /// Read a scan of any size. A picture that is no B-scan is read as one without answers, see [`Findings::gate`].
    ///
    /// # Errors
    ///
    /// A scan without pixels, a device that fails or returns values that are not finite.
    pub async fn read(&self, scan: &Scan, progress: OnProgress<'_>) -> Result<Findings, ReadError> {
        let mut findings = self.read_any(scan, progress).await?;
        if findings.gate.is_some_and(|gate| !gate.lets_in()) {
            findings.findings = Class::ALL.iter().copied().map(Finding::no_answer).collect();
            findings.retina = None;
        }
        Ok(findings)
    }

    /// Read a picture whatever the gate says of it.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub async fn read_any(&self, scan: &Scan, progress: OnProgress<'_>) -> Result<Findings, ReadError> {
        let mut report = |fraction| {
            progress(Progress {
                phase: Phase::Inference,
                fraction,
            })
        };
        report(0.0);
        let framed = preprocess::prepare(scan, self.manifest.network.frame)?;
        let output = self
            .run(framed.input.clone(), framed.width, framed.height, &mut |part| {
                report(part.min(0.99))
            })
            .await?;
        let findings = postprocess::findings(&self.manifest, &output, &framed.letterbox);
        let gate = postprocess::gate(&self.manifest, &output, &framed.input, &framed.letterbox);
        let retina = postprocess::retina(&self.manifest, &output, &framed.letterbox);
        report(1.0);
        Ok(Findings {
            width: scan.width,
            height: scan.height,
            device: self.device(),
            model: self.manifest.name.clone(),
            gate,
            retina,
            scale: None,
            eye: None,
            findings,
        })
    }

    async fn run(
        &self,
        input: Vec<f32>,
        width: usize,
        height: usize,
        part: &mut dyn FnMut(f32),
    ) -> Result<Output, ReadError> {
        let output = self.network.run(input, width, height, part).await;
        let output = self.device.check(output)?;
        // Wrong numbers without a word are the worst failure.
        let finite = |values: &[f32]| values.iter().all(|value| value.is_finite());
        if finite(&output.map_logits) && finite(&output.presence_logits) {
            return Ok(output);
        }
        Err(ReadError::NotFinite)
    }
}
