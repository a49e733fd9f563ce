import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { dayIn } from './time-zone.js';

const DAY_MS = 86_400_000;

// For the server only: browsers should not have to load the time zone library.

// An import uses the same few hundred days over and over.
const starts = new LRUCache<string, number>({ max: 5000 });

/**
 * Returns the first instant of a day in a zone. It is not always midnight, which some zones skip when clocks go forward; when clocks go
 * back over midnight, it is the first of the two.
 *
 * @param day an existing day such as `2026-11-21`
 */
export function startOfDay(day: string, timeZone: string): Date {
  const key = `${timeZone} ${day}`;
  let start = starts.get(key);
  if (start === undefined) {
    start = Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
    starts.set(key, start);
  }
  return new Date(start);
}

/** Returns the last millisecond of a day in a zone: a deadline on a day includes the whole day. */
export function endOfDay(day: string, timeZone: string): Date {
  return new Date(startOfDay(addDays(day, 1), timeZone).getTime() - 1);
}

/**
 * Converts a local time in a zone to an instant.
 *
 * @param time such as `2026-11-21T14:30`, optionally with seconds and fractions. A skipped time is moved forward by the length of the gap;
 *   of a repeated time, the first instant is used
 * @returns undefined for an invalid time
 */
export function instantIn(time: string, timeZone: string): Date | undefined {
  try {
    return new Date(Temporal.PlainDateTime.from(time).toZonedDateTime(timeZone).epochMilliseconds);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @returns the day that is `count` calendar days later */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** @returns the end of the local day that contains an instant; with `days`, of the day that many days later */
export function endOfDayOf(instant: Date, timeZone: string, days = 0): Date {
  return endOfDay(addDays(dayIn(timeZone, instant), days), timeZone);
}
