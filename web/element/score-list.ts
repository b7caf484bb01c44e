// Which expert boxes and false boxes a list of scores shows, and in what order.

import type { FalsePositive, ReferenceScore, ScoreView } from '../worker/api.js';
import { PAGE } from './paging.js';

export type Shown = 'all' | 'hit' | 'missed' | 'false';
export type Order = 'worst' | 'file';

export interface ScoreList {
  readonly show: Shown;
  readonly order: Order;
  /** How many rows of each kind are shown at most. */
  readonly rows: number;
}

/** What a list begins with. */
export const START: ScoreList = { show: 'all', order: 'worst', rows: PAGE };

export const SHOWN: readonly Shown[] = ['all', 'hit', 'missed', 'false'];
export const ORDERS: readonly Order[] = ['worst', 'file'];

/** An expert box with its place in the file, by which it is pointed at. */
export interface ListedReference {
  readonly reference: ReferenceScore;
  readonly index: number;
}

export interface Listed {
  readonly references: readonly ListedReference[];
  readonly falses: readonly FalsePositive[];
}

/** What the list shows. The worst is the lowest AggIoU; boxes of equal AggIoU stay in the order of the file. */
export function listed(score: ScoreView, { show, order }: ScoreList): Listed {
  const all = score.references.map((reference, index) => ({ reference, index }));
  const references = all.filter(({ reference }) => show === 'all' || (show !== 'false' && reference.detected === (show === 'hit')));
  if (order === 'worst') references.sort((a, b) => a.reference.agg_iou - b.reference.agg_iou || a.index - b.index);
  return { references, falses: show === 'all' || show === 'false' ? score.false_positives : [] };
}

/** How many there are of each kind. */
export function counted({ total }: ScoreView): Record<Shown, number> {
  return { all: total.tp + total.fn + total.fp, hit: total.tp, missed: total.fn, false: total.fp };
}
