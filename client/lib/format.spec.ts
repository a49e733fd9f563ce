import { translator } from '#shared/text/translator.js';
import {
  formatDate,
  formatDay,
  formatDeadline,
  formatDistance,
  formatPay,
  formatPlace,
  formatRelativeDay,
  formatTime,
} from './format';

const messages = {
  'pay.exact': '{amount}',
  'pay.from': 'from {amount}',
  'pay.upTo': 'up to {amount}',
  'pay.per.year': '{amount} a year',
  'pay.per.hour': '{amount} an hour',
};
const t = translator('en', messages);
const year = { currencyCode: 'CAD', salaryUnit: 'YEAR' };

describe('pay', () => {
  it('[I18N-03] puts the currency where the site wants it', () => {
    expect(formatPay({ ...year, minSalary: 52000, maxSalary: 58000 }, 'en-CA', 'before', t)).toBe(
      '$52,000–58,000 a year',
    );
    expect(formatPay({ ...year, minSalary: 52000, maxSalary: 58000 }, 'de', 'after', t)).toBe(
      '52.000–58.000\u00a0CA$ a year',
    );
  });

  it.each([
    ['en', 'after', 'CAD', '50,000–90,000\u00a0CAD a year'],
    ['en-GB', 'after', 'EUR', '50,000–90,000\u00a0EUR a year'],
    ['en', 'before', 'CAD', 'CA$50,000–90,000 a year'],
    ['en-GB', 'before', 'GBP', '£50,000–90,000 a year'],
    ['en', 'before', 'CHF', 'CHF\u00a050,000–90,000 a year'],
    ['de', 'after', 'GBP', '50.000–90.000\u00a0£ a year'],
    ['fr', 'after', 'GBP', '50\u202f000–90\u202f000\u00a0£ a year'],
    ['fr', 'after', 'EUR', '50\u202f000–90\u202f000\u00a0€ a year'],
    ['fr', 'before', 'GBP', '£50\u202f000–90\u202f000 a year'],
  ] as const)('[I18N-03] %s, %s the amount: %s as people there write it', (locale, position, currencyCode, shown) => {
    const pay = { currencyCode, salaryUnit: 'YEAR', minSalary: 50_000, maxSalary: 90_000 };
    expect(formatPay(pay, locale, position, t)).toBe(shown);
  });

  it('says which bound is known, shows one figure once, and keeps cents', () => {
    expect(formatPay({ ...year, minSalary: 40000 }, 'en-CA', 'before', t)).toBe('from $40,000 a year');
    expect(formatPay({ ...year, maxSalary: 40000 }, 'en-CA', 'before', t)).toBe('up to $40,000 a year');
    expect(formatPay({ ...year, minSalary: 1, maxSalary: 1 }, 'en-CA', 'before', t)).toBe('$1 a year');
    expect(
      formatPay({ currencyCode: 'GBP', salaryUnit: 'HOUR', minSalary: 12.5, maxSalary: 14 }, 'en-GB', 'before', t),
    ).toBe('£12.50–14.00 an hour');
    expect(formatPay(year, 'en-CA', 'before', t)).toBe('');
  });
});

describe('dates and places', () => {
  const now = new Date('2026-11-21T00:10:00Z');

  it('[I18N-03] are said as the locale says them', () => {
    expect(formatDate('2026-11-20T23:00:00Z', 'en-CA', 'UTC')).toBe('November 20, 2026');
    expect(formatDate('2026-11-20T23:00:00Z', 'de', 'UTC')).toBe('20. November 2026');
    expect(formatDay('2026-11-20', 'en-GB')).toBe('20 November 2026');
    expect(formatRelativeDay('2026-11-20T23:59:00Z', now, 'en', 'UTC')).toBe('yesterday');
    expect(formatRelativeDay('2026-11-18T12:00:00Z', now, 'fr', 'UTC')).toBe('il y a 3 jours');
    expect(formatRelativeDay('2026-10-01T12:00:00Z', now, 'en-GB', 'UTC')).toBe('1 October 2026');
    expect(formatDistance(12.4, 'en')).toBe('12 km');
  });

  it('are those of the zone, whose days begin and end with its own clocks', () => {
    expect(formatDate('2026-11-21T00:10:00Z', 'en-CA', 'America/Toronto')).toBe('November 20, 2026');
    expect(formatDate('2026-11-20T23:00:00Z', 'en-GB', 'Europe/Berlin')).toBe('21 November 2026');
    // Ten past midnight in London is still the evening before in Toronto.
    expect(formatRelativeDay('2026-11-20T23:59:00Z', now, 'en', 'America/Toronto')).toBe('today');
    expect(formatRelativeDay('2026-11-20T04:59:00Z', now, 'en', 'America/Toronto')).toBe('yesterday');
    // The night in which the clocks are put back is one day long, however many hours it has.
    const monday = new Date('2026-10-26T00:30:00+01:00');
    expect(formatRelativeDay('2026-10-25T00:30:00+02:00', monday, 'en', 'Europe/Berlin')).toBe('yesterday');
  });

  it('name the zone where it decides whether somebody is in time', () => {
    const end = '2026-12-24T04:59:59.999Z';
    expect(formatDeadline(end, 'en-CA', 'America/Toronto')).toBe('December 23, 2026 at 11:59 p.m. EST');
    expect(formatDeadline(end, 'de', 'Europe/Berlin')).toBe('24. Dezember 2026 um 05:59 MEZ');
    expect(formatTime('2026-11-20T23:00:07Z', 'en-GB', 'Europe/London')).toBe('20 Nov 2026, 23:00:07 GMT');
  });

  it('names the country only where it cannot be taken for granted', () => {
    const toronto = { locality: 'Toronto', administrativeArea: 'ON', countryCode: 'CA' };
    expect(formatPlace(toronto, 'en-CA', ['CA'])).toBe('Toronto, ON');
    expect(formatPlace(toronto, 'en', ['GB', 'CA'])).toBe('Toronto, ON, Canada');
    const leeds = { locality: 'Leeds', administrativeArea: 'ENG', countryCode: 'GB' };
    expect(formatPlace(leeds, 'en', ['GB', 'CA'])).toBe('Leeds, United Kingdom');
    expect(formatPlace(leeds, 'en-GB', ['GB'])).toBe('Leeds');
    expect(formatPlace({ locality: 'Berlin', administrativeArea: 'Berlin', countryCode: 'DE' }, 'de')).toBe(
      'Berlin, Deutschland',
    );
  });
});
