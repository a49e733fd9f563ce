import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import {
  CANADIAN_INVOICE,
  CANADIAN_SITE,
  EUROPEAN_SITE,
  GERMAN_INVOICE,
  REVERSE_CHARGE_INVOICE,
} from '../../../../../test/support/commerce/invoice-examples.js';
import { missingOnInvoice } from '../../../../../test/support/commerce/invoice-rules.js';
import type { Invoice } from '../invoice-rows.js';
import { renderInvoicePdf } from './render-invoice.js';

const siteOf = ({ site }: Invoice) => (site === CANADIAN_SITE.name ? CANADIAN_SITE : EUROPEAN_SITE);
const render = (invoice: Invoice) => renderInvoicePdf(invoice, siteOf(invoice));

async function textOf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

/** Types of the structure elements, in the reading order of a screen reader. */
async function structureOf(bytes: Buffer): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const page = await pdf.getPage(1);
  interface Node {
    role?: string;
    children?: Node[];
  }
  const roles: string[] = [];
  const visit = (node: Node) => {
    if (node.role !== undefined) roles.push(node.role);
    node.children?.forEach(visit);
  };
  visit((await page.getStructTree()) as Node);
  return roles;
}

const CREDIT_NOTE: Invoice = {
  ...GERMAN_INVOICE,
  kind: 'credit_note',
  reference: 'SWG-000001',
  corrects: { id: 1, reference: 'SW-000008' },
  dueOn: null,
  reason: 'Annonce refusée par la modération',
  locale: 'fr',
};

describe('an invoice as PDF', () => {
  it.each<[string, Invoice]>([
    ['of Canada from 500 dollars', CANADIAN_INVOICE],
    ['of Canada from 500 dollars in French', { ...CANADIAN_INVOICE, locale: 'fr' }],
    ['of Canada from 500 dollars, paid', { ...CANADIAN_INVOICE, dueOn: null }],
    ['of Canada from 100 dollars', { ...CANADIAN_INVOICE, total: 12_000 }],
    ['of Canada below 100 dollars', { ...CANADIAN_INVOICE, total: 9_999 }],
    ['of Germany', GERMAN_INVOICE],
    ['of Germany in English', { ...GERMAN_INVOICE, locale: 'en' }],
    ['with reverse charge in German', REVERSE_CHARGE_INVOICE],
    ['with reverse charge in English', { ...REVERSE_CHARGE_INVOICE, locale: 'en' }],
    ['with reverse charge in French', { ...REVERSE_CHARGE_INVOICE, locale: 'fr' }],
    ['as a credit note in French', CREDIT_NOTE],
  ])('[REC-08] contains what the law requires: %s', async (_name, invoice) => {
    expect(missingOnInvoice(await textOf(await render(invoice)), invoice)).toEqual([]);
  });

  it('[REC-08] contains what the law requires', () => {
    expect(missingOnInvoice('', CANADIAN_INVOICE).length).toBeGreaterThan(6);
    expect(missingOnInvoice('', REVERSE_CHARGE_INVOICE).length).toBeGreaterThan(8);
  });

  it('[REC-08] is in the language of the invoice, with amounts and dates formatted for its site', async () => {
    const english = await textOf(await render(CANADIAN_INVOICE));
    for (const part of [
      'Invoice number: GWC-000042',
      'Date of issue: November 24, 2026',
      'QST 9.975% on $498.10',
      '$572.70',
    ])
      expect(english).toContain(part);
    const german = await textOf(await render(GERMAN_INVOICE));
    for (const part of ['Rechnung', 'Grüne Höfe e. V.', '25. November 2026', 'USt. 19 % auf 498,10 €', '592,74 €'])
      expect(german).toContain(part);
    const french = await textOf(await render(CREDIT_NOTE));
    for (const part of [
      'Avoir',
      'Numéro d’avoir : SWG-000001',
      'Motif : Annonce refusée par la modération',
      'TVA 19 % sur 498,10 €',
      'Allemagne',
    ])
      expect(french).toContain(part);
  });

  it('[REC-08] explains how tax is corrected if a VAT id could not be confirmed', async () => {
    const invoice: Invoice = {
      ...GERMAN_INVOICE,
      buyer: REVERSE_CHARGE_INVOICE.buyer,
      vatIdVerdict: 'unavailable',
      locale: 'en',
    };
    expect(await textOf(await render(invoice))).toContain('The VAT number EL094259216 could not be confirmed');
  });

  it('[REC-08] is tagged, with title and language', async () => {
    const bytes = await render(CANADIAN_INVOICE);
    const { info } = await getMeta(new Uint8Array(bytes));
    expect(info).toMatchObject({ Title: 'Invoice GWC-000042', Language: 'en-CA', Author: 'Good Work Canada Society' });
    const roles = await structureOf(bytes);
    expect(roles.slice(0, 4)).toEqual(['Root', 'Document', 'P', 'H1']);
    expect(roles.filter((role) => role === 'TH')).toHaveLength(4 + 4);
    expect(roles.filter((role) => role === 'TR')).toHaveLength(3 + 4);
    const raw = bytes.toString('latin1');
    expect(raw).toContain('/Marked true');
    expect(raw).toContain('/DisplayDocTitle true');
    expect(raw).not.toMatch(/\/BaseFont \/Helvetica/);
  });

  it('[REC-08] is deterministic', async () => {
    expect((await render(CANADIAN_INVOICE)).equals(await render(CANADIAN_INVOICE))).toBe(true);
  });

  it('[REC-08] shows hostile texts as plain text', async () => {
    const long = 'W'.repeat(20_000);
    const invoice: Invoice = {
      ...CANADIAN_INVOICE,
      buyer: {
        name: `=HYPERLINK("http://x.test") <script>alert(1)</script> ${long}`,
        contactName: '\u202eevil\u0007 شركة التضامن 😀👨‍👩‍👧 株式会社',
        addressLine1: long,
        addressLine2: 'שלום עולם',
        locality: 'Łódź Ὀδυσσεύς Здравствуй',
        zip: '\t\n\r',
        countryCode: 'not a country',
      },
      lines: Array.from({ length: 80 }, (_, index) => ({
        description: index % 7 === 0 ? long : `Line ${index} ) Tj /JS (app.alert(1)) \\`,
        quantity: 1,
        unitNet: 1,
        net: 1,
      })),
      reason: `<b>${long}`,
    };
    const bytes = await render(invoice);
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    expect(pdf.numPages).toBeLessThan(25);
    const text = await textOf(bytes);
    for (const part of [
      '<script>alert(1)</script>',
      'Łódź',
      'Здравствуй',
      'Line 79 ) Tj /JS (app.alert(1)) \\',
      '$572.70',
    ])
      expect(text).toContain(part);
    expect(text).toContain(`of ${pdf.numPages}`);
    expect(bytes.toString('latin1')).not.toContain('/JavaScript');
    expect(await pdf.getJSActions()).toBeNull();
  });
});
