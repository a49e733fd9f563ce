const base = {
  runner: '<rootDir>/test/support/runner/runner.mjs',
  // `test/support/runner/sources.mjs` compiles the sources.
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/build/'],
};

export default {
  // The first test that needs a database waits until all migrations have run, including the gazetteer.
  testTimeout: 60_000,
  // Many tests wait for a timeout or a process: a third worker uses the CPU meanwhile.
  maxWorkers: 3,
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{src,client,config,demo}/**/*.spec.{ts,tsx}',
        '<rootDir>/test/{bench,mutations}/**/*.spec.mjs',
      ],
    },
    {
      ...base,
      displayName: 'product',
      testMatch: ['<rootDir>/test/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/support/jest-setup.mjs',
      globalTeardown: '<rootDir>/test/support/jest-teardown.mjs',
    },
  ],
};
