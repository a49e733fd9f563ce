import type { Seller } from '#contract/commerce/commerce-rules.js';

/** Tax registrations of a seller, which determine the taxes that it charges. */
export interface TaxRegistrations {
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

const PROVINCES: Readonly<Record<string, RegExp>> = {
  BC: /\bBC\b|British Columbia/i,
  MB: /\bMB\b|Manitoba/i,
  SK: /\bSK\b|Saskatchewan/i,
};

/**
 * Reads the seller's tax numbers by their labels: `GST/HST`, `QST` (or `TVQ`), `PST BC`, `RST MB`, `PST SK`, `OSS`. Other labels are only
 * printed on invoices.
 */
export function registrationsOf({ vatId, taxNumbers }: Pick<Seller, 'vatId' | 'taxNumbers'>): TaxRegistrations {
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
