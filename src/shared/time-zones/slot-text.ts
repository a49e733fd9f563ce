const MINUTE_MS = 60_000;

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
