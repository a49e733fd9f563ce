/**
 * A rate that applies from a certain day. Rates are in thousandths of a percent, because Quebec's sales tax is 9.975 % (9975). Rates
 * before the first row of a list are unknown; the first row is used for them.
 */
export interface DatedRate {
  /** First day of the rate, as `YYYY-MM-DD`. */
  from: string;
  rate: number;
}

/** Taxes as named on invoices; their names are in the catalogues (`invoice.taxName`). */
export type TaxName = 'gst' | 'hst' | 'qst' | 'pst' | 'rst' | 'vat';

export interface ProvincialTax {
  name: TaxName;
  rates: readonly DatedRate[];
}

const since = (from: string, rate: number): readonly DatedRate[] => [{ from, rate }];

const GST: ProvincialTax = { name: 'gst', rates: since('2008-01-01', 5_000) };

const hst = (...rates: DatedRate[]): ProvincialTax => ({ name: 'hst', rates });

/**
 * Taxes of the thirteen provinces and territories, by the code of Canada Post. Sources: Canada Revenue Agency, “GST/HST calculator (and
 * rates)”; Excise Tax Act, ss. 165(1) and (2) and Schedule VIII; SOR/2025-77 for Nova Scotia; Act respecting the Québec sales tax, s. 16;
 * for the provincial sales taxes the ministries of finance of British Columbia, Manitoba and Saskatchewan. Checked on 2026-11-25.
 */
export const CANADIAN_TAXES: Readonly<Record<string, readonly ProvincialTax[]>> = {
  AB: [GST],
  BC: [GST, { name: 'pst', rates: since('2013-04-01', 7_000) }],
  MB: [
    GST,
    {
      name: 'rst',
      rates: [
        { from: '2013-07-01', rate: 8_000 },
        { from: '2019-07-01', rate: 7_000 },
      ],
    },
  ],
  NB: [hst({ from: '2016-07-01', rate: 15_000 })],
  NL: [hst({ from: '2016-07-01', rate: 15_000 })],
  NS: [hst({ from: '2010-07-01', rate: 15_000 }, { from: '2025-04-01', rate: 14_000 })],
  NT: [GST],
  NU: [GST],
  ON: [hst({ from: '2010-07-01', rate: 13_000 })],
  PE: [hst({ from: '2016-10-01', rate: 15_000 })],
  QC: [GST, { name: 'qst', rates: since('2013-01-01', 9_975) }],
  SK: [GST, { name: 'pst', rates: since('2017-03-23', 6_000) }],
  YT: [GST],
};

/**
 * Standard rates of the member states of the European Union. Sources: European Commission, “Taxes in Europe” database, and the dates of the
 * acts that changed a rate, compared with ibericode/vat-rates at 5abb1e1. Checked on 2026-11-25: no standard rate changed in 2026.
 */
export const EU_STANDARD_RATES: Readonly<Record<string, readonly DatedRate[]>> = {
  AT: since('1984-01-01', 20_000),
  BE: since('1996-01-01', 21_000),
  BG: since('1999-01-01', 20_000),
  CY: since('2014-01-13', 19_000),
  CZ: since('2013-01-01', 21_000),
  DE: [
    { from: '2007-01-01', rate: 19_000 },
    { from: '2020-07-01', rate: 16_000 },
    { from: '2021-01-01', rate: 19_000 },
  ],
  DK: since('1992-01-01', 25_000),
  EE: [
    { from: '2009-07-01', rate: 20_000 },
    { from: '2024-01-01', rate: 22_000 },
    { from: '2025-07-01', rate: 24_000 },
  ],
  ES: since('2012-09-01', 21_000),
  FI: [
    { from: '2013-01-01', rate: 24_000 },
    { from: '2024-09-01', rate: 25_500 },
  ],
  FR: since('2014-01-01', 20_000),
  GR: since('2016-06-01', 24_000),
  HR: since('2012-03-01', 25_000),
  HU: since('2012-01-01', 27_000),
  IE: [
    { from: '2012-01-01', rate: 23_000 },
    { from: '2020-09-01', rate: 21_000 },
    { from: '2021-03-01', rate: 23_000 },
  ],
  IT: since('2013-10-01', 22_000),
  LT: since('2009-09-01', 21_000),
  LU: [
    { from: '2015-01-01', rate: 17_000 },
    { from: '2023-01-01', rate: 16_000 },
    { from: '2024-01-01', rate: 17_000 },
  ],
  LV: since('2012-07-01', 21_000),
  MT: since('2004-01-01', 18_000),
  NL: since('2012-10-01', 21_000),
  PL: since('2011-01-01', 23_000),
  PT: since('2011-01-01', 23_000),
  RO: [
    { from: '2017-01-01', rate: 19_000 },
    { from: '2025-08-01', rate: 21_000 },
  ],
  SE: since('1990-07-01', 25_000),
  SI: since('2013-07-01', 22_000),
  SK: [
    { from: '2011-01-01', rate: 20_000 },
    { from: '2025-01-01', rate: 23_000 },
  ],
};

/** Value Added Tax Act 1994, s. 2(1), as amended by the Finance (No. 2) Act 2010, s. 3. */
export const UK_STANDARD_RATES = since('2011-01-04', 20_000);

/** @param day `YYYY-MM-DD` @returns the rate of that day, in thousandths of a percent */
export function rateOn(rates: readonly DatedRate[], day: string): number {
  // Days in this format can be compared as strings.
  return (rates.findLast(({ from }) => from <= day) ?? rates[0]!).rate;
}
