import { digestMorning } from './send-digests.js';

const at = (time: string, zone: string) => {
  const { day, monday, from, until } = digestMorning(new Date(time), zone);
  return [day, monday, from.toISOString(), until.toISOString()];
};

describe('[OPS-03] the morning on which digests are sent', () => {
  it('is on a working day, in the time zone of the site', () => {
    expect(at('2026-11-26T05:00:00Z', 'Europe/Berlin')).toEqual([
      '2026-11-26',
      '2026-11-23',
      '2026-11-26T06:00:00.000Z',
      '2026-11-26T11:00:00.000Z',
    ]);
    // It is Wednesday evening in Vancouver, and Thursday evening in Auckland.
    expect(at('2026-11-26T05:00:00Z', 'America/Vancouver')[0]).toBe('2026-11-26');
    expect(at('2026-11-26T05:00:00Z', 'Pacific/Auckland')[0]).toBe('2026-11-27');
  });

  it('stays the same until noon, and then becomes the next one, also over a weekend', () => {
    expect(at('2026-11-26T16:59:59.999Z', 'America/Toronto')[0]).toBe('2026-11-26');
    expect(at('2026-11-26T17:00:00Z', 'America/Toronto')[0]).toBe('2026-11-27');
    expect(at('2026-11-27T17:00:00Z', 'America/Toronto').slice(0, 2)).toEqual(['2026-11-30', '2026-11-30']);
    expect(at('2026-11-29T12:00:00Z', 'America/Toronto')[0]).toBe('2026-11-30');
  });

  it('begins at seven whether the clocks went forward or back in the night before', () => {
    // 29 March and 25 October 2026 are Sundays.
    expect(at('2026-03-27T05:00:00Z', 'Europe/Berlin')[2]).toBe('2026-03-27T06:00:00.000Z');
    expect(at('2026-03-28T05:00:00Z', 'Europe/Berlin')[2]).toBe('2026-03-30T05:00:00.000Z');
    expect(at('2026-10-23T00:00:00Z', 'Europe/Berlin')[2]).toBe('2026-10-23T05:00:00.000Z');
    expect(at('2026-10-24T12:00:00Z', 'Europe/Berlin')[2]).toBe('2026-10-26T06:00:00.000Z');
    // Cairo puts its clocks forward at midnight on a Friday, which counts as a working day here.
    expect(at('2026-04-23T23:00:00Z', 'Africa/Cairo').slice(0, 3)).toEqual([
      '2026-04-24',
      '2026-04-20',
      '2026-04-24T04:00:00.000Z',
    ]);
  });

  it('comes once for each working day of a year, whatever the hour of the call', () => {
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'UTC']) {
      const days: string[] = [];
      // Until the year has ended in all time zones.
      for (let now = Date.parse('2026-01-01T00:00:00Z'); now < Date.parse('2026-12-31T13:00:00Z'); now += 3_600_000) {
        const { day, from } = digestMorning(new Date(now), zone);
        if (now >= from.getTime() && day !== days.at(-1)) days.push(day);
      }
      expect([zone, days.length, new Set(days).size]).toEqual([zone, 261, 261]);
    }
  });
});
