import { endOfDay, instantIn, startOfDay } from '#shared/time-zones/zoned-days.js';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const EARLIEST = Date.UTC(2000, 0, 1);
const MAX_YEARS_AHEAD = 20;
const DAY_MS = 24 * 3600 * 1000;

/**
 * @param timeZone used if the text contains no zone: a date without a time is the start of the day there
 * @returns undefined if the text is not a date, or the date is implausible
 */
export function readDate(text: string | undefined, now: Date, timeZone: string): Date | undefined {
  const typed = (text ?? '').trim();
  const day = dayOf(typed);
  return ofThisAge(day === undefined ? instantOf(typed, timeZone) : startOfDay(day, timeZone), now);
}

/** Like `readDate`, except that a date without a time is the end of the day. */
export function readClosing(text: string | undefined, now: Date, timeZone: string): Date | undefined {
  const day = dayOf((text ?? '').trim());
  return day === undefined ? readDate(text, now, timeZone) : ofThisAge(endOfDay(day, timeZone), now);
}

function ofThisAge(date: Date | undefined, now: Date): Date | undefined {
  const time = date?.getTime() ?? NaN;
  return time >= EARLIEST && time < now.getTime() + MAX_YEARS_AHEAD * 366 * DAY_MS ? date : undefined;
}

/** @returns a day such as `2026-11-20`; undefined if the text contains a time, or is not a day */
function dayOf(text: string): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return calendarDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const local = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text);
  if (local) {
    const [a, b, year] = [Number(local[1]), Number(local[3]), Number(local[4])];
    // With dots, the day comes first. With slashes, the order is known only if one of the numbers exceeds twelve.
    if (local[2] === '.' || a > 12 || a === b) return calendarDay(year, b, a);
    return b > 12 ? calendarDay(year, a, b) : undefined;
  }
  const named = /^(?:(\d{1,2})\s+)?([a-z]{3})[a-z]*\.?\s+(?:(\d{1,2}),?\s+)?(\d{4})$/i.exec(text);
  const day = named?.[1] ?? named?.[3];
  if (named && day) return calendarDay(Number(named[4]), MONTHS.indexOf(named[2]!.toLowerCase()) + 1, Number(day));
  return undefined;
}

function calendarDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
}

/**
 * Parses ISO 8601, in the time zone if it has no offset, and the format of mail headers, in UTC if it has none: the result does not depend
 * on the machine.
 */
function instantOf(text: string, timeZone: string): Date | undefined {
  if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text)) {
    const joined = text
      .replace(' ', 'T')
      .replace(/\s+/g, '')
      .replace(/UTC$|GMT$/, 'Z')
      .replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
    return /(?:Z|[+-]\d{2}:\d{2})$/i.test(joined) ? new Date(joined) : instantIn(joined, timeZone);
  }
  if (/^(?:[a-z]{3},\s*)?\d{1,2}\s+[a-z]{3}\s+\d{4}\s+\d{2}:\d{2}/i.test(text)) {
    return new Date(/(?:[A-Z]{3}|[+-]\d{4})$/.test(text) ? text : `${text} UTC`);
  }
  return undefined;
}
