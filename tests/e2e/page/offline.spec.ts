// The network is cut once the page has loaded: it goes on working, another scan and a restart of the engine included.

import { bands } from '../support/files.ts';
import { expect, test } from '../support/test.ts';

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

test('another scan, a question and references work without a network', async ({ viewer, page, context }) => {
  await viewer.goto();
  await viewer.readSample();
  await context.setOffline(true);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await viewer.pick(bands(600, 400));
  await expect.poll(() => viewer.scanSize()).toEqual([600, 400]);
  await viewer.read();
  expect((await viewer.ask('Is there subretinal fluid?')).length).toBeGreaterThan(10);
  expect(requests.filter((url) => !url.startsWith('blob:'))).toEqual([]);
});

test('a reading cancelled without a network can be repeated', async ({ viewer, page, context }) => {
  await viewer.goto();
  await viewer.readSample();
  await context.setOffline(true);
  await viewer.pick(bands(700, 500));
  await page.getByTestId('cancel').click();
  await viewer.pick(bands(701, 500));
  await expect.poll(() => viewer.scanSize()).toEqual([701, 500]);
  await viewer.read();
});

test('cut before the weights arrive: said clearly, and well again with the network', async ({ viewer, page }) => {
  await page.route('**/*.safetensors', (route) => route.abort('internetdisconnected'));
  await viewer.goto();
  await page.getByTestId('try-sample').click();
  await viewer.phase('error');
  await expect(viewer.error).toContainText(/could not be loaded/);
  await page.unroute('**/*.safetensors');
  await viewer.pick(bands());
  await viewer.read();
});
