import fc from 'fast-check';
import { type TaxLine, taxOf } from '../tax/tax-decision.js';
import { creditPart, type CreditedAmounts, type CreditedPart } from './issue-invoice.js';

const QUEBEC: TaxLine[] = [
  { tax: 'gst', jurisdiction: 'CA', rate: 5_000 },
  { tax: 'qst', jurisdiction: 'CA-QC', rate: 9_975 },
];
const RATES = [QUEBEC, [{ tax: 'vat', jurisdiction: 'FI', rate: 25_500 } as const], []];

const nothingOf = ({ taxes }: CreditedAmounts): CreditedAmounts => ({
  net: 0n,
  taxes: taxes.map((line) => ({ ...line, amount: 0n })),
});

const parts = fc.array(
  fc.oneof(
    fc.record({ net: fc.bigInt({ min: 1n, max: 3_000n }) }),
    fc.record({ total: fc.bigInt({ min: 1n, max: 3_000n }) }),
  ),
  { maxLength: 30 },
);

describe('the amounts of credit notes', () => {
  it('[REC-08] add up to the invoice exactly, in whatever parts it is credited', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 30_000n }), fc.constantFrom(...RATES), parts, (net, lines, asked) => {
        const invoice: CreditedAmounts = taxOf(net, { lines });
        let credited = nothingOf(invoice);
        const credit = (part: CreditedPart) => {
          const amounts = creditPart(invoice, credited, part);
          if (!amounts) return;
          if (part !== 'rest' && 'total' in part) expect(amounts.total).toBe(part.total);
          if (part !== 'rest' && 'net' in part) expect(amounts.net).toBe(part.net);
          expect(amounts.total).toBe(amounts.net + amounts.taxes.reduce((sum, { amount }) => sum + amount, 0n));
          for (const each of [amounts.net, ...amounts.taxes.map(({ amount }) => amount)])
            expect(each).toBeGreaterThanOrEqual(0n);
          credited = {
            net: credited.net + amounts.net,
            taxes: credited.taxes.map((line, index) => ({
              ...line,
              amount: line.amount + amounts.taxes[index]!.amount,
            })),
          };
        };
        for (const part of asked) credit(part);
        credit('rest');
        expect(credited.net).toBe(invoice.net);
        expect(credited.taxes).toEqual(invoice.taxes);
        expect(creditPart(invoice, credited, 'rest')).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });

  it('[REC-08] have the taxes on everything credited so far, minus those credited before', () => {
    const invoice: CreditedAmounts = taxOf(1_000n, { lines: QUEBEC });
    let credited = nothingOf(invoice);
    // 5 % of 10 cents is half a cent: it is rounded up with the first part and not again with the second.
    for (const gst of [1n, 0n, 1n, 0n]) {
      const amounts = creditPart(invoice, credited, { net: 10n })!;
      expect(amounts.taxes[0]!.amount).toBe(gst);
      credited = taxOf(credited.net + 10n, { lines: QUEBEC });
    }
  });

  it('[REC-08] are never negative, even for a cent', () => {
    const invoice: CreditedAmounts = taxOf(10n, { lines: QUEBEC });
    const credited = creditPart(invoice, nothingOf(invoice), { net: 5n })!;
    // By now both taxes amount to a cent each.
    expect(creditPart(invoice, credited, { total: 1n })).toMatchObject({ net: 0n, tax: 1n, total: 1n });
  });

  it.each<[CreditedPart]>([[{ net: 1_001n }], [{ total: 1_151n }], [{ net: 0n }], [{ total: 0n }], [{ total: -1n }]])(
    '[REC-08] are none for %s of an invoice over 10.00 and 1.50 tax',
    (part) => {
      const invoice = taxOf(1_000n, { lines: QUEBEC });
      expect(creditPart(invoice, nothingOf(invoice), part)).toBeUndefined();
    },
  );
});
