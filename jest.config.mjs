export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
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
  testMatch: ['<rootDir>/{src,client,config,test,scripts}/**/*.spec.{ts,tsx,mjs}'],
  modulePathIgnorePatterns: ['<rootDir>/build/'],
  testTimeout: 30_000,
  maxWorkers: 2,
};
