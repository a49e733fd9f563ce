import { translator } from '../../src/contract/translator.js';
import { formatDate, formatDistance, formatPay, formatPlace, formatRelativeDay } from './format';

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
    expect(formatDate('2026-11-20T23:00:00Z', 'en-CA')).toBe('November 20, 2026');
    expect(formatDate('2026-11-20T23:00:00Z', 'de')).toBe('20. November 2026');
    expect(formatRelativeDay('2026-11-20T23:59:00Z', now, 'en')).toBe('yesterday');
    expect(formatRelativeDay('2026-11-18T12:00:00Z', now, 'fr')).toBe('il y a 3 jours');
    expect(formatRelativeDay('2026-10-01T12:00:00Z', now, 'en-GB')).toBe('1 October 2026');
    expect(formatDistance(12.4, 'en')).toBe('12 km');
  });

  it('names the country only where it cannot be taken for granted', () => {
    const toronto = { locality: 'Toronto', administrativeArea: 'ON', countryCode: 'CA' };
    expect(formatPlace(toronto, 'en-CA', ['CA'])).toBe('Toronto, ON');
    expect(formatPlace(toronto, 'en', ['GB', 'CA'])).toBe('Toronto, ON, Canada');
    expect(formatPlace({ locality: 'Berlin', administrativeArea: 'Berlin', countryCode: 'DE' }, 'de')).toBe(
      'Berlin, Deutschland',
    );
  });
});
