import type { Writable } from 'node:stream';
import type { PageSearch } from '#contract/pages/page-request.js';
import { endOfDayOf } from '#shared/time-zones/zoned-days.js';

/** What an address was answered with, as it was made for one request. */
export interface PageResponse {
  /** Which page it is, as metrics name it: a logical route of `client/pages`, or `redirect`. */
  page: string;
  status: number;
  /** Without those that differ from visitor to visitor: caching, encoding, request id. */
  headers: Record<string, string>;
  /** It is for this visitor alone: no cache keeps it, not even the browser's. */
  personal?: boolean;
  setCookies: readonly string[];
  /** Undefined while parts of it are late. Empty for a redirect. */
  html?: string;
  /** Sends a page whose parts are late, as they come. */
  pipe?: (writable: Writable) => void;
  /** Whether others may be sent the same: it is whole and holds nothing of its request. */
  shareable: boolean;
  /** Whether the backend gave everything that was asked for. */
  complete: boolean;
  /** When it was made, and until when what it says of time is true; milliseconds since 1970. */
  madeAt: number;
  until: number;
  /** To be counted when it is sent. */
  search?: PageSearch;
}

/** When the day ends that it is in a zone. Worked out once a day: it is asked for with every page. */
const ends = new Map<string, { from: number; end: number }>();

/**
 * Until when a page says the truth though no data changes. Pages say time in days of their site's zone ("2 days ago", the year below the
 * page): until the end of today there; or sooner, where the page says so itself (a job that closes). Jobs that expire are taken out by the
 * backend, which is a change of data.
 *
 * @param timeZone of the site
 * @returns milliseconds since 1970
 */
export function validUntil(now: Date, timeZone: string, page: Date | undefined): number {
  const end = endOfToday(now, timeZone);
  return page ? Math.min(end, page.getTime()) : end;
}

function endOfToday(now: Date, timeZone: string): number {
  const time = now.getTime();
  const known = ends.get(timeZone);
  if (known && known.from <= time && time < known.end) return known.end;
  const end = endOfDayOf(now, timeZone).getTime() + 1;
  ends.set(timeZone, { from: time, end });
  return end;
}
