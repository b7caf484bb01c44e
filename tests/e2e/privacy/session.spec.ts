// A full session, with everything but the page's own listed files refused: nothing is asked for, nothing is kept.

import { bands, truncatedPng } from '../support/files.ts';
import { expect, expectNothingLeaks, test } from '../support/privacy.ts';
import { referencesFile } from '../support/references.ts';

test('a full session sends nothing and keeps nothing', async ({ startSession }) => {
  const session = await startSession();
  const { viewer, page } = session;
  await viewer.goto();
  await viewer.readSample();
  await viewer.ask('Is there subretinal fluid?');
  await viewer.ask('Is there a zebra?');
  await viewer.pick(truncatedPng());
  await viewer.phase('error');
  await page.getByTestId('error-dismiss').click();
  await viewer.drop(bands(500, 400, 'patient-name-1970-01-01.png'), 'scan');
  await expect.poll(() => viewer.scanSize()).toEqual([500, 400]);
  await viewer.read();
  await page.getByTestId('references-input').setInputFiles(referencesFile('patient-name-1970-01-01.png', [500, 400], [{ class: 'irf', box: [10, 10, 60, 60] }]));
  await expect(page.getByTestId('score-panel')).toBeVisible();
  for (const panel of ['device-chip', 'shield', 'about']) {
    await page.getByTestId(panel).click();
    await page.keyboard.press('Escape');
  }
  await page.getByTestId('theme').click();
  await viewer.pick(bands(501, 400));
  await page.getByTestId('cancel').click();

  await expectNothingLeaks(session);
  await expect(viewer.shield).toHaveAttribute('data-refused', '0');
  await expect(viewer.shield).toHaveAttribute('data-requests', '0');
  // The check looked at something: the page, its workers, a module and the weights went through.
  const paths = session.gatekeeper.attempts.map(({ target }) => new URL(target).pathname);
  expect(paths).toEqual(expect.arrayContaining([expect.stringMatching(/\.wasm$/), expect.stringMatching(/\.safetensors$/), expect.stringMatching(/reader\.js$/)]));
  // And the name of the scan is in none of it.
  expect(JSON.stringify(session.gatekeeper.attempts)).not.toContain('patient-name');
});

test('with the network cut after loading the page goes on, and asks for nothing', async ({ startSession }) => {
  const session = await startSession();
  const { viewer } = session;
  await viewer.goto();
  await viewer.readSample();
  const before = session.gatekeeper.attempts.length;
  session.gatekeeper.cutNetwork();
  await viewer.pick(bands(640, 300));
  await expect.poll(() => viewer.scanSize()).toEqual([640, 300]);
  await viewer.read();
  expect((await viewer.ask('where is the IRF')).length).toBeGreaterThan(10);
  await expectNothingLeaks(session);
  expect(session.gatekeeper.attempts.length).toBe(before);
});

test('the privacy panel counts what was asked for, and names the policy', async ({ startSession }) => {
  const session = await startSession();
  await session.viewer.goto();
  await session.viewer.readSample();
  await session.viewer.shield.click();
  await expect(session.page.getByTestId('privacy-panel')).toBeVisible();
  await expect(session.viewer.shield).toHaveAttribute('data-requests', /^\d+$/);
  expect(await session.evidenceOfLeaks()).toEqual([]);
});
