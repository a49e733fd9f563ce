import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts calls by key. Never rejects, and never waits for long. */
export interface Counter {
  /**
   * @param points how much of its allowance the call uses; 1 if missing
   * @returns how long until the key may be used again, in milliseconds; 0 if the call is allowed
   */
  use(key: string, points?: number): Promise<number>;
  /** @returns the same result as `use`, without counting the call */
  wait(key: string, points: number): Promise<number>;
  /** Resets the counter of the key, or takes one use back. */
  forgive(key: string, what: 'all' | 'this'): Promise<void>;
}

export interface CounterOptions {
  name: string;
  points: number;
  seconds: number;
}

const PREFIX = 'causeboard:limit';

/** A counter in the memory of this process. */
export function memoryCounter({ name, points, seconds }: CounterOptions): Counter {
  return counterOf(new RateLimiterMemory({ keyPrefix: `${PREFIX}:${name}`, points, duration: seconds }));
}

/**
 * A counter in Redis, shared by all processes. While Redis is unavailable or does not respond, each process counts separately.
 *
 * @param redis a client without an offline queue, and with a command timeout
 */
export function redisCounter(redis: Redis, options: CounterOptions, warn: (message: string) => void): Counter {
  const { name, points, seconds } = options;
  const shared = counterOf(
    new RateLimiterRedis({
      storeClient: redis,
      rejectIfRedisNotReady: true,
      keyPrefix: `${PREFIX}:${name}`,
      points,
      duration: seconds,
    }),
  );
  const own = memoryCounter(options);
  async function withInsurance<T>(ask: (counter: Counter) => Promise<T>): Promise<T> {
    try {
      return await ask(shared);
    } catch (error) {
      if (redis.status === 'ready') {
        warn(`Redis does not answer, limits are counted in this process: ${(error as Error).message}`);
        // Commands fail at once until the connection is re-established.
        redis.disconnect(true);
      }
      return ask(own);
    }
  }
  return {
    use: (key, points) => withInsurance((counter) => counter.use(key, points)),
    wait: (key, points) => withInsurance((counter) => counter.wait(key, points)),
    forgive: (key, what) => withInsurance((counter) => counter.forgive(key, what)),
  };
}

function counterOf(limiter: RateLimiterAbstract): Counter {
  return {
    async use(key, points = 1) {
      try {
        await limiter.consume(key, points);
        return 0;
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, error.msBeforeNext);
        throw error;
      }
    },
    async wait(key, points) {
      const used = await limiter.get(key);
      return used && used.consumedPoints + points > limiter.points ? Math.max(1, used.msBeforeNext) : 0;
    },
    async forgive(key, what) {
      if (what === 'all') await limiter.delete(key);
      else await limiter.reward(key);
    },
  };
}
