// EyeVQA and UltraG-Bench in the tab: files dropped together become tables, and images with their masks.

import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../support/axe.ts';
import { bands, type TestFile } from '../support/files.ts';
import { expect, test } from '../support/test.ts';

const file = (name: string, text: string): TestFile => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const TYPES = [['judgement', 'Yes', 'No'], ['single_choice', 'B', 'C'], ['bounding_box', '[0,0,0.5,0.5]', '[0,0,0.5,0.25]'], ['ranking', 'A,B,C,D', 'DCBA']] as const;

function eyevqa(): TestFile[] {
  const all = Array.from({ length: 40 }, (_, n) => ({ id: `q${n}`, type: TYPES[n % 4] as (typeof TYPES)[number], image: `i${n >> 1}.jpg` }));
  const questions = all.map(({ id, type, image }) => ({ question_id: id, question_type: type[0], answer: type[1], image, question: '<image> ?', disease_category: 'glaucoma' }));
  const run = (right: number) => lines(all.map(({ id, type }, n) => ({ question_id: id, response: n % 10 < right ? type[1] : type[2] })));
  return [file('questions.json', JSON.stringify(questions)), file('good.jsonl', run(9)), file('fair.jsonl', run(6)), file('poor.jsonl', run(2))];
}

/** Two images with a square each; one run has it right, the other moved. */
function ultrag(): { files: TestFile[]; picture: TestFile } {
  const [width, height] = [120, 80];
  const ids = [1, 2];
  const box = (id: number) => [10 * id, 20, 30, 30] as const;
  const coco = {
    images: ids.map((id) => ({ id, file_name: `scan_${id}.png`, width, height })),
    categories: [{ id: 1, name: 'kidney' }],
    annotations: ids.map((id) => {
      const [x, y, w, h] = box(id);
      return { id, image_id: id, category_id: 1, bbox: [x, y, w, h], area: w * h, segmentation: [[x, y, x + w, y, x + w, y + h, x, y + h]] };
    }),
  };
  const mask = (id: number) => [`Set_test_img${id}_ann${id}`];
  const records = ids.map((id) => ({
    sample_id: `Set_test_${id}`, dataset: 'Set', split: 'test', image: { file_name: `scan_${id}.png`, width, height, organ: 'kidney' }, masks: [],
    annotation: {
      segmentation_tasks: [{ task_id: `Set_test_${id}_seg_1`, instruction: 'Segment the kidney.', answer: 'The region is [SEG] kidney.', target_mask_ids: mask(id) }],
      grounded_vqa: [{ qa_id: `Set_test_${id}_vqa_1`, question: 'Is a kidney visible?', answer: 'Yes, a kidney is visible.', answer_type: 'yes_no', requires_grounding: true, evidence_mask_ids: mask(id) }],
      grounded_report: { sentences: [
        { section: 'Findings', text: '1 visible kidney target.', evidence_mask_ids: mask(id), finding_type: 'organ_presence' },
        { section: 'Impression', text: 'Kidney target for segmentation.', evidence_mask_ids: [], finding_type: 'segmentation_impression' },
      ] },
    },
  }));
  const run = (moved: number) => lines(ids.flatMap((id) => {
    const [x, y, w, h] = box(id);
    const at = [x + moved * (id - 1), y, w, h];
    return [
      { sample_id: `Set_test_${id}_seg_1`, task: 'segmentation', response: JSON.stringify({ answer: '[SEG]', predicted_mask: at }) },
      { sample_id: `Set_test_${id}_vqa_1`, task: 'vqa', response: JSON.stringify({ answer: 'Yes.', predicted_mask: at }) },
      { sample_id: `Set_test_${id}`, task: 'report', prediction: { report: [{ section: 'Findings', text: 'A kidney is visible.', predicted_mask: at }] } },
    ];
  }));
  return {
    files: [file('records.jsonl', lines(records)), file('_annotations.coco.json', JSON.stringify(coco)), file('exact.jsonl', run(0)), file('moved.jsonl', run(40))],
    picture: { ...bands(width, height, 'scan_2.png') },
  };
}

test('questions and answers of EyeVQA become tables, runs side by side', async ({ viewer, page }) => {
  await viewer.goto();
  await page.getByTestId('file-input').setInputFiles(eyevqa());
  const runs = page.getByTestId('eyevqa-runs');
  await expect(runs).toBeVisible();
  await expect(runs.getByRole('row')).toHaveCount(4);
  await expect(page.getByTestId('eyevqa-total').first()).not.toHaveText('\u2013');
  const totals = await page.getByTestId('eyevqa-total').allTextContents();
  expect(totals.map(Number)).toEqual([...totals.map(Number)].sort((a, b) => b - a));
  await expect(page.getByTestId('eyevqa-tests')).toContainText('*');
  await expect(page.getByTestId('eyevqa-ranks')).toBeVisible();
  await runs.getByRole('button', { name: 'poor' }).click();
  await expect(page.getByRole('heading', { name: /^poor: types/ })).toBeVisible();
  await expectAccessible(page, 'EyeVQA is scored');
  const download = page.waitForEvent('download');
  await page.getByTestId('benchmark-save').click();
  const saved: unknown = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(saved).toMatchObject({ kind: 'eyevqa', questions: 40 });
  await page.getByTestId('benchmark-close').click();
  await expect(page.getByTestId('benchmark-dialog')).toBeHidden();
  await expect(page.getByTestId('drop-area')).toBeVisible();
});

test('masks of UltraG-Bench lie over the image, each sentence leads to its own', async ({ viewer, page }) => {
  const { files, picture } = ultrag();
  await viewer.goto();
  await page.getByTestId('open-benchmark').click();
  await page.getByTestId('benchmark-input').setInputFiles(files);
  await expect(page.getByTestId('ultrag-runs')).toContainText('1.000');
  await expect(page.getByTestId('benchmark-image')).toHaveCount(2);
  await expect(page.getByTestId('no-picture')).toContainText('Open scan_');
  await page.getByTestId('benchmark-input').setInputFiles(picture);
  await page.getByRole('button', { name: 'scan_2.png' }).click();
  await expect(page.getByTestId('no-picture')).toHaveCount(0);
  await expect(page.getByTestId('case-picture').locator('image')).toHaveAttribute('href', /^blob:/);
  await expect(page.getByTestId('case-reference')).toHaveAttribute('d', 'M20 20L50 20L50 50L20 50Z');
  await expect(page.getByTestId('case-predicted')).toHaveAttribute('d', 'M20 20L50 20L50 50L20 50Z');
  await page.getByTestId('case-run').selectOption('moved');
  await expect(page.getByTestId('case-predicted')).toHaveAttribute('d', 'M60 20L90 20L90 50L60 50Z');
  await expect(page.getByTestId('case-tags')).toContainText('shifted');
  await page.getByTestId('case-task').selectOption({ index: 2 });
  await page.getByTestId('sentence-reference-1').click();
  await expect(page.getByTestId('case-reference')).toHaveAttribute('d', '');
  await page.getByTestId('sentence-run-0').click();
  await expect(page.getByTestId('sentence-run-0')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByTestId('case-predicted')).toHaveAttribute('d', 'M60 20L90 20L90 50L60 50Z');
  await expectAccessible(page, 'UltraG-Bench is scored');
  await page.getByTestId('benchmark-profile').selectOption({ index: 1 });
  await expect(page.getByTestId('ultrag-runs')).toContainText('reference');
});

test('what is missing is said, and starting over forgets everything', async ({ viewer, page }) => {
  await viewer.goto();
  await page.getByTestId('language').selectOption('de');
  await page.getByTestId('file-input').setInputFiles(ultrag().files.slice(0, 1));
  await expect(page.getByTestId('benchmark-error')).toContainText('lassen sich nicht auswerten');
  await page.getByTestId('benchmark-clear').click();
  await expect(page.getByTestId('benchmark-error')).toHaveCount(0);
  await page.getByTestId('benchmark-input').setInputFiles(ultrag().files);
  await expect(page.getByTestId('ultrag-runs')).toContainText('1,000');
  await expect(page.getByTestId('ultrag-failures').first()).toContainText('lesbar');
});
