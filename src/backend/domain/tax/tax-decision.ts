import type { Seller } from '#contract/commerce/commerce-rules.js';
import { CANADIAN_TAXES, EU_STANDARD_RATES, rateOn, UK_STANDARD_RATES, type TaxName } from './tax-rates.js';

/** 100 % in thousandths of a percent. */
const WHOLE = 100_000n;

/**
 * Result of checking a buyer's VAT id.
 *
 * - `none`: no id was given, or ids of the buyer's country are not supported.
 * - `wellFormed`: format and check digits are valid; VIES was not queried, for example because it is not configured.
 * - `valid`, `invalid`: result of VIES; `invalid` also if the format is wrong.
 * - `unavailable`: VIES did not respond in time.
 */
export type VatIdVerdict = 'none' | 'wellFormed' | 'valid' | 'invalid' | 'unavailable';

/** - `notRegistered`: the seller is not registered for a tax that would otherwise be charged. */
export type TaxCategory = 'standard' | 'zero' | 'reverseCharge' | 'outOfScope' | 'notRegistered';

/** Tax note of an invoice: the last part of the catalogue key `invoice.taxNote.…`. */
export type TaxNote =
  | 'reverseCharge'
  | 'reverseChargeUk'
  | 'exportCanada'
  | 'outsideEu'
  | 'outsideUk'
  | 'smallEnterprise'
  | 'smallSupplier';

export interface TaxLine {
  tax: TaxName;
  /** Jurisdiction that levies the tax: `CA`, `CA-QC`, `DE`. */
  jurisdiction: string;
  /** Thousandths of a percent: 9975 is 9.975 %. */
  rate: number;
}

export interface TaxDecision {
  category: TaxCategory;
  /** Taxes on the net amount; none is calculated on top of another. Empty if no tax is charged. */
  lines: readonly TaxLine[];
  note: TaxNote | null;
  /** Legal source of the decision, for the operator's records. */
  source: string;
}

export interface TaxQuestion {
  seller: Pick<Seller, 'countryCode' | 'administrativeArea' | 'vatId' | 'taxNumbers'>;
  buyer: {
    /** Country code (ISO 3166-1 alpha-2). */
    countryCode: string;
    /** In Canada, the two-letter code of the province or territory. */
    administrativeArea?: string;
    vatIdVerdict: VatIdVerdict;
    /**
     * Whether the buyer declares to buy as a business or other organization. Relevant if a seller in the United Kingdom sells to the
     * European Union.
     */
    isBusiness: boolean;
  };
  /** Day on which the tax becomes payable, as `YYYY-MM-DD` in the time zone of the site. */
  day: string;
}

/** Monaco and the Isle of Man count as territories of these countries (Directive 2006/112/EC, art. 7). */
const VAT_TERRITORY: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB' };

/** Tax registrations of a seller, which determine the taxes that it charges. */
interface TaxRegistrations {
  /** GST or HST of Canada. */
  gst: boolean;
  /** QST of Quebec. */
  qst: boolean;
  /** Provinces whose own sales tax the seller collects: `BC`, `MB`, `SK`. */
  provinces: readonly string[];
  /** VAT of the seller's own country. */
  vat: boolean;
  /** One-stop shop of the European Union, through which VAT of all member states is declared. */
  oss: boolean;
}

/** Patterns for the labels of the provinces that have a sales tax of their own. */
const PROVINCES: Readonly<Record<string, RegExp>> = {
  BC: /\bBC\b|British Columbia/i,
  MB: /\bMB\b|Manitoba/i,
  SK: /\bSK\b|Saskatchewan/i,
};

export const isEuMember = (country: string): boolean => Object.hasOwn(EU_STANDARD_RATES, country);

/**
 * Decides which taxes apply to a sale of this product's online services. Pure: rates are dated, so the same input always has the same
 * result. `docs/commerce.md` lists the national rules that are left to the operator.
 */
export function decideTax({ seller, buyer, day }: TaxQuestion): TaxDecision {
  const from = VAT_TERRITORY[seller.countryCode] ?? seller.countryCode;
  const to = VAT_TERRITORY[buyer.countryCode] ?? buyer.countryCode;
  const registered = registrationsOf(seller);
  if (from === 'CA')
    return fromCanada({ to, region: buyer.administrativeArea ?? seller.administrativeArea, registered, day });
  if (isEuMember(from)) return fromEu({ from, to, verdict: buyer.vatIdVerdict, registered, day });
  if (from === 'GB') return fromUk({ to, buyer, registered, day });
  return untaxed('outOfScope', null, 'No rule for this country of the seller: left to the operator');
}

function fromCanada(sale: { to: string; region?: string; registered: TaxRegistrations; day: string }): TaxDecision {
  const { to, region, registered, day } = sale;
  if (!registered.gst) return untaxed('notRegistered', 'smallSupplier', 'Excise Tax Act (Canada), s. 148 and s. 166');
  if (to !== 'CA') return untaxed('zero', 'exportCanada', 'Excise Tax Act (Canada), Sch. VI, Part V, s. 7 and s. 8');
  // A Canadian buyer whose province is unknown pays at least the federal tax.
  const taxes = CANADIAN_TAXES[region ?? ''] ?? CANADIAN_TAXES.AB!;
  const lines = taxes
    .filter(({ name }) => {
      if (name === 'qst') return registered.qst;
      return (name !== 'pst' && name !== 'rst') || registered.provinces.includes(region ?? '');
    })
    .map(({ name, rates }) => ({
      tax: name,
      jurisdiction: name === 'gst' ? 'CA' : `CA-${region}`,
      rate: rateOn(rates, day),
    }));
  return {
    category: 'standard',
    lines,
    note: null,
    source: 'Excise Tax Act (Canada), s. 165; SOR/2010-117, s. 13 and s. 27',
  };
}

function fromEu(sale: {
  from: string;
  to: string;
  verdict: VatIdVerdict;
  registered: TaxRegistrations;
  day: string;
}): TaxDecision {
  const { from, to, verdict, registered, day } = sale;
  if (!registered.vat) return untaxed('notRegistered', 'smallEnterprise', 'Directive 2006/112/EC, art. 284');
  if (from === to) return vat(from, day, 'Directive 2006/112/EC, art. 44, art. 45 and art. 97');
  if (!isEuMember(to)) return untaxed('outOfScope', 'outsideEu', 'Directive 2006/112/EC, art. 44, art. 58 and art. 59');
  if (isTaxablePerson(verdict))
    return untaxed('reverseCharge', 'reverseCharge', 'Directive 2006/112/EC, art. 44, art. 196 and art. 226(11a)');
  // Without the one-stop shop, the seller is below the threshold of art. 59c, and the rate of its own country applies.
  if (registered.oss) return vat(to, day, 'Directive 2006/112/EC, art. 58 and art. 369a to 369k');
  return vat(from, day, 'Directive 2006/112/EC, art. 59c');
}

function fromUk(sale: {
  to: string;
  buyer: TaxQuestion['buyer'];
  registered: TaxRegistrations;
  day: string;
}): TaxDecision {
  const { to, buyer, registered, day } = sale;
  if (!registered.vat) return untaxed('notRegistered', null, 'Value Added Tax Act 1994 (UK), Sch. 1');
  if (to === 'GB') {
    const line = { tax: 'vat' as const, jurisdiction: 'GB', rate: rateOn(UK_STANDARD_RATES, day) };
    return { category: 'standard', lines: [line], note: null, source: 'Value Added Tax Act 1994 (UK), s. 2 and s. 7A' };
  }
  if (isEuMember(to)) {
    // Any evidence of a business is sufficient; a VAT id is only the best one (HMRC, Notice 741A, section 2).
    if (isTaxablePerson(buyer.vatIdVerdict) || buyer.isBusiness)
      return untaxed(
        'reverseCharge',
        'reverseChargeUk',
        'Value Added Tax Act 1994 (UK), s. 7A(2)(a); Directive 2006/112/EC, art. 44 and art. 196',
      );
    if (registered.oss) return vat(to, day, 'Directive 2006/112/EC, art. 58 and art. 358a to 369');
  }
  return untaxed('outOfScope', 'outsideUk', 'Value Added Tax Act 1994 (UK), s. 7A and Sch. 4A');
}

/** Regulation (EU) 282/2011, art. 18: a buyer with a confirmed id. If it cannot be confirmed, a valid format is sufficient. */
function isTaxablePerson(verdict: VatIdVerdict): boolean {
  return verdict === 'valid' || verdict === 'wellFormed';
}

function vat(country: string, day: string, source: string): TaxDecision {
  const line = { tax: 'vat' as const, jurisdiction: country, rate: rateOn(EU_STANDARD_RATES[country]!, day) };
  return { category: 'standard', lines: [line], note: null, source };
}

function untaxed(category: TaxCategory, note: TaxNote | null, source: string): TaxDecision {
  return { category, lines: [], note, source };
}

/**
 * Reads the seller's tax numbers by their labels: `GST/HST`, `QST` (or `TVQ`), `PST BC`, `RST MB`, `PST SK`, `OSS`. Other labels are only
 * printed on invoices.
 */
function registrationsOf({ vatId, taxNumbers }: Pick<Seller, 'vatId' | 'taxNumbers'>): TaxRegistrations {
  const labels = taxNumbers.map(({ label }) => label);
  const provincial = labels.filter((label) => /\b(?:PST|RST|TVP)\b/i.test(label));
  const has = (pattern: RegExp) => labels.some((label) => pattern.test(label));
  return {
    gst: has(/\b(?:GST|HST|TPS|TVH)\b/i),
    qst: has(/\b(?:QST|TVQ)\b/i),
    provinces: Object.keys(PROVINCES).filter((code) => provincial.some((label) => PROVINCES[code]!.test(label))),
    vat: vatId !== undefined,
    oss: has(/\bOSS\b/i),
  };
}

export interface TaxAmount extends TaxLine {
  /** Amount in minor units. */
  amount: bigint;
}

export interface TaxedAmounts {
  net: bigint;
  taxes: readonly TaxAmount[];
  /** Sum of the taxes. */
  tax: bigint;
  total: bigint;
}

/**
 * Calculates the taxes on a net amount. Each is calculated on the whole of an invoice and rounded once, half away from zero, as required
 * by EN 16931 (BR-CO-17) and the Canada Revenue Agency (Excise Tax Act, s. 165.2).
 *
 * @param net in minor units, not negative
 */
export function taxOf(net: bigint, decision: Pick<TaxDecision, 'lines'>): TaxedAmounts {
  if (net < 0n) throw new RangeError('A net amount must not be negative.');
  const taxes = decision.lines.map((line) => ({
    ...line,
    amount: (net * BigInt(line.rate) * 2n + WHOLE) / (2n * WHOLE),
  }));
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0n);
  return { net, taxes, tax, total: net + tax };
}
