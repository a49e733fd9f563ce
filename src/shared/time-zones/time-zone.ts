const DAY_MS = 86_400_000;

/** The zone of whoever does not say another one. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** @returns the zone of a site that may not say one */
export function timeZoneOf(site: { timeZone?: string | undefined }): string {
  return site.timeZone ?? DEFAULT_TIME_ZONE;
}

/** @returns whether a text names a zone of the IANA database that this process knows, such as `America/Toronto`; an offset is none */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

// Making a formatter costs hundreds of times its use. There are some 400 zones.
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
 * The day that the calendar of a zone shows at an instant.
 *
 * @param timeZone a zone that `isTimeZone` accepts
 * @param instant of the years 1 to 9999
 * @returns such as `2026-11-21`
 */
export function dayIn(timeZone: string, instant: Date): string {
  if (timeZone === 'UTC') return instant.toISOString().slice(0, 10);
  const [month, day, year] = dayFormatter(timeZone).format(instant).split('/');
  return `${year!.padStart(4, '0')}-${month}-${day}`;
}

/** @returns how many days of the calendar lie between two days such as `2026-11-21`; negative where the second is earlier */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}
