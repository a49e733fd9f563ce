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
