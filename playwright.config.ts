import { defineConfig } from '@playwright/test';

const root = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/support/playwright-setup.ts',
  outputDir: 'test-results/playwright',
  fullyParallel: true,
  workers: 2,
  // Some tests buy, write or apply through many pages; a machine that is shared needs long for each, and for each answer.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // A race must not stop a landing; `npm test` names what needed it, so that it is mended.
  retries: process.env.CI ? 1 : 0,
  reporter: [['dot'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    // Tests get an empty context, but its page and the process behind it remain: in a new process, the first page takes
    // three times as much processor time.
    reuseContext: true,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
      args: [
        ...(root ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // Otherwise, a reused page changes to a new process with the first address of each test.
        '--renderer-process-limit=1',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
});
