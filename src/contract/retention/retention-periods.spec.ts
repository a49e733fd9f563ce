import { RETENTION, RETENTION_KINDS, retentionDefault, retentionOf, unitsBefore } from './retention-periods.js';
import { ownRetention } from './retention-rules.js';

const before = (now: string, count: number, unit: 'hour' | 'day' | 'month') =>
  unitsBefore(new Date(now), count, unit).toISOString();

describe('the retention period of data', () => {
  it('is counted in hours, days and months of the calendar', () => {
    expect(before('2026-11-26T09:30:00.000Z', 72, 'hour')).toBe('2026-11-23T09:30:00.000Z');
    expect(before('2026-11-26T09:30:00.000Z', 30, 'day')).toBe('2026-10-27T09:30:00.000Z');
    expect(before('2029-11-26T09:30:00.000Z', 36, 'month')).toBe('2026-11-26T09:30:00.000Z');
    expect(before('2027-03-31T09:30:00.000Z', 1, 'month')).toBe('2027-02-28T09:30:00.000Z');
    expect(before('2028-02-29T09:30:00.000Z', 12, 'month')).toBe('2027-02-28T09:30:00.000Z');
  });

  it('is that of the site, otherwise the default', () => {
    expect(retentionOf('emails', { countries: ['GB'] })).toEqual({ period: 7, source: 'default' });
    expect(retentionOf('emails', { countries: ['GB'], retention: { emails: 30 } })).toEqual({
      period: 30,
      source: 'site',
    });
  });

  it('can be set within a range that contains the default', () => {
    for (const kind of RETENTION_KINDS) {
      const { period, settable } = retentionDefault(kind);
      if (!settable) continue;
      expect(period).toBeGreaterThanOrEqual(settable.min);
      expect(period).toBeLessThanOrEqual(settable.max);
    }
    expect(ownRetention.safeParse({ emails: RETENTION.emails.settable.min }).success).toBe(true);
    expect(ownRetention.safeParse({ emails: RETENTION.emails.settable.min - 1 }).success).toBe(false);
    expect(ownRetention.safeParse({ uploads: 2 }).success).toBe(false);
  });
});
