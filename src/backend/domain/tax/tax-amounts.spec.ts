import fc from 'fast-check';
import { type TaxLine, taxOf, taxOfPart } from './tax-decision.js';

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

  it('[REC-08] of parts add up to those of the whole, and none is negative', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 100_000n }), { minLength: 1, maxLength: 20 }), (parts) => {
        let credited = 0n;
        const sums = QUEBEC.map(() => 0n);
        for (const part of parts) {
          const { taxes } = taxOfPart(part, credited, { lines: QUEBEC });
          taxes.forEach(({ amount }, index) => {
            expect(amount >= 0n).toBe(true);
            sums[index]! += amount;
          });
          credited += part;
        }
        expect(sums).toEqual(taxOf(credited, { lines: QUEBEC }).taxes.map(({ amount }) => amount));
      }),
    );
  });
});
