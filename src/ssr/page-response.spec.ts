import { validUntil } from './page-response.js';

const until = (now: string, timeZone: string, page?: string): string =>
  new Date(validUntil(new Date(now), timeZone, page === undefined ? undefined : new Date(page))).toISOString();

describe('the validity of a page', () => {
  it('ends with the day in the site’s time zone', () => {
    expect(until('2026-11-21T23:30:00Z', 'UTC')).toBe('2026-11-22T00:00:00.000Z');
    expect(until('2026-11-21T23:30:00Z', 'America/Toronto')).toBe('2026-11-22T05:00:00.000Z');
    expect(until('2026-11-21T23:30:00Z', 'Europe/Berlin')).toBe('2026-11-22T23:00:00.000Z');
    // The result is correct right before and after the end of a day too.
    expect(until('2026-11-22T04:59:59.999Z', 'America/Toronto')).toBe('2026-11-22T05:00:00.000Z');
    expect(until('2026-11-22T05:00:00Z', 'America/Toronto')).toBe('2026-11-23T05:00:00.000Z');
    expect(until('2026-11-20T05:00:00Z', 'America/Toronto')).toBe('2026-11-21T05:00:00.000Z');
  });

  it('is 25 hours on a day when clocks go back', () => {
    expect(until('2026-10-24T22:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T23:00:00.000Z');
  });

  it('is shorter if the page sets an earlier time', () => {
    expect(until('2026-11-21T12:00:00Z', 'UTC', '2026-11-21T13:00:00Z')).toBe('2026-11-21T13:00:00.000Z');
    expect(until('2026-11-21T12:00:00Z', 'UTC', '2026-11-24T13:00:00Z')).toBe('2026-11-22T00:00:00.000Z');
  });
});
