import { waitFor } from '../../../../test/support/wait-for.js';
import { CircuitBreaker } from './circuit-breaker.js';

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
