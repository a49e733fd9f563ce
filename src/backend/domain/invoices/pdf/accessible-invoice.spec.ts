import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import {
  CANADIAN_INVOICE,
  CANADIAN_SITE,
  EUROPEAN_SITE,
  REVERSE_CHARGE_INVOICE,
} from '../../../../../test/support/commerce/invoice-examples.js';
import type { Invoice } from '../invoice-rows.js';
import { renderInvoicePdf } from './render-invoice.js';

/** An invoice of several pages, with a script that the site's font lacks. */
const LONG: Invoice = {
  ...CANADIAN_INVOICE,
  buyer: { ...CANADIAN_INVOICE.buyer, name: 'Ὀδυσσεύς' },
  lines: Array.from({ length: 80 }, (_none, index) => ({
    description: `Line ${index}`,
    quantity: 1,
    unitNet: 1,
    net: 1,
  })),
};

/** The structural checks of a PDF/UA-1 validator (ISO 14289-1). No validator without Java is available. */
describe.each<[string, Invoice]>([
  ['of Canada', CANADIAN_INVOICE],
  ['of several pages', LONG],
  ['with reverse charge', REVERSE_CHARGE_INVOICE],
])('[REC-08] an accessible invoice, %s', (_name, invoice) => {
  let bytes: Buffer;
  let raw: string;
  beforeAll(async () => {
    bytes = await renderInvoicePdf(invoice, invoice.site === CANADIAN_SITE.name ? CANADIAN_SITE : EUROPEAN_SITE);
    raw = bytes.toString('latin1');
  });
  /** Objects of the file whose dictionary contains a text. */
  const objects = (part: string) =>
    raw.split(/\nendobj/).flatMap((each) => (each.includes(part) ? [each.split('stream')[0]!] : []));

  it('declares conformance, language, title, and a structure', () => {
    expect(raw).toMatch(/<pdfuaid:part>1<\/pdfuaid:part>/);
    const [catalog] = objects('/Type /Catalog');
    expect(catalog).toContain('/StructTreeRoot');
    expect(catalog).toMatch(/\/Lang \([a-z]{2}/);
    expect(raw).toContain('/Marked true');
    expect(raw).toContain('/DisplayDocTitle true');
    expect(raw).toMatch(/<dc:title>/);
  });

  it('has no content on a page that is neither part of the structure nor an artifact', async () => {
    const { OPS } = await getResolvedPDFJS();
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    const begins: number[] = [OPS.beginMarkedContent, OPS.beginMarkedContentProps];
    const paints: number[] = [OPS.showText, OPS.constructPath, OPS.paintImageXObject];
    let painted = 0;
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const { fnArray } = await (await pdf.getPage(number)).getOperatorList();
      let depth = 0;
      for (const operation of fnArray) {
        if (begins.includes(operation)) depth += 1;
        if (operation === OPS.endMarkedContent) depth -= 1;
        if (!paints.includes(operation)) continue;
        painted += 1;
        expect([number, depth]).toEqual([number, 1]);
      }
      expect(depth).toBe(0);
    }
    expect(painted).toBeGreaterThan(30);
  });

  it('has table headers with a scope, and pages whose tab order follows the structure', () => {
    const headings = objects('/S /TH');
    expect(headings.length).toBeGreaterThan(5);
    for (const heading of headings) expect(heading).toMatch(/\/Scope \/(Column|Row)/);
    for (const figure of objects('/S /Figure')) expect(figure).toMatch(/\/Alt \(/);
    const pages = objects('/Type /Page\n');
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) expect(page).toMatch(/\/Tabs \/S[\s\n]/);
  });

  it('embeds its fonts, each with a mapping to Unicode', () => {
    const fonts = objects('/Subtype /Type0');
    expect(fonts.length).toBeGreaterThan(1);
    for (const font of fonts) expect(font).toContain('/ToUnicode');
    const descriptors = objects('/Type /FontDescriptor');
    expect(descriptors.length).toBeGreaterThanOrEqual(fonts.length);
    for (const descriptor of descriptors) expect(descriptor).toMatch(/\/FontFile[23] /);
    expect(objects('/Subtype /Type1')).toEqual([]);
  });
});
