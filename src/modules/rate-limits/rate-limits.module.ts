import { Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { SETTINGS, type Settings } from '../../settings.js';
import { type Counter, type CounterOptions, memoryCounter, redisCounter } from './counters.js';
import { RateLimits } from './rate-limits.js';

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
      useFactory: async ({ REDIS_URL }: Settings) => {
        if (!REDIS_URL) return null;
        const { openRedis } = await import('./open-redis.js');
        return openRedis(REDIS_URL, new Logger('Redis'));
      },
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
