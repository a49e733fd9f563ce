import { readQuery } from '../../../../test/support/search-index/query-reading.js';

describe('pay', () => {
  it.each<[language: string, typed: string, keys: string, ...read: string[]]>([
    ['en', 'nurse £40k', 'nurse', 'pay 40000 GBP year'],
    ['en', '£40,000 nurse', 'nurse', 'pay 40000 GBP year'],
    ['en', '£40000', '', 'pay 40000 GBP year'],
    ['en', 'over 50000', '', 'pay 50000 year'],
    ['en', 'manager 60k', 'manager', 'pay 60000 year'],
    ['en', 'manager £30k-£40k', 'manager', 'pay 30000 GBP year'],
    ['en', 'manager 40-50k', 'manager', 'pay 40000 year'],
    ['en', 'cook £12.50 per hour', 'cook', 'pay 12.5 GBP hour'],
    ['en', 'cook $15/hr', 'cook', 'pay 15 hour'],
    ['en', 'at least $80,000 a year', '', 'pay 80000 year'],
    ['de', 'Pflege ab 40.000 €', 'Pflege', 'pay 40000 EUR year'],
    ['de', 'Pflege 40k€', 'Pflege', 'pay 40000 EUR year'],
    ['de', 'Pflege 3.200 € brutto', 'Pflege', 'pay 3200 EUR month'],
    ['de', 'Aushilfe 15 € pro Stunde', '', 'employment_type temporary', 'pay 15 EUR hour'],
    ['de', 'mehr als 3500 im Monat', '', 'pay 3500 month'],
    ['fr', 'comptable 30 000 $', 'comptable', 'pay 30000 year'],
    ['fr', 'comptable à partir de 2500 € par mois', 'comptable', 'pay 2500 EUR month'],
    ['fr', 'plus de 35 000 € par an', '', 'pay 35000 EUR year'],
    ['en', 'manager £30k-£40k max', 'manager max', 'pay 30000 GBP year'],
    ['en', 'cook min 25k max 30k', 'cook max 30k', 'pay 25000 year'],
    ['en', 'salary 2000', '', 'pay 2000 month'],
    ['en', 'nurse £2,000', 'nurse', 'pay 2000 GBP month'],
    ['de', 'ab 2000 netto', '', 'pay 2000 month'],
    ['de', 'von 2000 bis 3000', '', 'pay 2000 month'],
    ['de', 'mindestens 2050 im Monat', '', 'pay 2050 month'],
    ['de', 'Kundenberatung ab 2500 Vollzeit', 'Kundenberatung', 'pay 2500 month', 'employment_type full-time'],
  ])('%s: %s', async (language, typed, ...expected) => {
    expect(await readQuery(typed, language)).toEqual(expected);
  });

  it.each([
    'up to £30,000',
    'over 50s worker',
    'over 18',
    '24/7 support',
    '40 hours',
    'unter 3000 €',
    'level 3',
    'ISO 27001',
    '5k run',
    '2026',
    'Ausbildung ab 2026',
    'apprentice from 2026',
    'apprentice from 2026-27',
    'apprentissage à partir de 2026',
    'Studium von 2026 bis 2029',
    'over 1000 employees',
    'over 100k followers',
    'min 2000 sqft',
    'mehr als 3000 Einwohner',
    'plus de 1500 salariés',
    'cook 40k max',
    'cook £40k or less',
    'cook £40k a year (maximum)',
    'Koch 40.000 € oder weniger',
    'cuisinier 40k ou moins',
    'no more than £40k',
    'nicht mehr als 3000 €',
    'pas plus de 30 000 €',
  ])('leaves %s as it is', async (typed) => {
    expect(await readQuery(typed)).toEqual([typed]);
  });
});
