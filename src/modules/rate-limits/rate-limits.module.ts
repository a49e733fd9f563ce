import { Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { SETTINGS, type Settings } from '../../settings.js';
import { memoryCounter, redisCounter } from './counters.js';
import { RateLimits } from './rate-limits.js';

/** `RateLimits`, or null where they are off. */
export const OPTIONAL_RATE_LIMITS = Symbol('OPTIONAL_RATE_LIMITS');

const REDIS = Symbol('REDIS');

/** Limits by what is called; those by address alone stand at the routes (`@RouteConfig({ rateLimit })`). */
@Module({
  providers: [
    {
      provide: REDIS,
      inject: [SETTINGS],
      useFactory: async ({ RATE_LIMITS, REDIS_URL }: Settings) => {
        if (!RATE_LIMITS || !REDIS_URL) return null;
        const { openRedis } = await import('./open-redis.js');
        return openRedis(REDIS_URL, new Logger('Redis'));
      },
    },
    {
      provide: OPTIONAL_RATE_LIMITS,
      inject: [SETTINGS, REDIS],
      useFactory: ({ RATE_LIMITS, AUTH_SECRET }: Settings, redis: Redis | null) => {
        if (!RATE_LIMITS) return null;
        const logger = new Logger('RateLimits');
        return new RateLimits(
          (options) =>
            redis ? redisCounter(redis, options, (message) => logger.warn(message)) : memoryCounter(options),
          AUTH_SECRET[0]!,
        );
      },
    },
  ],
  exports: [OPTIONAL_RATE_LIMITS],
})
export class RateLimitsModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis | null) {}

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}
