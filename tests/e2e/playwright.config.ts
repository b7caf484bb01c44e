// How the page is tested in Chromium: the system's browser, never a download; the site as it is served to users.

import { defineConfig } from '@playwright/test';
import { chromiumPath, CPU_FLAGS, WEBGPU_FLAGS } from './support/chromium.ts';

// `cargo xtask test` serves the site and says where; run alone, the tests serve what was built last.
const served = process.env.GROUNDSCOPE_URL;
const url = served ?? 'http://127.0.0.1:4173/';
const target = process.env.CARGO_TARGET_DIR ?? '../../target';

export default defineConfig({
  outputDir: `${target}/test-logs/playwright`,
  // Two cores: two pages at once take two thirds of the time of one after another.
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  // A test that passes only sometimes is a failure to look into, not to repeat.
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: process.env.GROUNDSCOPE_TEST_REPORT ?? `${target}/test-logs/playwright.json` }]],
  ...(served ? {} : { webServer: { command: 'cargo xtask serve --port 4173 --folder dist/site', cwd: '../..', url, reuseExistingServer: true } }),
  use: {
    baseURL: url,
    viewport: { width: 1366, height: 768 },
    serviceWorkers: 'allow',
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: chromiumPath() },
  },
  projects: [
    { name: 'cpu', testMatch: 'page/**/*.spec.ts', use: { launchOptions: { executablePath: chromiumPath(), args: CPU_FLAGS } } },
    {
      name: 'webgpu',
      testMatch: 'webgpu/**/*.spec.ts',
      // The adapter in software takes every core there is.
      workers: 1,
      // The software adapter needs seconds a scan, and more for the first.
      timeout: 600_000,
      use: { launchOptions: { executablePath: chromiumPath(), args: WEBGPU_FLAGS } },
    },
    // What others install, each served or opened as they do: `cargo xtask pkg` makes it.
    { name: 'packed', testMatch: 'packed/**/*.spec.ts', use: { launchOptions: { executablePath: chromiumPath(), args: CPU_FLAGS } } },
    // Pages of others: `cargo xtask soak` builds and runs them.
    { name: 'consumers', testMatch: 'consumers/**/*.spec.ts', use: { launchOptions: { executablePath: chromiumPath(), args: CPU_FLAGS } } },
    // Firefox by WebDriver, Chromium beside it.
    { name: 'firefox', testMatch: 'firefox/**/*.spec.ts', use: { launchOptions: { executablePath: chromiumPath(), args: CPU_FLAGS } } },
    // A day's work in one tab, alone on the machine: what it grows by is measured.
    { name: 'soak', testMatch: 'soak/**/*.spec.ts', workers: 1, timeout: 3_600_000, use: { launchOptions: { executablePath: chromiumPath(), args: CPU_FLAGS } } },
    { name: 'privacy', testMatch: 'privacy/**/*.spec.ts', use: { launchOptions: { executablePath: chromiumPath(), args: CPU_FLAGS } } },
  ],
});
