import { endOfDayOf } from '#shared/time-zones/zoned-days.js';
import type { Random } from '../random.js';

const day = 86_400_000;
const minute = 60_000;

export interface AdvertDates {
  publishedAt: Date;
  expiresAt?: Date;
  startsAt: Date;
}

/** @param timeZone of the job's location; a job expires at the end of a day there */
export function chooseDates(now: Date, timeZone: string, random: Random): AdvertDates {
  const fate = random.next();
  const expired = fate < 0.02;
  // Open adverts are mostly recent: the majority was published in the past two weeks.
  const age = expired ? 25 + random.next() * 35 : 60 * random.next() ** 2.3;
  const publishedAt = new Date(Math.floor((now.getTime() - age * day) / minute) * minute);
  const startsAt = new Date(
    Date.UTC(publishedAt.getUTCFullYear(), publishedAt.getUTCMonth() + random.integer(2, 4), 1),
  );
  if (expired) return { publishedAt, startsAt, expiresAt: new Date(now.getTime() - (1 + random.next() * 4) * day) };
  if (fate < 0.17) return { publishedAt, startsAt };
  const earliest = Math.max(20, Math.ceil(age) + 1);
  const lifetime = earliest + random.next() ** 1.4 * (90 - earliest);
  return { publishedAt, startsAt, expiresAt: endOfDayOf(new Date(publishedAt.getTime() + lifetime * day), timeZone) };
}
