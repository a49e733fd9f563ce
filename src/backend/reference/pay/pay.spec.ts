import {
  annualPay,
  FULL_TIME_HOURS,
  type StatedPay,
  weeklyHoursIn,
  convert,
  REFERENCE_RATES,
  payThresholds,
} from './annual-pay.js';

const pay = (unit: StatedPay['unit'], max: number | null, currency = 'EUR', min: number | null = null): StatedPay => ({
  min,
  max,
  currency,
  unit,
});

describe('annual pay', () => {
  it.each<[string, StatedPay, number | undefined]>([
    ['a year', pay('YEAR', 42_000), 42_000],
    ['a month', pay('MONTH', 3000), 36_000],
    ['a week', pay('WEEK', 700), 36_400],
    ['a day', pay('DAY', 200), 52_000],
    ['an hour, full time', pay('HOUR', 20), 20 * FULL_TIME_HOURS * 52],
    ['of another currency stays in it', pay('YEAR', 500_000, 'SEK'), 500_000],
    ['is that of the top', pay('YEAR', 50_000, 'EUR', 40_000), 50_000],
    ['is that of the only bound', pay('YEAR', null, 'EUR', 40_000), 40_000],
    ['is that of the top where the bounds are exchanged', pay('YEAR', 40_000, 'EUR', 50_000), 50_000],
    ['50,000 an hour is a year', pay('HOUR', 50_000), 50_000],
    ['45,000 a week is a year', pay('WEEK', 45_000), 45_000],
    ['7 a year is an hour: 7,000 a year would be unusual as well', pay('YEAR', 7), 7 * FULL_TIME_HOURS * 52],
    ['15 a year may be an hour or thousands', pay('YEAR', 15), undefined],
    ['2,500 an hour may be a month or a week', pay('HOUR', 2500), undefined],
    ['9 million a year is nothing', pay('YEAR', 9_000_000), undefined],
    ['5 million yen a year is usual', pay('YEAR', 5_000_000, 'JPY'), 5_000_000],
    ['nothing', pay('YEAR', null), undefined],
    ['zero', pay('YEAR', 0), undefined],
    ['without a unit', pay(null, 40_000), undefined],
    ['without a currency', { min: 1, max: 40_000, currency: null, unit: 'YEAR' }, undefined],
  ])('%s', (_, stated, expected) => {
    expect(annualPay(stated)).toBe(expected === undefined ? undefined : Math.round(expected));
  });

  it('uses the stated hours only for hourly pay', () => {
    expect(annualPay(pay('HOUR', 20), 20)).toBe(20_800);
    expect(annualPay(pay('MONTH', 3000), 20)).toBe(36_000);
  });
});

describe('the weekly hours that a text states', () => {
  it.each([
    ['You work 30 hours per week.', 30],
    ['37.5 hours a week', 37.5],
    ['a 35-hour week', 35],
    ['20 hrs/week, flexible', 20],
    ['25 hours weekly', 25],
    ['Umfang: 19,5 Std./Woche', 19.5],
    ['30 Stunden pro Woche', 30],
    ['mit 39 Wochenstunden', 39],
    ['38,5-Stunden-Woche', 38.5],
    ['35 heures par semaine', 35],
    ['contrat de 24 h/semaine', 24],
    ['28 heures hebdomadaires', 28],
    ['30 hours per week, paid 30 hours a week', 30],
    ['20 to 30 hours per week, or 25 hours a week', undefined],
    ['95 hours per week', undefined],
    ['24 hours a day', undefined],
    ['within 48 hours', undefined],
  ])('%s', (text, hours) => {
    expect(weeklyHoursIn(text)).toBe(hours);
  });
});

describe('exchange rates', () => {
  it('convert an amount to another currency', () => {
    expect(convert(1000, 'GBP', 'GBP', {})).toBe(1000);
    expect(convert(1000, 'EUR', 'GBP', REFERENCE_RATES)).toBeCloseTo(846.38);
    expect(convert(846.38, 'GBP', 'USD', REFERENCE_RATES)).toBeCloseTo(1070.5);
    expect(convert(1000, 'EUR', 'XTS', REFERENCE_RATES)).toBeUndefined();
  });
});

describe('the amounts of the pay filter', () => {
  it.each([
    ['EUR', 20_000, 100_000],
    ['GBP', 20_000, 100_000],
    ['CAD', 20_000, 100_000],
    ['SEK', 200_000, 1_000_000],
    ['PLN', 100_000, 500_000],
    ['JPY', 2_000_000, 10_000_000],
    ['XTS', 20_000, 100_000],
  ])('of %s begin with %d and end with %d', (currency, first, last) => {
    const amounts = payThresholds(currency);
    expect([amounts[0], amounts.at(-1)]).toEqual([first, last]);
  });
});
