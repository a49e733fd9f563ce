import { DIGEST_HOURS } from '#contract/applications/digest.js';
import { dayIn } from '#shared/time-zones/time-zone.js';
import { addDays, instantIn } from '#shared/time-zones/zoned-days.js';

/** The morning of a working day on which digests are sent, or will be. */
export interface DigestMorning {
  /** In the zone of the site: `2026-11-26`. */
  day: string;
  /** The Monday of its week. Whoever got a weekly digest since gets none. */
  monday: string;
  from: Date;
  until: Date;
}

const SATURDAY = 6;
const SUNDAY = 0;

/** @returns the morning that it is now in a zone, or else the next one; by the calendar, so that a change of the clocks skips and repeats none */
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
  // The time is one of the calendar: it is never undefined.
  return instantIn(`${day}T${String(hour).padStart(2, '0')}:00`, timeZone)!;
}
