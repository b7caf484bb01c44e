// How a class is drawn: the colour says how deep it lies, the dash says which class it is.

/** Depth groups as in the ontology, from the vitreous outwards. */
export type DepthGroup = "vitreous" | "inner_retina" | "photoreceptors" | "rpe_and_below";

/** One line pattern: `stroke-dasharray` in screen pixels, and whether its ends are round (dots). */
export interface Dash {
  readonly array: string;
  readonly round: boolean;
}

const SOLID: Dash = { array: "none", round: false };
const DASHED: Dash = { array: "7 4", round: false };
const DOTTED: Dash = { array: "0.1 4.5", round: true };
const DASH_DOT: Dash = { array: "9 4.5 0.1 4.5", round: true };
const DASH_DOT_DOT: Dash = { array: "9 4.5 0.1 4.5 0.1 4.5", round: true };

/** Inside a group every class has a dash of its own. */
const DASH_OF: Readonly<Record<string, Dash>> = {
  erm: SOLID,
  vmt: DASHED,
  macular_hole: DOTTED,
  lamellar_hole: DASH_DOT,
  vitreous_detachment: DASH_DOT_DOT,
  irf: SOLID,
  hard_exudates: DASHED,
  hrf: DOTTED,
  srf: SOLID,
  ez_disruption: DASHED,
  sdd: DOTTED,
  shrm: DASH_DOT,
  drusen: SOLID,
  ped: DASHED,
  rpe_loss: DOTTED,
  fibrosis: DASH_DOT,
  cnvm: DASH_DOT_DOT,
  excavation: { array: "16 6", round: false },
};

/** The dash of a class; a class this page does not know yet is drawn solid. */
export function dashOf(classId: string): Dash {
  return DASH_OF[classId] ?? SOLID;
}

const GROUPS: ReadonlySet<string> = new Set([
  "vitreous",
  "inner_retina",
  "photoreceptors",
  "rpe_and_below",
]);

/** The style class that carries a group's hue (`tokens.ts` has the values). */
export function hueClass(group: string): string {
  return GROUPS.has(group) ? `hue-${group}` : "hue-other";
}
