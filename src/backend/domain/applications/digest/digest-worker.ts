import type { BackendLogger, BackendSite } from '#contract/backend/backend.js';
import type { Kysely } from 'kysely';
import { observeTask } from '#shared/telemetry/channels.js';
import { timeZoneOf, dayIn } from '#shared/time-zones/time-zone.js';
import { DIGEST_HOURS } from '#contract/applications/digest.js';
import { addDays, instantIn } from '#shared/time-zones/zoned-days.js';
import {
  type BackgroundTask,
  RecurringWork,
  type RoundResult,
} from '../../../platform/background-jobs/recurring-work.js';
import type { Database } from '../../../platform/database/schema.js';
import { FIRST, sendDigests, type Turn } from './send-digests.js';

// The machine's clock may be changed while the worker sleeps.
const MAX_SLEEP_MS = 600_000;
const MIN_SLEEP_MS = 200;
const RETRY_MS = 30_000;
const BUSY_MS = 5000;

export interface DigestWorkerOptions {
  database: Kysely<Database>;
  sites: readonly BackendSite[];
  clock: () => Date;
  logger: BackendLogger;
}

/** By the name of a site: the last day for which this process has found all digests written. */
type FinishedDays = Map<string, string>;

/** The morning of a working day on which digests are sent. */
interface DigestMorning {
  /** Date in the time zone of the site: `2026-11-26`. */
  day: string;
  /** The Monday of that week: a weekly digest that was sent since then is not sent again. */
  monday: string;
  from: Date;
  until: Date;
}

const SATURDAY = 6;
const SUNDAY = 0;

/** Sends digests on the mornings of working days, in the time zone of each site. */
export function startDigestWorker(options: DigestWorkerOptions): BackgroundTask {
  const { logger } = options;
  const finished: FinishedDays = new Map();
  const work: RecurringWork = new RecurringWork({
    shortestMs: MIN_SLEEP_MS,
    longestMs: MAX_SLEEP_MS,
    retryMs: RETRY_MS,
    round: () => runDigests(options, finished, () => work.isStopped),
    onFailure: (error) => logger.error({ error: (error as Error).message }, 'Digests could not be sent'),
  });
  work.wake();
  return work;
}

/** Runs one round: writes the digests of each site on which it is morning. @returns the time until the next round */
export async function runDigests(
  { database, sites, clock, logger }: DigestWorkerOptions,
  finished: FinishedDays = new Map(),
  isStopped: () => boolean = () => false,
): Promise<RoundResult> {
  let nextInMs = Infinity;
  for (const site of sites.filter(({ mail, roles }) => mail && roles?.recruiter !== false)) {
    const timeZone = timeZoneOf(site);
    const morning = digestMorning(clock(), timeZone);
    if (clock() < morning.from || finished.get(site.name) === morning.day) {
      const next = clock() < morning.from ? morning.from : morning.until;
      nextInMs = Math.min(nextInMs, next.getTime() - clock().getTime());
      continue;
    }
    const mails = await sendAll(database, { site: site.name, timeZone, ...morning }, { clock, isStopped });
    if (mails === 'stopped') return { nextInMs: 0 };
    // Another process is sending them.
    if (mails === 'busy') return { nextInMs: BUSY_MS };
    finished.set(site.name, morning.day);
    if (mails > 0) logger.info({ site: site.name, mails }, 'Queued digest emails');
    nextInMs = 0;
  }
  return { nextInMs };
}

/** @returns the number of mails written */
async function sendAll(
  database: Kysely<Database>,
  morning: Omit<Turn, 'after'>,
  { clock, isStopped }: { clock: () => Date; isStopped: () => boolean },
): Promise<number | 'busy' | 'stopped'> {
  let mails = 0;
  for (let after = FIRST; ;) {
    if (isStopped()) return 'stopped';
    const turn = { ...morning, after };
    const sent = await observeTask('digest', 'send', () => sendDigests(database, turn, clock()));
    if (sent === 'busy') return 'busy';
    mails += sent.mails;
    if (sent.last === undefined) return mails;
    after = sent.last;
  }
}

/**
 * @returns the current morning in a time zone, or else the next one; computed by calendar days, so that DST changes skip and repeat none
 */
export function digestMorning(now: Date, timeZone: string): DigestMorning {
  for (let day = dayIn(timeZone, now); ; day = addDays(day, 1)) {
    const weekday = new Date(day).getUTCDay();
    if (weekday === SATURDAY || weekday === SUNDAY) continue;
    const until = atHour(day, DIGEST_HOURS.until, timeZone);
    if (now >= until) continue;
    return { day, monday: addDays(day, 1 - weekday), from: atHour(day, DIGEST_HOURS.from, timeZone), until };
  }
}

function atHour(day: string, hour: number, timeZone: string): Date {
  // The input is a valid calendar time: the result is never undefined.
  return instantIn(`${day}T${String(hour).padStart(2, '0')}:00`, timeZone)!;
}
