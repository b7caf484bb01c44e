// Texts of the benchmarks EyeVQA and UltraG-Bench in English.

const points = (value: number): string => value.toFixed(1);
const unit = (value: number): string => value.toFixed(3);

export const benchmark = {
  title: 'Score a benchmark',
  wayIn: 'Score answers to EyeVQA or UltraG-Bench',
  close: 'Close',
  explain:
    'Drop EyeVQA\u2019s questions (JSON) with one or more files of answers (JSON lines), or UltraG-Bench\u2019s records (JSON lines) with their COCO files, one or more files of predictions, and the images if you have them.',
  open: 'Open files',
  openFolder: 'Open a folder',
  clear: 'Start over',
  stays: 'The files stay on this computer: nothing is uploaded.',
  scoring: 'Scoring the files\u2026',
  save: 'Save as JSON',
  files: (names: readonly string[]) => `Scored: ${names.slice(0, 6).join(', ')}${names.length > 6 ? ` and ${names.length - 6} more` : ''}`,
  questions: (n: number) => `${n} questions. What is refused, unreadable or missing scores 0 and stays in the mean.`,
  run: 'Run',
  runs: 'Runs',
  total: 'Total',
  interval: '95 %',
  ofTypes: 'Mean of types',
  type: 'Type',
  scoreName: 'Score',
  refused: 'Refused',
  unreadable: 'Unreadable',
  eyevqaCaption: 'Scores from 0 to 100 by type of question, the best run first',
  cellsOf: (run: string) => `${run}: types by group of diseases`,
  unknownQuestions: (n: number) => `${n} answers are to questions that the file does not have.`,
  testsOf: (run: string) => `${run} against the others`,
  against: 'Difference to',
  testsNote: 'An asterisk marks p under 0.05 after Holm\u2019s correction: McNemar\u2019s test for SC, TF and PL, a paired bootstrap over images for the rest.',
  p: (p: number | null, test: string) => `p ${p === null ? 'unknown' : p.toFixed(4)} (${test.replace('_', ' ')})`,
  significant: 'clear difference',
  ranks: (n: number) => `How the types rank the ${n} runs (Spearman)`,
  score: points,
  share: unit,
  difference: (value: number) => `${value > 0 ? '+' : ''}${points(value)}`,
  between: (low: number, high: number) => `${points(low)} to ${points(high)}`,
  types: {
    SC: 'Single choice', MS: 'Multiple choice, two or more', VS: 'Multiple choice, one or more', TF: 'Yes or no', RK: 'Ranking', PL: 'Point', BB: 'Box',
  } as Readonly<Record<string, string>>,
  groups: {
    DR: 'Diabetic retinopathy', GL: 'Glaucoma', PM: 'Pathological myopia', MD: 'Macular disease', MU: 'Several diseases', OT: 'Other',
  } as Readonly<Record<string, string>>,
  ultragCaption: (profile: string) => `Means over images, 0 to 1; profile ${profile}`,
  tasks: { segmentation: 'Segmentation', vqa: 'Questions', report: 'Report' },
  metrics: {
    iou: 'IoU', dice: 'Dice', answer_accuracy: 'Answer', grounded_accuracy: 'Answer and mask', rouge_l: 'ROUGE-L', sem_acc: 'SemAcc',
    presence: 'Presence', category: 'Category', location: 'Location', size: 'Size',
  },
  failures: (run: string, rate: number | null, failures: Readonly<Record<string, number>>) => {
    const parts = Object.entries(failures).filter(([, n]) => n > 0).map(([name, n]) => `${name.replaceAll('_', ' ')} ${n}`);
    return `${run}: ${rate === null ? 'no' : `${(100 * rate).toFixed(1)} % of`} responses could be read${parts.length > 0 ? `; ${parts.join(', ')}` : ''}.`;
  },
  images: (n: number) => `Images, the worst first (${n})`,
  image: 'Image',
  organ: 'Organ',
  profile: 'Rules',
  coordinates: 'Coordinates',
  values: { strict: 'strict', reference: 'as the public evaluator', unit: '0 to 1', percent: '0 to 100', norm1000: '0 to 1000' },
  picture: (name: string) => `${name} with the masks of reference and prediction`,
  noPicture: (name: string) => `Open ${name} too, and the masks lie over it.`,
  referenceMask: 'reference',
  predictedMask: 'prediction',
  task: 'Task',
  noTask: 'This record has no task.',
  reference: 'Reference',
  noText: '(no text)',
  noMask: 'no mask',
  status: { answered: 'Nothing was said.', missing: 'There is no prediction for this task.', error: 'The model gave an error.', unreadable: 'The response cannot be read.' },
  invalidMask: 'The mask cannot be decoded.',
  caseFigures: (figures: Readonly<Record<string, number | null>>) =>
    Object.entries(figures)
      .filter((entry): entry is [string, number] => entry[1] !== null)
      .map(([name, value]) => `${name.replaceAll('_', ' ')} ${Number.isInteger(value) ? value : unit(value)}`)
      .join(', '),
  tags: {
    empty: 'no pixel where there is a target', shifted: 'shifted', over_segmented: 'far too large', incomplete: 'incomplete', fragmented: 'in fragments',
    wrong_cell: 'in another part of the image', text_without_mask: 'right words without a mask', mask_without_text: 'right mask with wrong words',
    missed_structure: 'a named structure is missed',
  } as Readonly<Record<string, string>>,
};
