import { Counter, Histogram, type Registry } from 'prom-client';
import { knownOperations } from '#contract/backend/graphql-over-http.js';
import {
  type BackgroundTask,
  backgroundTasks,
  type FileStoreCall,
  fileStoreCalls,
  type GraphqlCall,
  graphqlCalls,
  type SearchRun,
  searchRuns,
} from '#shared/telemetry/channels.js';
import { DURATION_BUCKETS, OTHER } from './http-metrics.js';

/** Outcome label of a call that threw an exception, which is a bug. */
const BROKEN = 'broken';
/** Histogram buckets in seconds. Reading a feed may take minutes. */
const TASK_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300];

/** Measures GraphQL operations, searches, requests to the file store and background tasks. @returns a function that stops measuring */
export function measureWork(registry: Registry): () => void {
  const ends = [
    measureGraphql(registry),
    measureSearches(registry),
    measureFileStore(registry),
    measureTasks(registry),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function measureGraphql(registry: Registry): () => void {
  const registers = [registry];
  const total = new Counter({
    name: 'causeboard_graphql_operations_total',
    help: 'Operations that were asked of the backend, by name and outcome: ok, or the kind of the failure.',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'causeboard_graphql_operation_duration_seconds',
    help: 'How long the backend took to answer an operation, by name.',
    labelNames: ['operation'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const asyncEnd = ({ operationName, outcome = BROKEN, startedAt }: GraphqlCall): void => {
    // In development, and in a standalone backend, clients may send any operation, with any name.
    const operation = knownOperations.has(operationName) ? operationName : OTHER;
    total.inc({ operation, outcome });
    durations.observe({ operation }, (performance.now() - startedAt) / 1000);
  };
  const listeners = { ...SILENT, asyncEnd };
  graphqlCalls.subscribe(listeners);
  return () => graphqlCalls.unsubscribe(listeners);
}

function measureSearches(registry: Registry): () => void {
  const durations = new Histogram({
    name: 'causeboard_search_duration_seconds',
    help: 'Searches that no cache has answered, by index and by the engine that did: memory or postgres.',
    labelNames: ['index', 'engine'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'causeboard_search_failures_total',
    help: 'Searches that no engine could answer, by index.',
    labelNames: ['index'],
    registers: [registry],
  });
  const asyncEnd = ({ index, engine, startedAt }: SearchRun): void => {
    if (engine) durations.observe({ index, engine }, (performance.now() - startedAt) / 1000);
    else failures.inc({ index });
  };
  const listeners = { ...SILENT, asyncEnd };
  searchRuns.subscribe(listeners);
  return () => searchRuns.unsubscribe(listeners);
}

function measureFileStore(registry: Registry): () => void {
  const registers = [registry];
  const total = new Counter({
    name: 'causeboard_file_store_requests_total',
    help: 'Requests to the object storage for files, by operation and outcome: ok, missing, unreachable or refused.',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'causeboard_file_store_request_duration_seconds',
    help: 'How long the object storage for files took until it began to answer, by operation.',
    labelNames: ['operation'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const asyncEnd = ({ operation, outcome = BROKEN, startedAt }: FileStoreCall): void => {
    total.inc({ operation, outcome });
    durations.observe({ operation }, (performance.now() - startedAt) / 1000);
  };
  const listeners = { ...SILENT, asyncEnd };
  fileStoreCalls.subscribe(listeners);
  return () => fileStoreCalls.unsubscribe(listeners);
}

function measureTasks(registry: Registry): () => void {
  const registers = [registry];
  const total = new Counter({
    name: 'causeboard_background_tasks_total',
    help: 'Background tasks that this process has done, by kind, task and outcome: ok, failed, put_off, given_up, dropped or busy.',
    labelNames: ['kind', 'task', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'causeboard_background_task_duration_seconds',
    help: 'How long background tasks took, by kind.',
    labelNames: ['kind'],
    buckets: TASK_BUCKETS,
    registers,
  });
  const asyncEnd = (task: BackgroundTask & { error?: unknown }): void => {
    const { kind, name, outcome = 'ok', startedAt } = task;
    total.inc({ kind, task: name, outcome: 'error' in task ? 'failed' : outcome });
    durations.observe({ kind }, (performance.now() - startedAt) / 1000);
  };
  const listeners = { ...SILENT, asyncEnd };
  backgroundTasks.subscribe(listeners);
  return () => backgroundTasks.unsubscribe(listeners);
}

const ignore = (): void => undefined;
/** A tracing channel requires subscribers for all of its phases. */
const SILENT = { start: ignore, end: ignore, asyncStart: ignore, error: ignore };
