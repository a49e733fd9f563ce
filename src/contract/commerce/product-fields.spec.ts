import { readAmount, writeAmount } from './product-fields.js';

describe('parsing a typed price', () => {
  it.each([
    ['49', 'USD', 4900],
    ['49.5', 'USD', 4950],
    ['49,50', 'EUR', 4950],
    ['1 800.00', 'GBP', 180_000],
    [' 0 ', 'CAD', 0],
    ['500', 'JPY', 500],
    ['50000', 'HUF', 5_000_000],
    ['500', 'ISK', 500],
    ['12.34', 'KWD', 12_340],
    ['12.340', 'KWD', 12_340],
    ['12.345', 'KWD', undefined],
    ['49.505', 'USD', undefined],
    ['500.5', 'JPY', undefined],
    ['-1', 'USD', undefined],
    ['1,000.00', 'USD', undefined],
    ['free', 'USD', undefined],
    ['', 'USD', undefined],
  ])('[REC-08] %s of %s is %s', (text, currency, amount) => {
    expect(readAmount(text, currency)).toBe(amount);
  });

  it.each([
    [4950, 'USD', '49.50'],
    [5, 'GBP', '0.05'],
    [500, 'JPY', '500'],
    [5_000_050, 'HUF', '50000.50'],
  ])('[REC-08] %s of %s is formatted as people type it', (amount, currency, text) => {
    expect(writeAmount(amount, currency)).toBe(text);
    expect(readAmount(text, currency)).toBe(amount);
  });
});
