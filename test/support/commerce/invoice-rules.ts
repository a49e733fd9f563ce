import type { Invoice } from '../../../src/backend/domain/invoices/invoice-rows.js';

/** Matches any form in which the text may show an amount: 572.70, 572,70 or 1 234,50. */
function amountOf(minor: number): RegExp {
  const [whole = '', cents = ''] = (minor / 100).toFixed(2).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '[\\s.,\u00a0\u202f’]?');
  return new RegExp(`(?<!\\d)${grouped}[.,]${cents}(?!\\d)`);
}

const rateOf = (rate: number) => new RegExp(`(?<!\\d)${String(rate / 1000).replace('.', '[.,]')}[\\s\u00a0]?%`);

interface Rule {
  name: string;
  holds: (text: string, invoice: Invoice) => boolean;
}

const includes =
  (part: (invoice: Invoice) => (string | undefined)[]) =>
  (text: string, invoice: Invoice): boolean =>
    part(invoice).every((each) => each === undefined || text.includes(each));

const year: Rule = { name: 'the date of issue', holds: (text) => /\b2026\b/.test(text) };
const total: Rule = { name: 'the total', holds: (text, { total: sum }) => amountOf(sum).test(text) };
const sellerName: Rule = { name: 'the name of the seller', holds: includes(({ seller }) => [seller.name]) };
const taxPerRate: Rule = {
  name: 'each tax with its rate and amount',
  holds: (text, { taxes }) => taxes.every(({ rate, amount }) => rateOf(rate).test(text) && amountOf(amount).test(text)),
};

/** SOR/91-45, section 3: required information for totals (including tax) from 0, 100 and 500 dollars. */
const CANADA: readonly { from: number; rules: Rule[] }[] = [
  { from: 0, rules: [sellerName, year, total] },
  {
    from: 10_000,
    rules: [
      taxPerRate,
      {
        name: 'the registration number of the seller',
        holds: includes(({ seller }) => (seller.taxNumbers ?? []).map(({ number }) => number)),
      },
      {
        name: 'which supplies are taxed',
        holds: (text, { taxes }) => taxes.length === 0 || /taxed|taxées|besteuert/.test(text),
      },
    ],
  },
  {
    from: 50_000,
    rules: [
      { name: 'the name of the buyer', holds: includes(({ buyer }) => [buyer.name]) },
      { name: 'descriptions', holds: includes(({ lines }) => lines.map(({ description }) => description)) },
      { name: 'terms of payment', holds: (text) => /Payable by|Paid in full|À payer|Payé/.test(text) },
    ],
  },
];

/** Directive 2006/112/EC, article 226; the numbers are those of its points. */
const EUROPE: readonly Rule[] = [
  { ...year, name: '1: the date of issue' },
  { name: '2: the number', holds: includes(({ reference }) => [reference]) },
  { name: '3: the VAT id of the seller', holds: includes(({ seller }) => [seller.vatId]) },
  {
    name: '4: the VAT id of a buyer who is liable',
    holds: (text, { taxCategory, buyer }) =>
      taxCategory !== 'reverseCharge' || (buyer.vatId !== undefined && text.includes(buyer.vatId)),
  },
  {
    name: '5: names and addresses',
    holds: includes(({ seller, buyer }) =>
      [seller, buyer].flatMap(({ name, addressLine1, locality, zip }) => [name, addressLine1, locality, zip]),
    ),
  },
  {
    name: '6: quantity and nature',
    holds: (text, { lines }) =>
      lines.every(
        ({ description, quantity }) => text.includes(description) && new RegExp(`\\b${quantity}\\b`).test(text),
      ),
  },
  {
    name: '7: the day of the supply',
    holds: (text) => /Leistungsdatum|Date of supply|Date de la prestation/.test(text),
  },
  {
    name: '8: the taxable amount and unit prices without tax',
    holds: (text, { net, lines }) =>
      [net, ...lines.map(({ unitNet }) => unitNet)].every((each) => amountOf(each).test(text)),
  },
  { ...taxPerRate, name: '9 and 10: rates and amounts of VAT' },
  {
    name: '11a: the words Reverse charge',
    holds: (text, { taxCategory }) => taxCategory !== 'reverseCharge' || /reverse charge/i.test(text),
  },
  {
    name: 'article 219: the corrected invoice',
    holds: includes(({ corrects }) => [corrects?.reference]),
  },
];

/** @param text of the whole document @returns information that the law of the seller's country requires and the text does not contain */
export function missingOnInvoice(text: string, invoice: Invoice): string[] {
  const rules =
    invoice.seller.countryCode === 'CA'
      ? CANADA.filter(({ from }) => invoice.total >= from).flatMap((tier) => tier.rules)
      : EUROPE;
  const plain = text.replace(/\s+/g, ' ');
  return rules.filter(({ holds }) => !holds(plain, invoice)).map(({ name }) => name);
}
