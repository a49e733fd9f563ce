import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { SETTINGS, type Settings } from '../../settings.js';
import { LIMIT_RULES, type LimitedCall, type LimitRule, OTHER_MUTATIONS } from './limit-rules.js';

const PREFIX = 'causeboard:limit';

/** Limits how often a visitor may call operations that can be used for guessing, or that send mails (AUTH-18). */
export class RateLimits {
  private readonly counters = new Map<LimitRule, Counter>();
  private readonly key: string;

  /**
   * @param counter returns the counter with the given name, which all processes share
   * @param secret key of the hash that hides whom a counter belongs to
   */
  constructor(
    private readonly counter: (options: CounterOptions) => Counter,
    secret: string,
  ) {
    this.key = `rate limits ${secret}`;
  }

  /** Whether calls of a field are counted. */
  static counts(field: string, isMutation: boolean): boolean {
    return isMutation || Object.hasOwn(LIMIT_RULES, field);
  }

  /** Counts the call. */
  async use(call: LimitedCall): Promise<LimitOutcome> {
    const used: CountedRule[] = [];
    for (const counted of this.rulesFor(call)) {
      const waitMs = await counted.counter.use(counted.key, counted.points);
      if (waitMs > 0) return { ok: false, retryAfterSeconds: Math.ceil(waitMs / 1000) };
      used.push(counted);
    }
    return {
      ok: true,
      async succeeded() {
        for (const { rule, counter, key } of used) if (rule.forgive) await counter.forgive(key, rule.forgive);
      },
    };
  }

  /** @returns for how many seconds the call would be refused now; 0 if it is allowed. Counts nothing. */
  async wait(call: LimitedCall): Promise<number> {
    for (const { counter, key, points } of this.rulesFor(call)) {
      const waitMs = await counter.wait(key, points);
      if (waitMs > 0) return Math.ceil(waitMs / 1000);
    }
    return 0;
  }

  private rulesFor(call: LimitedCall): CountedRule[] {
    const rules = Object.hasOwn(LIMIT_RULES, call.field) ? LIMIT_RULES[call.field]! : OTHER_MUTATIONS;
    const counted = { ...call, address: addressBlock(call.address) };
    return rules.flatMap((rule) => {
      const text = rule.key(counted);
      if (text === undefined) return [];
      const counter = this.counterOf(rule, rules === OTHER_MUTATIONS ? 'mutation' : call.field);
      return [{ rule, counter, key: this.digest(text), points: rule.cost?.(counted) ?? 1 }];
    });
  }

  private counterOf(rule: LimitRule, field: string): Counter {
    let counter = this.counters.get(rule);
    if (!counter) {
      const { points, seconds } = rule;
      this.counters.set(rule, (counter = this.counter({ name: `${field}:${rule.name}`, points, seconds })));
    }
    return counter;
  }

  private digest(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url').slice(0, 32);
  }
}

const GROUPS = 8;

/** Number of 16-bit groups: a /64, the smallest block that a subscriber gets (RFC 6177). */
const COUNTED_GROUPS = 4;

/** Injection token of `RateLimits`; null if rate limits are disabled. */
export const OPTIONAL_RATE_LIMITS = Symbol('OPTIONAL_RATE_LIMITS');

/** Injection token of the factory of counters, which all processes share if Redis is configured. */
export const MAKE_COUNTER = Symbol('MAKE_COUNTER');
export type MakeCounter = (options: CounterOptions) => Counter;

const REDIS = Symbol('REDIS');

/** Rate limits by called field; limits by address alone are set at the routes (`@RouteConfig({ rateLimit })`). */
@Module({
  providers: [
    {
      provide: REDIS,
      inject: [SETTINGS],
      useFactory: ({ REDIS_URL }: Settings) => (REDIS_URL ? openRedis(REDIS_URL, new Logger('Redis')) : null),
    },
    {
      provide: MAKE_COUNTER,
      inject: [REDIS],
      useFactory: (redis: Redis | null): MakeCounter => {
        const logger = new Logger('RateLimits');
        return (options) =>
          redis ? redisCounter(redis, options, (message) => logger.warn(message)) : memoryCounter(options);
      },
    },
    {
      provide: OPTIONAL_RATE_LIMITS,
      inject: [SETTINGS, MAKE_COUNTER],
      useFactory: ({ RATE_LIMITS, AUTH_SECRET }: Settings, makeCounter: MakeCounter) =>
        RATE_LIMITS ? new RateLimits(makeCounter, AUTH_SECRET[0]!) : null,
    },
  ],
  exports: [MAKE_COUNTER, OPTIONAL_RATE_LIMITS],
})
export class RateLimitsModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis | null) {}

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}

/** `succeeded` must be called after a successful call, such as a login with the right password. */
type LimitOutcome = { ok: true; succeeded: () => Promise<void> } | { ok: false; retryAfterSeconds: number };

/** A rule that applies to a call, and its counter. */
interface CountedRule {
  rule: LimitRule;
  counter: Counter;
  key: string;
  points: number;
}

/**
 * @param address an IP address, with or without a zone
 * @returns the key of a visitor: an IPv4 address, or the /64 prefix of an IPv6 address. Invalid addresses are returned unchanged.
 */
export function addressBlock(address: string): string {
  const plain = address.split('%', 1)[0]!.toLowerCase();
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped && isIPv4(mapped)) return mapped;
  const [head = '', tail] = plain.split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  // An IPv4 address at the end represents two groups, which are not part of a /64 prefix.
  const written = before.length + after.length + (plain.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array<string>(GROUPS - written).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, COUNTED_GROUPS);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Counts calls by key. Never rejects, and never waits for long. */
interface Counter {
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

interface CounterOptions {
  name: string;
  points: number;
  seconds: number;
}

/** A counter in the memory of this process. */
function memoryCounter({ name, points, seconds }: CounterOptions): Counter {
  return counterOf(new RateLimiterMemory({ keyPrefix: `${PREFIX}:${name}`, points, duration: seconds }));
}

/**
 * A counter in Redis, shared by all processes. While Redis is unavailable or does not respond, each process counts separately.
 *
 * @param redis a client without an offline queue, and with a command timeout
 */
function redisCounter(redis: Redis, options: CounterOptions, warn: (message: string) => void): Counter {
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

const CONNECT_MS = 2000;
const COMMAND_MS = 250;
const MAX_PAUSE_MS = 5000;

/**
 * Opens a connection that reconnects automatically. While it is down, commands fail at once instead of being queued. The library is loaded
 * only by sites that use Redis.
 */
async function openRedis(url: string, logger: Logger): Promise<Redis> {
  // In the bundled server, a CommonJS library has no exports but the default one.
  const { default: ioredis } = await import('ioredis');
  const redis = new ioredis.Redis(url, {
    connectionName: 'causeboard',
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 200, MAX_PAUSE_MS),
  });
  let isAway = false;
  redis.on('ready', () => {
    if (isAway) logger.log('Redis is back');
    isAway = false;
  });
  redis.on('error', (error: Error) => {
    if (!isAway) logger.warn(`Redis cannot be reached: each process counts by itself until it can: ${error.message}`);
    isAway = true;
  });
  return redis;
}
