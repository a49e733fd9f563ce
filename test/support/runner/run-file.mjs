// Runs one test file with Jest's functions, in a worker thread of runner.mjs.
import { format } from 'node:util';
import { pathToFileURL } from 'node:url';
import { jestExpect as expect } from '@jest/expect';
import { createEmptyTestResult } from '@jest/test-result';
import { afterAll, afterEach, beforeAll, beforeEach, describe, getState, it, resetState, run, test } from 'jest-circus';
import { formatResultsErrors } from 'jest-message-util';

Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test });

/** @returns the result of the file in Jest's format */
export default async function runFile({ path, config, noStackTrace, testNamePattern, testTimeout }) {
  resetState();
  const state = getState();
  state.testTimeout = testTimeout ?? state.testTimeout;
  if (testNamePattern) state.testNamePattern = new RegExp(testNamePattern, 'i');
  const start = Date.now();
  const strayErrors = [];
  const onStrayError = (error) => strayErrors.push(error);
  process.on('uncaughtException', onStrayError);
  process.on('unhandledRejection', onStrayError);
  try {
    await import(pathToFileURL(path).href);
    const { testResults, unhandledErrors } = await run();
    const results = testResults.map(toAssertionResult);
    const errors = [...unhandledErrors, ...strayErrors.map((error) => format(error))];
    return toFileResult({ path, config, noStackTrace, results, errors, start });
  } finally {
    process.off('uncaughtException', onStrayError);
    process.off('unhandledRejection', onStrayError);
  }
}

function toAssertionResult({ testPath, status, errors, errorsDetailed, duration, invocations, startedAt }) {
  const [, ...titles] = testPath;
  const failed = errors.length > 0;
  return {
    ancestorTitles: titles.slice(0, -1),
    title: titles.at(-1),
    fullName: titles.join(' '),
    status: status === 'skip' ? 'pending' : status === 'todo' ? 'todo' : failed ? 'failed' : 'passed',
    failureMessages: errors,
    failureDetails: errorsDetailed.map((error) => ({ message: String(error?.message ?? error) })),
    duration,
    invocations,
    startAt: startedAt,
    numPassingAsserts: 0,
  };
}

function toFileResult({ path, config, noStackTrace, results, errors, start }) {
  const count = (status) => results.filter((result) => result.status === status).length;
  const end = Date.now();
  const stray = errors.join('\n\n');
  const failures = formatResultsErrors(results, config, { noStackTrace }, path) ?? '';
  return {
    ...createEmptyTestResult(),
    displayName: config.displayName,
    testFilePath: path,
    testResults: results,
    numPassingTests: count('passed'),
    numFailingTests: count('failed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    failureMessage: [failures, stray].filter(Boolean).join('\n\n') || null,
    testExecError: stray ? { message: '', stack: stray } : undefined,
    perfStats: {
      start,
      end,
      runtime: end - start,
      slow: false,
      loadTestEnvironmentStart: start,
      loadTestEnvironmentEnd: start,
    },
  };
}
