import type { Seller } from '#contract/commerce/commerce-rules.js';
import { decideTax, type TaxDecision, type VatIdVerdict } from './tax-decision.js';

type TaxSeller = Pick<Seller, 'countryCode' | 'administrativeArea' | 'vatId' | 'taxNumbers'>;

const numbered = (...labels: string[]) => labels.map((label) => ({ label, number: '1' }));
const CANADA: TaxSeller = {
  countryCode: 'CA',
  administrativeArea: 'ON',
  taxNumbers: numbered('GST/HST', 'QST', 'PST BC', 'PST SK', 'RST Manitoba'),
};
const GERMANY: TaxSeller = { countryCode: 'DE', vatId: 'DE136695976', taxNumbers: [] };
const UK: TaxSeller = { countryCode: 'GB', vatId: 'GB123456782', taxNumbers: [] };

interface Sale {
  from: TaxSeller;
  to: string;
  region?: string;
  verdict?: VatIdVerdict;
  isBusiness?: boolean;
  day?: string;
}

function decide({ from, to, region, verdict = 'none', isBusiness = false, day = '2026-11-25' }: Sale): TaxDecision {
  const buyer = { countryCode: to, vatIdVerdict: verdict, isBusiness };
  return decideTax({
    seller: from,
    buyer: region === undefined ? buyer : { ...buyer, administrativeArea: region },
    day,
  });
}

/** Decision as one line: `standard GST 5 + QST 9.975 (CA-QC)`. */
function told({ category, lines, note }: TaxDecision): string {
  const taxes = lines.map(({ tax, rate, jurisdiction }) => `${tax} ${rate / 1000} ${jurisdiction}`);
  return [category, ...taxes, ...(note === null ? [] : [note])].join(' | ');
}

describe('taxes of Canada', () => {
  it.each([
    ['AB', 'standard | gst 5 CA'],
    ['BC', 'standard | gst 5 CA | pst 7 CA-BC'],
    ['MB', 'standard | gst 5 CA | rst 7 CA-MB'],
    ['NB', 'standard | hst 15 CA-NB'],
    ['NL', 'standard | hst 15 CA-NL'],
    ['NS', 'standard | hst 14 CA-NS'],
    ['NT', 'standard | gst 5 CA'],
    ['NU', 'standard | gst 5 CA'],
    ['ON', 'standard | hst 13 CA-ON'],
    ['PE', 'standard | hst 15 CA-PE'],
    ['QC', 'standard | gst 5 CA | qst 9.975 CA-QC'],
    ['SK', 'standard | gst 5 CA | pst 6 CA-SK'],
    ['YT', 'standard | gst 5 CA'],
    ['??', 'standard | gst 5 CA'],
  ])('[REC-08] for a buyer in %s', (region, expected) => {
    expect(told(decide({ from: CANADA, to: 'CA', region }))).toBe(expected);
  });

  it.each([
    ['NS', '2025-03-31', 'standard | hst 15 CA-NS'],
    ['NS', '2025-04-01', 'standard | hst 14 CA-NS'],
    ['MB', '2019-06-30', 'standard | gst 5 CA | rst 8 CA-MB'],
    ['MB', '2019-07-01', 'standard | gst 5 CA | rst 7 CA-MB'],
  ])('[REC-08] in %s on %s', (region, day, expected) => {
    expect(told(decide({ from: CANADA, to: 'CA', region, day }))).toBe(expected);
  });

  it('[REC-08] of a province are charged only if the seller is registered for them', () => {
    const federal = { ...CANADA, taxNumbers: numbered('GST/HST') };
    for (const region of ['BC', 'MB', 'QC', 'SK'])
      expect(told(decide({ from: federal, to: 'CA', region }))).toBe('standard | gst 5 CA');
    expect(told(decide({ from: federal, to: 'CA', region: 'ON' }))).toBe('standard | hst 13 CA-ON');
    const french = { ...CANADA, taxNumbers: numbered('TPS/TVH', 'TVQ') };
    expect(told(decide({ from: french, to: 'CA', region: 'QC' }))).toBe('standard | gst 5 CA | qst 9.975 CA-QC');
  });

  it('[REC-08] are not charged outside Canada, nor by a small supplier', () => {
    expect(told(decide({ from: CANADA, to: 'US', region: 'NY' }))).toBe('zero | exportCanada');
    expect(told(decide({ from: CANADA, to: 'DE', verdict: 'valid' }))).toBe('zero | exportCanada');
    const small = { ...CANADA, taxNumbers: [] };
    expect(told(decide({ from: small, to: 'CA', region: 'ON' }))).toBe('notRegistered | smallSupplier');
  });
});

describe('VAT of the European Union', () => {
  const OSS = { ...GERMANY, taxNumbers: numbered('OSS') };

  it.each([
    ['AT', 20],
    ['BE', 21],
    ['BG', 20],
    ['CY', 19],
    ['CZ', 21],
    ['DE', 19],
    ['DK', 25],
    ['EE', 24],
    ['ES', 21],
    ['FI', 25.5],
    ['FR', 20],
    ['GR', 24],
    ['HR', 25],
    ['HU', 27],
    ['IE', 23],
    ['IT', 22],
    ['LT', 21],
    ['LU', 17],
    ['LV', 21],
    ['MT', 18],
    ['NL', 21],
    ['PL', 23],
    ['PT', 23],
    ['RO', 21],
    ['SE', 25],
    ['SI', 22],
    ['SK', 23],
  ])('[REC-08] in %s, at home and by the one-stop shop', (country, rate) => {
    const line = `standard | vat ${rate} ${country}`;
    const home = { countryCode: country, vatId: `${country}1`, taxNumbers: [] };
    expect(told(decide({ from: home, to: country, verdict: 'valid' }))).toBe(line);
    expect(told(decide({ from: OSS, to: country }))).toBe(line);
    // A business in another country accounts for the tax itself.
    const abroad = country === 'DE' ? 'FR' : 'DE';
    const seller = { countryCode: abroad, vatId: 'X', taxNumbers: [] };
    expect(told(decide({ from: seller, to: country, verdict: 'valid' }))).toBe('reverseCharge | reverseCharge');
  });

  it.each([
    ['EE', '2023-12-31', 20],
    ['EE', '2024-01-01', 22],
    ['EE', '2025-06-30', 22],
    ['EE', '2025-07-01', 24],
    ['FI', '2024-08-31', 24],
    ['FI', '2024-09-01', 25.5],
    ['LU', '2023-06-30', 16],
    ['RO', '2025-07-31', 19],
    ['RO', '2025-08-01', 21],
    ['SK', '2024-12-31', 20],
    ['SK', '2025-01-01', 23],
  ])('[REC-08] in %s on %s', (to, day, rate) => {
    expect(told(decide({ from: OSS, to, day }))).toBe(`standard | vat ${rate} ${to}`);
  });

  it.each<[VatIdVerdict, string]>([
    ['valid', 'reverseCharge | reverseCharge'],
    ['wellFormed', 'reverseCharge | reverseCharge'],
    ['unavailable', 'standard | vat 19 DE'],
    ['invalid', 'standard | vat 19 DE'],
    ['none', 'standard | vat 19 DE'],
  ])('[REC-08] of a buyer in France whose id is %s', (verdict, expected) => {
    expect(told(decide({ from: GERMANY, to: 'FR', verdict, isBusiness: true }))).toBe(expected);
  });

  it('[REC-08] is not charged outside the Union, nor by a small enterprise', () => {
    for (const to of ['GB', 'CH', 'NO', 'US', 'CA'])
      expect(told(decide({ from: GERMANY, to }))).toBe('outOfScope | outsideEu');
    const small: TaxSeller = { countryCode: 'DE', taxNumbers: [] };
    expect(told(decide({ from: small, to: 'FR', verdict: 'valid' }))).toBe('notRegistered | smallEnterprise');
  });

  it('[REC-08] treats Monaco as France', () => {
    expect(told(decide({ from: OSS, to: 'MC' }))).toBe('standard | vat 20 FR');
  });
});

describe('VAT of the United Kingdom', () => {
  it.each<[string, VatIdVerdict, boolean, string]>([
    ['GB', 'wellFormed', true, 'standard | vat 20 GB'],
    ['GB', 'none', false, 'standard | vat 20 GB'],
    ['IM', 'none', false, 'standard | vat 20 GB'],
    ['FR', 'valid', true, 'reverseCharge | reverseChargeUk'],
    ['FR', 'unavailable', true, 'reverseCharge | reverseChargeUk'],
    ['FR', 'none', false, 'outOfScope | outsideUk'],
    ['US', 'none', true, 'outOfScope | outsideUk'],
  ])('[REC-08] of a buyer in %s (%s, business: %s)', (to, verdict, isBusiness, expected) => {
    expect(told(decide({ from: UK, to, verdict, isBusiness }))).toBe(expected);
  });

  it('[REC-08] charges consumers in the Union their VAT through the one-stop shop', () => {
    expect(told(decide({ from: { ...UK, taxNumbers: numbered('EU OSS') }, to: 'IE' }))).toBe('standard | vat 23 IE');
  });

  it('[REC-08] is not charged if the seller is not registered', () => {
    expect(told(decide({ from: { countryCode: 'GB', taxNumbers: [] }, to: 'GB' }))).toBe('notRegistered');
  });
});

it('[REC-08] sellers in other countries charge no tax', () => {
  expect(told(decide({ from: { countryCode: 'US', taxNumbers: [] }, to: 'US' }))).toBe('outOfScope');
});

it('[REC-08] every decision names its legal source', () => {
  for (const from of [CANADA, GERMANY, UK, { countryCode: 'US', taxNumbers: [] }])
    for (const to of ['CA', 'DE', 'FR', 'GB', 'US'])
      expect(decide({ from, to }).source).toMatch(/art\.|s\.|Sch\.|operator/);
});
