import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { LEASE_MS, renewLease, type TakenFeed } from './feed-store.js';

/** Often enough that one renewal may fail. */
const RENEW_MS = LEASE_MS / 4;

interface LeaseEnvironment {
  database: Kysely<Database>;
  clock: () => Date;
  signal?: AbortSignal;
  renewMs?: number;
}

/**
 * Does what needs a feed for itself, and renews its lease meanwhile.
 *
 * @param work ends when its signal says so: it is to end, or the feed belongs to somebody else by now
 */
export async function whileLeased<Result>(
  feed: TakenFeed,
  { database, clock, signal, renewMs = RENEW_MS }: LeaseEnvironment,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  let renewing = Promise.resolve();
  const renew = async (): Promise<void> => {
    try {
      if (!(await renewLease(database, feed, clock()))) lost.abort();
    } catch {
      // While the database is away nobody else can take the feed either.
    }
  };
  const timer = setInterval(() => {
    renewing = renewing.then(renew);
  }, renewMs);
  try {
    return await work(signal ? AbortSignal.any([signal, lost.signal]) : lost.signal);
  } finally {
    clearInterval(timer);
    await renewing;
  }
}
