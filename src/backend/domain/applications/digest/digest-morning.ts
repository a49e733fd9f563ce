import { DIGEST_HOURS } from '#contract/applications/digest.js';
import { dayIn } from '#shared/time-zones/time-zone.js';
import { addDays, instantIn } from '#shared/time-zones/zoned-days.js';

/** The morning of a working day on which digests are sent. */
export interface DigestMorning {
  /** Date in the time zone of the site: `2026-11-26`. */
  day: string;
  /** The Monday of that week: a weekly digest that was sent since then is not sent again. */
  monday: string;
  from: Date;
  until: Date;
}

const SATURDAY = 6;
const SUNDAY = 0;

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
