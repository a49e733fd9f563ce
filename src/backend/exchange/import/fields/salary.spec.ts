import type { AdvertSalary } from '../reading/advert.js';
import { readSalary } from './salary.js';

const year = (min?: number, max?: number, currency = 'USD') => ({
  ...(min ? { min } : {}),
  ...(max ? { max } : {}),
  currency,
  unit: 'YEAR',
});

describe('salaries', () => {
  it.each<[string, string | undefined, object]>([
    ['35000-73000', 'US', year(35000, 73000)],
    ['23040-28800', 'GB', year(23040, 28800, 'GBP')],
    ['0-30000', 'CA', year(undefined, 30000, 'CAD')],
    ['$35k – $40k per year', 'US', year(35000, 40000)],
    ['45.000 – 52.000 € pro Jahr', 'DE', year(45000, 52000, 'EUR')],
    ['£20,500', 'GB', year(20500, 20500, 'GBP')],
    ['up to 60,000 CAD', 'US', year(undefined, 60000, 'CAD')],
    ['$20.50 per hour', 'US', { min: 20.5, max: 20.5, currency: 'USD', unit: 'HOUR' }],
    ['18-22 €/h', 'FR', { min: 18, max: 22, currency: 'EUR', unit: 'HOUR' }],
    ['3200 € par mois', 'FR', { min: 3200, max: 3200, currency: 'EUR', unit: 'MONTH' }],
    ['45 000 € cadre', 'FR', year(45000, 45000, 'EUR')],
    ['$50,000', 'GB', year(50000, 50000)],
    ['$50,000', 'CA', year(50000, 50000, 'CAD')],
    ['$20,000 per month', 'MX', { min: 20000, max: 20000, currency: 'MXN', unit: 'MONTH' }],
    ['SEK 40 000 per month', 'GB', { min: 40000, max: 40000, currency: 'SEK', unit: 'MONTH' }],
    ['9,000–11,000PLN monthly', 'GB', { min: 9000, max: 11000, currency: 'PLN', unit: 'MONTH' }],
    ['ZAR: 450k per annum', undefined, year(450_000, 450_000, 'ZAR')],
    ['30000 PER ANNUM FOR ALL, CUP AND TOP', 'GB', year(30000, 30000, 'GBP')],
    ['XYZ 30000 - 40000', 'GB', year(30000, 40000, 'GBP')],
  ])('%s in %s', (text, country, salary) => {
    expect(readSalary({ text }, country, '')).toEqual({ salary });
  });

  it.each([
    'Oct-15',
    '0-0',
    '20-25',
    '21-63000',
    '10000-250000',
    '6266624-8582080',
    '73000-35000',
    '1000-2000',
    '1-2-3',
    '99999999999999999',
  ])('leaves %s out and says why', (text) => {
    const { salary, problem } = readSalary({ text }, 'US', '');
    expect(salary).toBeUndefined();
    expect(problem).toContain(text);
  });

  it('accepts a small amount if the advertisement mentions hours', () => {
    const { salary } = readSalary({ text: '20-25' }, 'US', 'We pay $20-25 per hour.');
    expect(salary).toEqual({ min: 20, max: 25, currency: 'USD', unit: 'HOUR' });
  });

  it.each<[AdvertSalary, object | undefined]>([
    [{ min: 50000, max: 60000, currency: 'eur', unit: 'YEAR' }, year(50000, 60000, 'EUR')],
    [
      { min: 20, max: 20, currency: 'USD', unit: 'HOUR' },
      { min: 20, max: 20, currency: 'USD', unit: 'HOUR' },
    ],
    [{ min: 20, max: 20, currency: 'USD', unit: 'YEAR' }, undefined],
    [{ min: '£35,000', max: '£40k' }, year(35000, 40000, 'GBP')],
    [{ min: '35.000,00', max: '40.000', currency: 'EUR' }, year(35000, 40000, 'EUR')],
    [{ min: '35000.0000', max: '-1' }, year(35000)],
    [
      { min: 'SEK 30 000', unit: 'month' },
      { min: 30000, currency: 'SEK', unit: 'MONTH' },
    ],
    [{ min: 'competitive', max: '' }, undefined],
    [{ text: '35000-40000', min: 'n/a' }, year(35000, 40000)],
    [{ text: 'competitive' }, undefined],
    [{}, undefined],
  ])('reads %j', (given, salary) => {
    expect(readSalary(given, 'US', '').salary).toEqual(salary);
  });

  it.each([{ min: '20-25-30' }, { text: '35000', max: '40 or 45' }])(
    'says that a bound of %j is not a number',
    (given) => {
      expect(readSalary(given, 'US', '')).toEqual({ problem: expect.stringContaining('is not a number') as unknown });
    },
  );

  it.each(['30000-40000', '$30000-40000'])('%s needs a currency', (text) => {
    expect(readSalary({ text }, undefined, '').problem).toContain('currency');
  });
});
