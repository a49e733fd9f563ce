import { type TaxLine, taxOf } from './tax-decision.js';

const QUEBEC: TaxLine[] = [
  { tax: 'gst', jurisdiction: 'CA', rate: 5_000 },
  { tax: 'qst', jurisdiction: 'CA-QC', rate: 9_975 },
];

describe('the amounts of taxes', () => {
  it.each([
    // 5 % and 9.975 % of 199.00 are 9.95 and 19.85025.
    [19_900n, QUEBEC, [995n, 1_985n]],
    // Halves are rounded up: 5 % of 0.10 is half a cent.
    [10n, QUEBEC, [1n, 1n]],
    [9n, QUEBEC, [0n, 1n]],
    [0n, QUEBEC, [0n, 0n]],
    [49_900n, [{ tax: 'vat' as const, jurisdiction: 'FI', rate: 25_500 }], [12_725n]],
    [2_147_483_647n, QUEBEC, [107_374_182n, 214_211_494n]],
  ])('[REC-08] on %d', (net, lines, amounts) => {
    const taxed = taxOf(net, { lines });
    expect(taxed.taxes.map(({ amount }) => amount)).toEqual(amounts);
    expect(taxed.total).toBe(net + amounts.reduce((sum, each) => sum + each, 0n));
  });

  it('[REC-08] are refused for a negative amount', () => {
    expect(() => taxOf(-1n, { lines: QUEBEC })).toThrow(RangeError);
  });
});
