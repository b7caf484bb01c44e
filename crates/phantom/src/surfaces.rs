//! Layer surfaces: the boundaries that follow from the thicknesses, in pixels of the scan.

use crate::anatomy::Eye;

/// Boundaries of the layers: one height a column in pixels of the scan (y grows downwards), from the vitreous outwards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surfaces {
    /// Inner limiting membrane.
    pub ilm: Vec<f32>,
    /// Nerve fibre layer to ganglion cells.
    pub nfl: Vec<f32>,
    /// Inner plexiform to inner nuclear layer.
    pub ipl: Vec<f32>,
    /// Inner nuclear to outer plexiform layer.
    pub inl: Vec<f32>,
    /// Outer plexiform to outer nuclear layer.
    pub opl: Vec<f32>,
    /// External limiting membrane.
    pub elm: Vec<f32>,
    /// Upper edge of the ellipsoid zone.
    pub ez_top: Vec<f32>,
    /// Lower edge of the ellipsoid zone.
    pub ez_bottom: Vec<f32>,
    /// Lower end of the photoreceptors; subretinal fluid begins here.
    pub photoreceptors: Vec<f32>,
    /// Lower end of subretinal fluid; deposits and material on the pigment epithelium begin here.
    pub fluid: Vec<f32>,
    /// Upper edge of the retinal pigment epithelium.
    pub rpe_top: Vec<f32>,
    /// Lower edge of the retinal pigment epithelium.
    pub rpe_bottom: Vec<f32>,
    /// Bruch's membrane.
    pub bruch: Vec<f32>,
    /// Choroid to sclera.
    pub choroid: Vec<f32>,
}

impl Surfaces {
    pub(crate) fn of(eye: &Eye) -> Self {
        let l = &eye.layers;
        let mut s = Self::default();
        for x in 0..eye.width {
            let bruch = l.bruch[x];
            let rpe_bottom = bruch - l.sub_rpe[x];
            let rpe_top = rpe_bottom - l.rpe[x];
            let fluid = rpe_top - l.mound[x];
            let photoreceptors = fluid - l.fluid[x];
            let ez_bottom = photoreceptors - l.segments[x];
            let ez_top = ez_bottom - l.ez[x];
            let elm = ez_top - l.myoid[x];
            let opl = elm - l.onl[x];
            let inl = opl - l.opl[x];
            let ipl = inl - l.inl[x];
            let nfl = ipl - l.gcipl[x];
            s.ilm.push(nfl - l.nfl[x]);
            s.nfl.push(nfl);
            s.ipl.push(ipl);
            s.inl.push(inl);
            s.opl.push(opl);
            s.elm.push(elm);
            s.ez_top.push(ez_top);
            s.ez_bottom.push(ez_bottom);
            s.photoreceptors.push(photoreceptors);
            s.fluid.push(fluid);
            s.rpe_top.push(rpe_top);
            s.rpe_bottom.push(rpe_bottom);
            s.bruch.push(bruch);
            s.choroid.push(bruch + l.choroid[x]);
        }
        s
    }

    /// Moves every surface by `dx` columns (repeating the edge value) into a frame of `width` columns, and by `dy` down.
    pub(crate) fn shifted(&self, dx: usize, dy: f32, width: usize) -> Self {
        let mut out = self.clone();
        for surface in out.all_mut() {
            let old = std::mem::take(surface);
            *surface = (0..width)
                .map(|x| {
                    old.get(x.saturating_sub(dx))
                        .or(old.last())
                        .copied()
                        .unwrap_or(0.0)
                        + dy
                })
                .collect();
        }
        out
    }

    fn all_mut(&mut self) -> [&mut Vec<f32>; 14] {
        [
            &mut self.ilm,
            &mut self.nfl,
            &mut self.ipl,
            &mut self.inl,
            &mut self.opl,
            &mut self.elm,
            &mut self.ez_top,
            &mut self.ez_bottom,
            &mut self.photoreceptors,
            &mut self.fluid,
            &mut self.rpe_top,
            &mut self.rpe_bottom,
            &mut self.bruch,
            &mut self.choroid,
        ]
    }
}
