import type { Writable } from 'node:stream';
import type { PageSearch, Viewer } from '#contract/pages/page-request.js';
import { endOfDayOf } from '#shared/time-zones/zoned-days.js';

/** The response to a page request. */
export interface PageResponse {
  /** Name of the page in metrics: a logical route of `client/pages`, or `redirect`. */
  page: string;
  status: number;
  /** Without headers that differ between visitors: caching, encoding, request id. */
  headers: Record<string, string>;
  /** Whether the page is for this visitor only, so that no cache may store it, not even the browser's. */
  personal?: boolean;
  setCookies: readonly string[];
  /** In UTF-8. Undefined while parts of the page are still being rendered; empty for a redirect. */
  html?: Buffer;
  /** Streams a page with late parts. */
  pipe?: (writable: Writable) => void;
  /** Whether the response may be sent to others: it is complete and contains nothing specific to its request. */
  shareable: boolean;
  /** Whether the backend returned all requested data. */
  complete: boolean;
  /** Time of rendering, and time until which relative dates in the page are valid; milliseconds since 1970. */
  madeAt: number;
  until: number;
  /** The search to count when the page is sent. */
  search?: PageSearch;
}

/** Cached end of the current day by time zone, because every page needs it. */
const ends = new Map<string, { from: number; end: number }>();

/**
 * Returns the time until which a page is valid without changes of the data. Pages contain relative dates in days of their site's time zone
 * ("2 days ago", the year in the footer), so they are valid until the end of the day there; or shorter, if the page says so (a job that
 * closes). Expired jobs are removed by the backend, which is a change of the data.
 *
 * @param timeZone time zone of the site
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

const ADMINISTRATOR = 'administrator';

/** Durations of the phases of one page, for the header `Server-Timing` (W3C), in milliseconds. */
export class PageTiming {
  private readonly entries: string[] = [];
  private since = performance.now();
  private backendMs = 0;
  private backendSince = 0;
  private calls = 0;
  private callsUnderWay = 0;

  /** Ends a phase, which began at the end of the previous one, or with the request. */
  end(phase: 'cache' | 'routing'): void {
    const now = performance.now();
    this.entries.push(`${phase};dur=${rounded(now - this.since)}`);
    this.since = now;
  }

  /** Ends the rendering phase. The time spent waiting for the backend is reported separately. */
  endRender(): void {
    const ms = performance.now() - this.since;
    this.entries.push(`backend;dur=${rounded(this.backendMs)};desc="${this.calls} calls"`);
    this.entries.push(`render;dur=${rounded(ms - this.backendMs)}`);
  }

  /** Measures the time in which at least one call is in progress: parallel calls count once. */
  async backend<Result>(call: Promise<Result>): Promise<Result> {
    this.calls += 1;
    if (this.callsUnderWay++ === 0) this.backendSince = performance.now();
    try {
      return await call;
    } finally {
      if (--this.callsUnderWay === 0) this.backendMs += performance.now() - this.backendSince;
    }
  }

  toString(): string {
    return this.entries.join(', ');
  }
}

/** Timings reveal data and load of a site, so they are only for administrators, and for developers on their own machine. */
export function mayReadTiming(viewer: Viewer | null, development: boolean): boolean {
  return development || viewer?.user.roles.some(({ targetId }) => targetId === ADMINISTRATOR) === true;
}

function rounded(ms: number): string {
  return ms.toFixed(1);
}
