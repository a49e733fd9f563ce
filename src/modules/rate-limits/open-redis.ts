import { Redis } from 'ioredis';
import type { LoggerService } from '@nestjs/common';

const CONNECT_MS = 2000;
const COMMAND_MS = 250;
const MAX_PAUSE_MS = 5000;

/** Opens a connection that reconnects automatically. While it is down, commands fail at once instead of being queued. */
export function openRedis(url: string, logger: Pick<LoggerService, 'log' | 'warn'>): Redis {
  const redis = new Redis(url, {
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
