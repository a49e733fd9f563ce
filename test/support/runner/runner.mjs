// Runs test files for Jest in worker threads. The files that run in a thread share its modules: Jest's own runner gives each file a copy of
// every module that it imports, and loading the backend again for each of several hundred files took half of their time. So a test that
// changes a module or a global object must restore it.
import { Piscina } from 'piscina';

export default class SharedModulesRunner {
  #globalConfig;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  /** Called by Jest, which passes the files to run, and callbacks. */
  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const { maxWorkers, noStackTrace, testNamePattern, testTimeout } = this.#globalConfig;
    const threads = Math.min(maxWorkers, tests.length);
    const pool = new Piscina({
      filename: new URL('./run-file.mjs', import.meta.url).href,
      execArgv: ['--no-warnings', '--enable-source-maps', '--import', new URL('./sources.mjs', import.meta.url).href],
      minThreads: threads,
      maxThreads: threads,
      // Otherwise a thread that waits for its next file would also stop whatever the last one has not ended yet.
      atomics: 'disabled',
    });
    const runNext = async (remaining) => {
      for (const test of remaining) {
        if (watcher.isInterrupted()) return;
        const { rootDir, testMatch, displayName } = test.context.config;
        const config = { rootDir, testMatch, displayName };
        await onStart(test);
        try {
          const options = { path: test.path, config, noStackTrace, testNamePattern, testTimeout };
          await onResult(test, await pool.run(options));
        } catch (error) {
          await onFailure(test, error);
        }
      }
    };
    const remaining = tests.values();
    await Promise.all(Array.from({ length: threads }, () => runNext(remaining)));
    await pool.destroy();
  }
}
