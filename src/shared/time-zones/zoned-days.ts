import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { dayIn } from './time-zone.js';

const DAY_MS = 86_400_000;

// For the server only: browsers need not load what knows how zones change their clocks.

// An import asks for the same few hundred days over and over.
const starts = new LRUCache<string, number>({ max: 5000 });

/**
 * The first instant of a day in a zone. That is not always midnight, which some zones skip when they put their clocks forward, and the
 * first of two midnights where they put them back over it.
 *
 * @param day such as `2026-11-21`, a day that exists
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

/** The last millisecond of a day in a zone: what ends on a day is open all of it. */
export function endOfDay(day: string, timeZone: string): Date {
  return new Date(startOfDay(addDays(day, 1), timeZone).getTime() - 1);
}

/**
 * The instant at which the clocks of a zone show a time.
 *
 * @param time such as `2026-11-21T14:30`, to the second or its parts. One that the clocks skip is as much later; of two, it is the first
 * @returns undefined for what is no time of the calendar
 */
export function instantIn(time: string, timeZone: string): Date | undefined {
  try {
    return new Date(Temporal.PlainDateTime.from(time).toZonedDateTime(timeZone).epochMilliseconds);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @returns a day so many days of the calendar later */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** @returns the end of the day, in a zone, on which an instant lies; with `days`, of one so many days later */
export function endOfDayOf(instant: Date, timeZone: string, days = 0): Date {
  return endOfDay(addDays(dayIn(timeZone, instant), days), timeZone);
}
