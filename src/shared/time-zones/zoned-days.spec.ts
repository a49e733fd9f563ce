import fc from 'fast-check';
import { dayIn, daysBetween, isTimeZone } from './time-zone.js';
import { addDays, endOfDay, startOfDay } from './zoned-days.js';

const HOUR_MS = 3_600_000;
const ZONES = Intl.supportedValuesOf('timeZone');
const zone = fc.constantFrom(...ZONES);
/** Samoa and Tokelau crossed the date line in 2011, so this day does not exist there. */
const MISSING_DAYS = ['2011-12-30'];
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
  .filter((text) => !MISSING_DAYS.includes(text));

describe('time zones', () => {
  it('are names in the IANA database, not offsets or other text', () => {
    for (const name of ['Europe/London', 'America/Argentina/Buenos_Aires', 'UTC']) expect(isTimeZone(name)).toBe(true);
    for (const name of ['', '+05:00', '-03', 'Europe/Nowhere', 'London', ' Europe/London'])
      expect([name, isTimeZone(name)]).toEqual([name, false]);
  });
});

describe('the days of a zone', () => {
  it('adjoin without a gap or an overlap in every zone, including clock changes', () => {
    fc.assert(
      fc.property(zone, day, (timeZone, today) => {
        const [start, end] = [startOfDay(today, timeZone), endOfDay(today, timeZone)];
        expect(start.getTime()).toBeLessThan(end.getTime());
        expect(end.getTime() + 1).toBe(startOfDay(addDays(today, 1), timeZone).getTime());
        const hours = (end.getTime() + 1 - start.getTime()) / HOUR_MS;
        // Casey Station in Antarctica has changed its clocks by three hours several times, more than any other place.
        expect(hours).toBeGreaterThanOrEqual(21);
        expect(hours).toBeLessThanOrEqual(27);
      }),
      { numRuns: 2000 },
    );
  });

  it('contain exactly the instants that are formatted as this day', () => {
    fc.assert(
      fc.property(zone, day, fc.double({ min: 0, max: 1, noNaN: true }), (timeZone, today, part) => {
        const [start, end] = [startOfDay(today, timeZone).getTime(), endOfDay(today, timeZone).getTime()];
        const within = start + Math.floor(part * (end - start));
        for (const instant of [start, within, end]) expect(dayIn(timeZone, new Date(instant))).toBe(today);
        expect(dayIn(timeZone, new Date(start - 1))).not.toBe(today);
        expect(dayIn(timeZone, new Date(end + 1))).not.toBe(today);
      }),
      { numRuns: 2000 },
    );
  });

  it('are correct in every zone in the weeks of clock changes', () => {
    for (const timeZone of ZONES) {
      let start = startOfDay('2026-01-01', timeZone);
      for (let today = '2026-01-01'; today < '2027-01-01'; today = addDays(today, 7)) {
        const next = startOfDay(addDays(today, 7), timeZone);
        const isChanged = next.getTime() - start.getTime() !== 168 * HOUR_MS;
        start = next;
        if (!isChanged) continue;
        for (let each = today; each < addDays(today, 7); each = addDays(each, 1)) {
          const end = endOfDay(each, timeZone);
          expect([timeZone, dayIn(timeZone, startOfDay(each, timeZone))]).toEqual([timeZone, each]);
          expect([timeZone, dayIn(timeZone, end)]).toEqual([timeZone, each]);
          expect([timeZone, dayIn(timeZone, new Date(end.getTime() + 1))]).toEqual([timeZone, addDays(each, 1)]);
        }
      }
    }
  });

  it.each([
    ['of 23 hours', 'Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['of 25 hours', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['whose midnight was skipped', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', undefined],
    ['whose midnight is skipped', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', undefined],
    ['whose midnight is skipped', 'Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', undefined],
    ['with two midnights', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['of a change of half an hour', 'Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', undefined],
  ])('%s have the right start and end: %s, %s', (_what, timeZone, today, start, end) => {
    expect(startOfDay(today, timeZone).toISOString()).toBe(start);
    if (end) expect(endOfDay(today, timeZone).toISOString()).toBe(end);
    expect(dayIn(timeZone, startOfDay(today, timeZone))).toBe(today);
  });

  it('are counted as calendar days', () => {
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
    expect(daysBetween('2027-01-01', '2026-12-31')).toBe(-1);
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  });
});
