const base = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', '^#(contract|shared)/(.*)\\.js$': '<rootDir>/src/$1/$2' },
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
        },
        module: { type: 'es6' },
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/build/'],
};

export default {
  // The first test that needs a database waits until all migrations have run, including the gazetteer.
  testTimeout: 60_000,
  // Many tests wait for a timeout or a process: a third worker uses the CPU meanwhile.
  maxWorkers: 3,
  // The modules of a finished test are never garbage-collected completely, and a large heap slows down all later tests.
  workerIdleMemoryLimit: '1GB',
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
