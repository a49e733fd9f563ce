import { Deadline } from '#contract/backend/deadline.js';
import type { FormattedExecutionResult } from '#contract/backend/graphql-over-http.js';
import { FacetTermsDocument } from '#contract/generated/operations.js';
import { GraphqlClient } from '../graphql-client.js';
import { TransportFailure } from '../transport/transport.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { GuardedTransport, CircuitBreaker } from './guarded.transport.js';

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

  it('is not called when nothing is left of the time limit of a page, which tells nothing about the backend', async () => {
    const client = new GraphqlClient(guarded, 40);
    const call = { frontend: { site: 'default', locale: 'en' }, deadline: new Deadline(0) };
    for (let each = 0; each < 3; each += 1)
      expect(await client.request(FacetTermsDocument, {}, call)).toMatchObject({ failure: { kind: 'timeout' } });
    expect([calls, guarded.isAway]).toEqual([0, false]);
  });

  const versions: [what: string, answer: () => Promise<string | undefined>][] = [
    ['has none', () => Promise.resolve(undefined)],
    ['is refused by a proxy', () => Promise.reject(new TransportFailure({ kind: 'parse', status: 429, message: '' }))],
  ];
  it.each(versions)('a version that %s says nothing about the calls', async (_what, answer) => {
    send = () => Promise.reject(serverFailure(504));
    version = answer;
    const ask = () => guarded.version('default').catch(() => undefined);
    for (let each = 0; each < 4; each += 1) await ask();
    expect(guarded.isAway).toBe(false);
    for (let each = 0; each < 3; each += 1) {
      await guarded.send(REQUEST, new AbortController().signal).catch(() => undefined);
      await ask();
    }
    expect(guarded.isAway).toBe(true);
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

describe('a circuit breaker', () => {
  let answers: boolean;
  let probes: number;
  let changes: string[];
  let breaker: CircuitBreaker;

  beforeEach(() => {
    answers = false;
    probes = 0;
    changes = [];
    breaker = new CircuitBreaker({
      probe: () => {
        probes += 1;
        return answers ? Promise.resolve() : Promise.reject(new Error('away'));
      },
      onChange: (state) => changes.push(state),
      probePauseMs: 1,
    });
  });
  afterEach(() => breaker.close());

  function fail(times: number): void {
    for (let each = 0; each < times; each += 1) breaker.failed();
  }

  it('opens after consecutive failures, but not if a call succeeds in between', () => {
    fail(2);
    breaker.succeeded();
    fail(2);
    expect(breaker.isOpen).toBe(false);
    fail(1);
    expect([breaker.isOpen, changes]).toEqual([true, ['open']]);
  });

  it('probes until the service responds, then closes, even without calls', async () => {
    fail(3);
    await waitFor('it has been probed again', () => probes > 2);
    expect(breaker.isOpen).toBe(true);
    answers = true;
    await waitFor('it is closed', () => !breaker.isOpen);
    expect(changes).toEqual(['open', 'closed']);
  });

  it('aborts a probe without a response', async () => {
    const probe = () => {
      probes += 1;
      return new Promise<never>(() => undefined);
    };
    const silent = new CircuitBreaker({ probe, failuresToOpen: 1, probePauseMs: 1, probeTimeoutMs: 1 });
    silent.failed();
    await waitFor('it has been probed again', () => probes > 1);
    silent.close();
  });

  it('stops probing after it was shut down', async () => {
    breaker.close();
    fail(3);
    await new Promise((resolve) => setImmediate(resolve));
    expect([breaker.isOpen, probes]).toEqual([false, 0]);
  });
});
