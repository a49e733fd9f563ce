const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST_YEARS = 20;
const DAY_MS = 24 * 3600 * 1000;

/** @returns undefined for what is no date, or none of this age. A date without time is the start of its day, in UTC. */
export function readDate(text: string | undefined, now: Date): Date | undefined {
  const typed = (text ?? '').trim();
  const time = dayOf(typed) ?? instantOf(typed);
  if (time === undefined || Number.isNaN(time)) return undefined;
  return time >= EARLIEST && time < now.getTime() + LATEST_YEARS * 366 * DAY_MS ? new Date(time) : undefined;
}

/** The last instant of a day that was given without a time. */
export function readClosing(text: string | undefined, now: Date): Date | undefined {
  const date = readDate(text, now);
  return date && dayOf((text ?? '').trim()) !== undefined ? new Date(date.getTime() + DAY_MS - 1000) : date;
}

function dayOf(text: string): number | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return utc(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const local = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text);
  if (local) {
    const [a, b, year] = [Number(local[1]), Number(local[3]), Number(local[4])];
    // With dots the day comes first. With slashes it may be either: only a number over twelve tells.
    if (local[2] === '.' || a > 12 || a === b) return utc(year, b, a);
    return b > 12 ? utc(year, a, b) : undefined;
  }
  const named = /^(?:(\d{1,2})\s+)?([a-z]{3})[a-z]*\.?\s+(?:(\d{1,2}),?\s+)?(\d{4})$/i.exec(text);
  const day = named?.[1] ?? named?.[3];
  if (named && day) return utc(Number(named[4]), MONTHS.indexOf(named[2]!.toLowerCase()) + 1, Number(day));
  return undefined;
}

function utc(year: number, month: number, day: number): number | undefined {
  const time = Date.UTC(year, month - 1, day);
  const date = new Date(time);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? time : undefined;
}

/** ISO 8601 and what mail headers have; without a zone, UTC, so that every machine reads the same. */
function instantOf(text: string): number | undefined {
  if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text)) {
    const joined = text
      .replace(' ', 'T')
      .replace(/\s+/g, '')
      .replace(/UTC$|GMT$/, 'Z')
      .replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
    return Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/i.test(joined) ? joined : `${joined}Z`);
  }
  if (/^(?:[a-z]{3},\s*)?\d{1,2}\s+[a-z]{3}\s+\d{4}\s+\d{2}:\d{2}/i.test(text)) {
    return Date.parse(/(?:[A-Z]{3}|[+-]\d{4})$/.test(text) ? text : `${text} UTC`);
  }
  return undefined;
}
