import { formatMoney } from './format-money.js';

describe('an amount of money', () => {
  it.each([
    [12_900, 'CAD', 'en-CA', '$129.00'],
    [5, 'GBP', 'en-GB', '£0.05'],
    [-1999, 'USD', 'en', '-US$19.99'],
    [123_456, 'EUR', 'de', '1.234,56\u00a0€'],
    [500, 'JPY', 'en', 'JP¥500'],
    [9_007_199_254_740_993n, 'EUR', 'en', '€90,071,992,547,409.93'],
  ])('[REC-08] %s of %s is written in %s as %s', (amount, currency, locale, text) => {
    expect(formatMoney(amount, currency, locale)).toBe(text);
  });
});
