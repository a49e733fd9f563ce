import type { FormattedExecutionResult } from '#contract/backend/graphql-result.js';
import { TransportFailure } from '../transport/transport.port.js';
import { GuardedTransport } from './guarded.transport.js';

const REQUEST = { operationName: 'Any', query: 'query Any { __typename }', headers: {} };
const NEVER = new Promise<never>(() => undefined);

describe('a guarded transport', () => {
  let calls: number;
  let send: () => Promise<FormattedExecutionResult>;
  let version: () => Promise<string | undefined>;
  let guarded: GuardedTransport;

  beforeEach(() => {
    calls = 0;
    send = () => Promise.resolve({ data: {} });
    version = () => Promise.resolve('1');
    guarded = new GuardedTransport(
      {
        send: () => {
          calls += 1;
          return send();
        },
        version: () => version(),
        ping: () => NEVER,
      },
      { timeoutMs: 40 },
    );
  });
  afterEach(() => guarded.close());

  const failures: [what: string, failing: () => Promise<FormattedExecutionResult>, opens: boolean][] = [
    ['cannot be reached', () => Promise.reject(new TransportFailure({ kind: 'unreachable', message: '' })), true],
    ['has a gateway without it', () => Promise.reject(serverFailure(502)), true],
    ['says that its database is away', () => Promise.resolve(withCode('SERVICE_UNAVAILABLE')), true],
    ['has a bug in one operation', () => Promise.reject(serverFailure(500)), false],
    ['answers nonsense', () => Promise.reject(new TransportFailure({ kind: 'parse', message: '' })), false],
    ['refuses', () => Promise.resolve(withCode('FORBIDDEN')), false],
  ];
  it.each(failures)('a backend that %s', async (_what, failing, opens) => {
    send = failing;
    for (let each = 0; each < 3; each += 1)
      await guarded.send(REQUEST, new AbortController().signal).catch(() => undefined);
    expect(guarded.isAway).toBe(opens);
  });

  it('counts as unavailable after calls reach the time limit of their callers, and is then not called', async () => {
    send = () => NEVER;
    for (let each = 0; each < 3; each += 1) {
      const limit = new AbortController();
      void guarded.send(REQUEST, limit.signal);
      limit.abort();
    }
    expect(guarded.isAway).toBe(true);
    await expect(guarded.send(REQUEST, new AbortController().signal)).rejects.toMatchObject({
      failure: { kind: 'unreachable' },
    });
    expect(calls).toBe(3);
  });

  it('waits for a version only for a fraction of a page’s time limit', async () => {
    version = () => NEVER;
    await expect(guarded.version('default')).rejects.toBeInstanceOf(TransportFailure);
    version = () => Promise.resolve('2');
    expect(await guarded.version('default')).toBe('2');
  });
});

function withCode(code: string): FormattedExecutionResult {
  return { errors: [{ message: '', extensions: { code } }] };
}

function serverFailure(status: number): TransportFailure {
  return new TransportFailure({ kind: 'server', status, message: '' });
}
