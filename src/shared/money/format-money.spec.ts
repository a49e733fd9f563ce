import { formatMoney, minorDigits } from './format-money.js';

describe('an amount of money', () => {
  it.each([
    [12_900, 'CAD', 'en-CA', '$129.00'],
    [5, 'GBP', 'en-GB', '£0.05'],
    [-1999, 'USD', 'en', '-US$19.99'],
    [123_456, 'EUR', 'de', '1.234,56\u00a0€'],
    [500, 'JPY', 'en', 'JP¥500'],
    [500, 'ISK', 'en', 'ISK\u00a0500'],
    [5_000_000, 'HUF', 'en', 'HUF\u00a050,000.00'],
    [12_340, 'KWD', 'en', 'KWD\u00a012.340'],
    [9_007_199_254_740_993n, 'EUR', 'en', '€90,071,992,547,409.93'],
  ])('[REC-08] %s of %s is written in %s as %s', (amount, currency, locale, text) => {
    expect(formatMoney(amount, currency, locale)).toBe(text);
  });

  it('[REC-08] has the minor digits of ISO 4217, and not those of the runtime', () => {
    const digitsOf = (currency: string) => /0\.(0+)/.exec(formatMoney(0, currency, 'en'))?.[1]?.length ?? 0;
    for (const currency of Intl.supportedValuesOf('currency'))
      expect([currency, digitsOf(currency)]).toEqual([currency, minorDigits(currency)]);
    expect(['HUF', 'IDR', 'COP', 'ISK', 'CLP', 'TND'].map(minorDigits)).toEqual([2, 2, 2, 0, 0, 3]);
  });
});
