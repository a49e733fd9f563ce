import type { BackendSite } from '#contract/backend/backend.js';
import type { Invoice } from '../../../src/backend/domain/invoices/invoice-rows.js';

export const CANADIAN_SITE: BackendSite = {
  name: 'charity-ca',
  languages: ['en', 'fr'],
  locales: ['en-CA', 'fr'],
  countries: ['CA'],
  demo: 'canada',
  timeZone: 'America/Toronto',
  mail: { title: 'Good Work Canada', contactEmail: 'hello@goodwork.test', accent: '#0b5d57' },
};

export const EUROPEAN_SITE: BackendSite = {
  name: 'europe',
  languages: ['en', 'de', 'fr'],
  locales: ['en', 'de', 'fr'],
  countries: ['DE'],
  demo: 'europe',
  timeZone: 'Europe/Berlin',
  mail: { title: 'Sinnwerk', contactEmail: 'hello@sinnwerk.test', accent: '#3d35a8' },
};

/** An invoice of the Canadian site for 572.70 dollars, with GST and QST. */
export const CANADIAN_INVOICE: Invoice = {
  id: 1,
  site: 'charity-ca',
  reference: 'GWC-000042',
  kind: 'invoice',
  corrects: null,
  orderId: 1017,
  organizationId: 80,
  seller: {
    name: 'Good Work Canada Society',
    addressLine1: '150 Elgin Street',
    locality: 'Ottawa',
    administrativeArea: 'ON',
    zip: 'K2P 1L4',
    countryCode: 'CA',
    email: 'billing@goodwork.test',
    taxNumbers: [
      { label: 'GST/HST', number: '12345 6789 RT0001' },
      { label: 'QST', number: '1234567890 TQ0001' },
    ],
    paymentDetails: ['Interac e-Transfer: billing@goodwork.test'],
  },
  buyer: {
    name: 'Société d’Entraide Éducative',
    contactName: 'Zoë Lefèbvre-Çelik',
    addressLine1: '1200, rue Sainte-Catherine Ouest',
    locality: 'Montréal',
    administrativeArea: 'QC',
    zip: 'H3B 1K1',
    countryCode: 'CA',
  },
  lines: [
    { description: '5 job credits', quantity: 2, unitNet: 19_900, net: 39_800 },
    { description: 'Featured placement for 14 days', quantity: 1, unitNet: 10_010, net: 10_010 },
  ],
  taxes: [
    { tax: 'gst', jurisdiction: 'CA', rate: 5_000, amount: 2_491 },
    { tax: 'qst', jurisdiction: 'CA-QC', rate: 9_975, amount: 4_969 },
  ],
  taxCategory: 'standard',
  taxNote: null,
  vatIdVerdict: 'none',
  net: 49_810,
  tax: 7_460,
  total: 57_270,
  credited: 0,
  currency: 'CAD',
  locale: 'en-CA',
  reason: null,
  // In Toronto, this is still the day before.
  issuedAt: new Date('2026-11-25T03:00:00Z'),
  suppliedOn: '2026-11-24',
  dueOn: '2026-12-08',
  paidAt: null,
};

/** Invoice from a German seller to a Greek business, which accounts for the tax itself (reverse charge). */
export const REVERSE_CHARGE_INVOICE: Invoice = {
  ...CANADIAN_INVOICE,
  site: 'europe',
  reference: 'SW-000007',
  seller: {
    name: 'Sinnwerk gGmbH',
    addressLine1: 'Mainzer Landstraße 50',
    locality: 'Frankfurt am Main',
    zip: '60325',
    countryCode: 'DE',
    email: 'rechnung@sinnwerk.test',
    vatId: 'DE136695976',
    paymentDetails: ['IBAN DE02 1203 0000 0000 2020 51'],
  },
  buyer: {
    name: 'Ελληνική Οργάνωση «Αλληλεγγύη»',
    addressLine1: 'Οδός Ερμού 5',
    locality: 'Αθήνα',
    zip: '105 63',
    countryCode: 'GR',
    vatId: 'EL094259216',
  },
  taxes: [],
  taxCategory: 'reverseCharge',
  taxNote: 'reverseCharge',
  vatIdVerdict: 'valid',
  tax: 0,
  total: 49_810,
  currency: 'EUR',
  locale: 'de',
};

/** Invoice from a German seller to a German buyer. */
export const GERMAN_INVOICE: Invoice = {
  ...REVERSE_CHARGE_INVOICE,
  reference: 'SW-000008',
  buyer: {
    name: 'Grüne Höfe e. V.',
    addressLine1: 'Öffnungsgasse 1',
    locality: 'Köln',
    zip: '50667',
    countryCode: 'DE',
  },
  taxes: [{ tax: 'vat', jurisdiction: 'DE', rate: 19_000, amount: 9_464 }],
  taxCategory: 'standard',
  taxNote: null,
  vatIdVerdict: 'none',
  tax: 9_464,
  total: 59_274,
};
