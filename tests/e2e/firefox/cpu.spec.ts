// The page in Firefox, which has no WebGPU here: the CPU reads, and says what it says in Chromium.

import { Firefox } from '../support/firefox.ts';
import { BIOMARKERS } from '../support/reading.ts';
import { expect, test } from '../support/test.ts';

const STATE = "document.querySelector('groundscope-viewer').session.state";

test('the sample is read and asked about as in Chromium', async ({ viewer, baseURL }) => {
  test.setTimeout(300_000);
  const firefox = await Firefox.start();
  try {
    await firefox.goto(baseURL ?? '');
    await firefox.click('try-sample');
    await firefox.wait(`${STATE}.findings`, 180_000);
    const read = await firefox.run<{ device: string; findings: { class: string }[] }>(`return JSON.parse(JSON.stringify(${STATE}.findings))`);
    await firefox.type('ask-input', 'Is there subretinal fluid, and where is the IRF?');
    await firefox.click('ask-button');
    await firefox.wait(`${STATE}.asked.length === 1`, 30_000);
    const answer = await firefox.text('answer');

    await viewer.goto();
    await viewer.readSample();
    expect(read.device).toBe('cpu');
    expect(read.findings.map((finding) => finding.class)).toEqual(expect.arrayContaining([...BIOMARKERS]));
    // The same module computes the same bits, whoever compiles it.
    expect(read).toEqual(await viewer.reading());
    const asked = await viewer.ask('Is there subretinal fluid, and where is the IRF?');
    expect(answer.replace(/\s+/g, ' ').trim()).toBe(asked.replace(/\s+/g, ' ').trim());
  } finally {
    await firefox.stop();
  }
});
