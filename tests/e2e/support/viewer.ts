// The page as a user handles it: what can be done, and what can be seen. Handles are those of web/app/README.md.

import { expect, type Locator, type Page } from '@playwright/test';
import type { TestFile } from './files.ts';
import type { Reading } from './references.ts';

/** Where the site keeps its sample. */
export const SAMPLE = 'sample.png';

export type Phase = 'starting' | 'idle' | 'reading' | 'ready' | 'error';

/** One row of the findings as the page shows it. */
export interface Row {
  class: string;
  verdict: string;
  present: string;
  text: string;
}

export class Viewer {
  readonly status: Locator;
  readonly scan: Locator;
  readonly evidence: Locator;
  readonly regions: Locator;
  readonly rows: Locator;
  readonly answer: Locator;
  readonly error: Locator;
  readonly chip: Locator;
  readonly shield: Locator;

  constructor(readonly page: Page) {
    this.status = page.getByTestId('status');
    this.scan = page.getByTestId('scan');
    this.evidence = page.getByTestId('evidence');
    this.regions = page.getByTestId(/^region-/);
    this.rows = page.getByTestId(/^finding-/);
    this.answer = page.getByTestId('answer');
    this.error = page.getByTestId('error');
    this.chip = page.getByTestId('device-chip');
    this.shield = page.getByTestId('shield');
  }

  /** Opens the page and waits until it takes scans. */
  async goto(): Promise<void> {
    await this.page.goto('/');
    await expect(this.page.getByTestId('try-sample')).toBeVisible();
  }

  async phase(...phases: Phase[]): Promise<void> {
    await expect(this.status).toHaveAttribute('data-phase', new RegExp(`^(${phases.join('|')})$`), { timeout: 400_000 });
  }

  /** Reads the built-in sample to the end. */
  async readSample(): Promise<void> {
    await this.page.getByTestId('try-sample').click();
    await this.read();
  }

  /** Picks a file as the file dialogue would, without waiting for the reading. */
  async pick(file: TestFile | string): Promise<void> {
    await this.page.getByTestId('file-input').setInputFiles(file);
  }

  /** Waits for the end of a reading that began. */
  async read(): Promise<void> {
    await this.phase('ready');
    await expect(this.scan).toBeVisible();
    await expect(this.page.getByTestId('summary')).not.toBeEmpty();
  }

  /** Drops a file on the page. */
  async drop(file: TestFile, on = 'drop-area'): Promise<void> {
    await this.transfer(file, on, ['dragenter', 'dragover', 'drop']);
  }

  /** Pastes a file from the clipboard. */
  async paste(file: TestFile): Promise<void> {
    const transfer = await this.dataTransfer(file);
    await this.page.evaluate((data) => {
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true, composed: true }));
    }, transfer);
  }

  async ask(question: string): Promise<string> {
    await this.page.getByTestId('ask-input').fill(question);
    await this.page.getByTestId('ask-button').click();
    await expect(this.answer).toBeVisible();
    return (await this.answer.textContent()) ?? '';
  }

  row(name: string): Locator {
    return this.page.getByTestId(`finding-${name}`);
  }

  /** The rows in the order shown, those in the folded group too. */
  async findings(): Promise<Row[]> {
    return this.rows.evaluateAll((rows) =>
      rows.map((row) => ({
        class: (row.getAttribute('data-testid') ?? '').replace('finding-', ''),
        verdict: row.getAttribute('data-verdict') ?? '',
        present: row.getAttribute('data-present') ?? '',
        text: (row.textContent ?? '').replace(/\s+/g, ' ').trim(),
      })),
    );
  }

  /** Ids of the regions drawn, in the order drawn. */
  async regionIds(): Promise<string[]> {
    return this.regions.evaluateAll((regions) => regions.map((region) => (region.getAttribute('data-testid') ?? '').replace('region-', '')));
  }

  /** The scan's own width and height. */
  async scanSize(): Promise<[number, number]> {
    return this.scan.evaluate((canvas) => [(canvas as HTMLCanvasElement).width, (canvas as HTMLCanvasElement).height]);
  }

  /** What the page read, as its element tells it. */
  async reading(): Promise<Reading> {
    return this.page.evaluate(() => {
      const viewer = document.querySelector('groundscope-viewer') as unknown as { session: { state: { findings: Reading } } };
      return viewer.session.state.findings;
    });
  }

  /** The name of the open scan. */
  async scanName(): Promise<string> {
    return this.page.evaluate(() => (document.querySelector('groundscope-viewer') as unknown as { session: { state: { name: string } } }).session.state.name);
  }

  /** The bytes of the built-in sample. */
  async sampleFile(): Promise<Buffer> {
    return (await this.page.request.get(SAMPLE)).body();
  }

  private async transfer(file: TestFile, on: string, events: string[]): Promise<void> {
    const dataTransfer = await this.dataTransfer(file);
    for (const event of events) {
      await this.page.getByTestId(on).dispatchEvent(event, { dataTransfer });
    }
  }

  private dataTransfer(file: TestFile) {
    return this.page.evaluateHandle(
      ([name, type, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], name, { type }));
        return data;
      },
      [file.name, file.mimeType, file.buffer.toString('base64')] as const,
    );
  }
}
