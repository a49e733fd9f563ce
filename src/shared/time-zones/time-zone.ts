const MINUTE_MS = 60_000;

const DAY_MS = 86_400_000;

/** Time zone used if none is set. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** @returns the time zone of a site, or the default if it has none */
export function timeZoneOf(site: { timeZone?: string | undefined }): string {
  return site.timeZone ?? DEFAULT_TIME_ZONE;
}

/** @returns whether a text is the name of an IANA time zone that this runtime supports, such as `America/Toronto`; offsets are not names */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

// Creating a formatter is hundreds of times slower than using it. There are some 400 zones.
const formatters = new Map<string, Intl.DateTimeFormat>();

function dayFormatter(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      timeZone,
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/**
 * Returns the calendar day of an instant in a zone.
 *
 * @param timeZone a zone that `isTimeZone` accepts
 * @param instant in the years 1 to 9999
 * @returns such as `2026-11-21`
 */
export function dayIn(timeZone: string, instant: Date): string {
  if (timeZone === 'UTC') return instant.toISOString().slice(0, 10);
  const [month, day, year] = dayFormatter(timeZone).format(instant).split('/');
  return `${year!.padStart(4, '0')}-${month}-${day}`;
}

/** @returns the number of calendar days between two days such as `2026-11-21`; negative if the second is earlier */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/**
 * Formats the start and end of an appointment, with the name of the time zone, because readers may live in others.
 *
 * @param minutes duration
 * @returns such as `Thursday, December 3, 2026, 2:30 – 3:15 PM (America/Toronto, GMT-5)`
 */
export function slotText(
  start: Date,
  minutes: number,
  { locale, timeZone }: { locale: string; timeZone: string },
): string {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  });
  const range = format.formatRange(start, new Date(start.getTime() + minutes * MINUTE_MS));
  return `${range} (${zoneName(timeZone)}, ${offsetIn(timeZone, start, locale)})`;
}

/** @returns the readable name of a zone, such as `America/New York` */
export function zoneName(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}

/** @returns such as `GMT-5` */
function offsetIn(timeZone: string, instant: Date, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'shortOffset' }).formatToParts(instant);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
}

/** @returns the local time of a zone at an instant, in the format of form fields: `2026-12-03T14:30` */
export function clockTime(instant: Date, timeZone: string): string {
  const format = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const parts = new Intl.DateTimeFormat('en-US', { ...format, hourCycle: 'h23', timeZone }).formatToParts(instant);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}
