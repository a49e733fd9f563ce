const DAY_MS = 86_400_000;

/**
 * Until when a page says the truth though no data changes. Pages say time in days of UTC ("2 days ago", the year below the page): until
 * the end of today; or sooner, where the page says so itself (a job that closes). Jobs that expire are taken out by the backend, which
 * is a change of data.
 * @returns milliseconds since 1970
 */
export function trueUntil(now: Date, page: Date | undefined): number {
  const midnight = (Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS;
  return page ? Math.min(midnight, page.getTime()) : midnight;
}
