import { endOfDayOf } from '#shared/time-zones/zoned-days.js';

/** When the day ends that it is in a zone. Worked out once a day: it is asked for with every page. */
const ends = new Map<string, { from: number; end: number }>();

/**
 * Until when a page says the truth though no data changes. Pages say time in days of their site's zone ("2 days ago", the year below the
 * page): until the end of today there; or sooner, where the page says so itself (a job that closes). Jobs that expire are taken out by the
 * backend, which is a change of data.
 *
 * @param timeZone of the site
 * @returns milliseconds since 1970
 */
export function validUntil(now: Date, timeZone: string, page: Date | undefined): number {
  const end = endOfToday(now, timeZone);
  return page ? Math.min(end, page.getTime()) : end;
}

function endOfToday(now: Date, timeZone: string): number {
  const time = now.getTime();
  const known = ends.get(timeZone);
  if (known && known.from <= time && time < known.end) return known.end;
  const end = endOfDayOf(now, timeZone).getTime() + 1;
  ends.set(timeZone, { from: time, end });
  return end;
}
