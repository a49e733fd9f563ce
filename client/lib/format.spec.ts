import { translator } from '#shared/text/translator.js';
import { readCatalogues, MessageSets } from '#shared/translations/catalogues.js';
import {
  formatDate,
  formatDay,
  formatDeadline,
  formatDistance,
  formatPay,
  formatPlace,
  formatRelativeDay,
  formatTime,
  type Pay,
} from './format';

const sets = new MessageSets(() => readCatalogues('pages'), fail);
const year = { currencyCode: 'CAD', salaryUnit: 'YEAR' };

function fail(error: unknown): never {
  throw error;
}

/** Formats pay as a page in that locale does. */
function paid(pay: Pay, locale: string, position: 'before' | 'after'): string {
  return formatPay(pay, locale, position, translator(locale, sets.messages({}, locale)));
}

describe('pay', () => {
  it.each([
    ['en', 'after', 'CAD', '39,000–44,500\u00a0CAD a year'],
    ['en', 'after', 'GBP', '39,000–44,500\u00a0GBP a year'],
    ['en', 'before', 'CAD', 'CA$39,000–44,500 a year'],
    ['en', 'before', 'USD', 'US$39,000–44,500 a year'],
    ['en', 'before', 'CHF', 'CHF\u00a039,000–44,500 a year'],
    ['en-GB', 'before', 'GBP', '£39,000–44,500 a year'],
    ['en-GB', 'before', 'USD', 'US$39,000–44,500 a year'],
    ['en-GB', 'after', 'EUR', '39,000–44,500\u00a0EUR a year'],
    ['en-CA', 'before', 'CAD', '$39,000–44,500 a year'],
    ['en-CA', 'before', 'USD', 'US$39,000–44,500 a year'],
    ['de', 'after', 'EUR', '39.000–44.500\u00a0€ pro Jahr'],
    ['de', 'after', 'GBP', '39.000–44.500\u00a0£ pro Jahr'],
    ['de', 'after', 'CAD', '39.000–44.500\u00a0CA$ pro Jahr'],
    ['fr', 'after', 'EUR', '39\u202f000–44\u202f500\u00a0€ par an'],
    ['fr', 'after', 'GBP', '39\u202f000–44\u202f500\u00a0£ par an'],
    ['fr', 'before', 'GBP', '£39\u202f000–44\u202f500 par an'],
  ] as const)('[I18N-03] %s, %s the amount: %s as people there write it', (locale, position, currencyCode, shown) => {
    expect(paid({ currencyCode, salaryUnit: 'YEAR', minSalary: 39_000, maxSalary: 44_500 }, locale, position)).toBe(
      shown,
    );
  });

  it.each([
    ['en', 'after', 'GBP', 'from 12.50\u00a0GBP an hour', 'up to 14\u00a0GBP an hour', '12.50–14.00\u00a0GBP an hour'],
    ['en-GB', 'before', 'GBP', 'from £12.50 an hour', 'up to £14 an hour', '£12.50–14.00 an hour'],
    ['en-CA', 'before', 'CAD', 'from $12.50 an hour', 'up to $14 an hour', '$12.50–14.00 an hour'],
    ['de', 'after', 'EUR', 'ab 12,50\u00a0€ pro Stunde', 'bis 14\u00a0€ pro Stunde', '12,50–14,00\u00a0€ pro Stunde'],
    [
      'fr',
      'after',
      'EUR',
      'à partir de 12,50\u00a0€ de l’heure',
      'jusqu’à 14\u00a0€ de l’heure',
      '12,50–14,00\u00a0€ de l’heure',
    ],
  ] as const)(
    '[I18N-03] %s: one bound, and an hour’s pay with cents',
    (locale, position, currencyCode, from, upTo, both) => {
      const hour = { currencyCode, salaryUnit: 'HOUR' };
      expect(paid({ ...hour, minSalary: 12.5 }, locale, position)).toBe(from);
      expect(paid({ ...hour, maxSalary: 14 }, locale, position)).toBe(upTo);
      expect(paid({ ...hour, minSalary: 12.5, maxSalary: 14 }, locale, position)).toBe(both);
    },
  );

  it('shows one figure once, the lower first, and nothing without a figure', () => {
    expect(paid({ ...year, minSalary: 40_000, maxSalary: 40_000 }, 'en-CA', 'before')).toBe('$40,000 a year');
    expect(paid({ ...year, minSalary: 14.001, maxSalary: 14.002 }, 'en-CA', 'before')).toBe('$14.00 a year');
    expect(paid({ ...year, minSalary: 50_000, maxSalary: 40_000 }, 'en-CA', 'before')).toBe('$40,000–50,000 a year');
    expect(paid(year, 'en-CA', 'before')).toBe('');
  });
});

describe('dates and places', () => {
  const now = new Date('2026-11-21T00:10:00Z');

  it('[I18N-03] are formatted by the locale', () => {
    expect(formatDate('2026-11-20T23:00:00Z', 'en-CA', 'UTC')).toBe('November 20, 2026');
    expect(formatDate('2026-11-20T23:00:00Z', 'de', 'UTC')).toBe('20. November 2026');
    expect(formatDay('2026-11-20', 'en-GB')).toBe('20 November 2026');
    expect(formatRelativeDay('2026-11-20T23:59:00Z', now, 'en', 'UTC')).toBe('yesterday');
    expect(formatRelativeDay('2026-11-18T12:00:00Z', now, 'fr', 'UTC')).toBe('il y a 3 jours');
    expect(formatRelativeDay('2026-10-01T12:00:00Z', now, 'en-GB', 'UTC')).toBe('1 October 2026');
    expect(formatDistance(12.4, 'en')).toBe('12\u00a0km');
  });

  it('use the days of the time zone', () => {
    expect(formatDate('2026-11-21T00:10:00Z', 'en-CA', 'America/Toronto')).toBe('November 20, 2026');
    expect(formatDate('2026-11-20T23:00:00Z', 'en-GB', 'Europe/Berlin')).toBe('21 November 2026');
    // Ten past midnight in London is still the evening before in Toronto.
    expect(formatRelativeDay('2026-11-20T23:59:00Z', now, 'en', 'America/Toronto')).toBe('today');
    expect(formatRelativeDay('2026-11-20T04:59:00Z', now, 'en', 'America/Toronto')).toBe('yesterday');
    // The night in which the clocks are put back is one day long, however many hours it has.
    const monday = new Date('2026-10-26T00:30:00+01:00');
    expect(formatRelativeDay('2026-10-25T00:30:00+02:00', monday, 'en', 'Europe/Berlin')).toBe('yesterday');
  });

  it('name the time zone in deadlines', () => {
    const end = '2026-12-24T04:59:59.999Z';
    expect(formatDeadline(end, 'en-CA', 'America/Toronto')).toBe('December 23, 2026 at 11:59 p.m. EST');
    expect(formatDeadline(end, 'de', 'Europe/Berlin')).toBe('24. Dezember 2026 um 05:59 MEZ');
    expect(formatTime('2026-11-20T23:00:07Z', 'en-GB', 'Europe/London')).toBe('20 Nov 2026, 23:00 GMT');
  });

  it('name the country only if it is not obvious', () => {
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
