const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const DAY_MS = 86_400_000;

/** @param text `2026-11-21` @returns its beginning in UTC; undefined for what is no day */
export function dayOf(text: string): Date | undefined {
  if (!DAY.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  // The 31st of a shorter month is a day of the next one.
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? undefined : date;
}

/** The last moment of a day: a job that ends on a day is open all of it. */
export function endOfDay(day: Date): Date {
  return new Date(day.getTime() + DAY_MS - 1000);
}

export function dayText(date: Date): string {
  return date.toISOString().slice(0, 10);
}
