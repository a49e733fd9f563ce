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

  it('opens when calls fail one after the other, and not when one succeeds in between', () => {
    fail(2);
    breaker.succeeded();
    fail(2);
    expect(breaker.isOpen).toBe(false);
    fail(1);
    expect([breaker.isOpen, changes]).toEqual([true, ['open']]);
  });

  it('probes until the service answers, then closes, whether anybody calls or not', async () => {
    fail(3);
    await waitFor('it has been probed again', () => probes > 2);
    expect(breaker.isOpen).toBe(true);
    answers = true;
    await waitFor('it is closed', () => !breaker.isOpen);
    expect(changes).toEqual(['open', 'closed']);
  });

  it('gives up a probe that is never answered', async () => {
    const probe = () => {
      probes += 1;
      return new Promise<never>(() => undefined);
    };
    const silent = new CircuitBreaker({ probe, failuresToOpen: 1, probePauseMs: 1, probeTimeoutMs: 1 });
    silent.failed();
    await waitFor('it has been probed again', () => probes > 1);
    silent.close();
  });

  it('probes no more once it is closed for good', async () => {
    breaker.close();
    fail(3);
    await new Promise((resolve) => setImmediate(resolve));
    expect([breaker.isOpen, probes]).toEqual([false, 0]);
  });
});
