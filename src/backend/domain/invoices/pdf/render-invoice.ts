import { readFile } from 'node:fs/promises';
import type { BackendSite } from '#contract/backend/backend.js';
import { describeInvoice, type InvoiceDocument } from '../invoice-document.js';
import type { Invoice } from '../invoice-rows.js';
import {
  TaggedPage,
  type ElementOptions,
  type Structure,
  type TextStyle,
  DocumentFonts,
} from '../../../platform/pdf/tagged-pdf.js';

const MARGIN = 54;
const FOOTER_HEIGHT = 40;
const LOGO_HEIGHT = 34;
const GAP = 18;
const QUIET = '#595959';
const RULE = '#c8c8c8';
const DEFAULT_ACCENT = '#1c1c1c';
/** Column widths as fractions: description, quantity, unit price, amount. */
const COLUMNS = [0.46, 0.12, 0.21, 0.21];
const CELL_GAP = 6;
/** The type definitions lack the first option; without the second, the library opens a font that is not embedded. */
const UNTYPED_OPTIONS = { subset: 'PDF/UA', font: null };
/** Maximum length of a description: longer ones are cut, so that a row always fits on a page. */
const MAX_DESCRIPTION = 300;
/** Maximum length of any field of a billing profile. */
const MAX_PARTY_LINE = 200;
/** Maximum length of a note: sites may have long texts that the law requires. */
const MAX_NOTE = 3000;

/**
 * Renders an invoice as a tagged PDF, in the language in which it was issued. The PDF library is loaded on first use.
 *
 * @returns the bytes of the file, always the same for the same letterhead
 */
export async function renderInvoicePdf(invoice: Invoice, site: BackendSite): Promise<Buffer> {
  const content = describeInvoice(invoice, site);
  const [{ default: PdfDocument }, fonts, logo] = await Promise.all([
    import('pdfkit'),
    DocumentFonts.load(site.letterhead),
    readLogo(site.letterhead?.logo),
  ]);
  const isAmerican = ['CA', 'US'].includes(invoice.seller.countryCode);
  const options: PDFKit.PDFDocumentOptions = {
    size: isAmerican ? 'LETTER' : 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER_HEIGHT },
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: content.locale,
    bufferPages: true,
    info: {
      Title: content.name,
      Author: invoice.seller.name,
      Subject: content.name,
      CreationDate: invoice.issuedAt,
      ModDate: invoice.issuedAt,
    },
  };
  const pdf = new PdfDocument(Object.assign(options, UNTYPED_OPTIONS));
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  for (const { name, bytes } of fonts.all) pdf.registerFont(name, bytes);
  new InvoicePage(new TaggedPage(pdf, fonts), content, site).draw(logo);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

async function readLogo(file: string | undefined): Promise<Buffer | undefined> {
  return file === undefined ? undefined : readFile(file).catch(() => undefined);
}

function styleOf(column: number, isHead: boolean): TextStyle {
  return {
    isBold: isHead,
    align: column === 0 ? 'left' : 'right',
    maxLength: MAX_DESCRIPTION,
    ...(isHead ? { scope: 'Column', size: 9, colour: QUIET } : {}),
  };
}

class InvoicePage {
  private readonly width: number;
  private readonly bottom: number;
  private readonly accent: string;
  private y = MARGIN;

  constructor(
    private readonly page: TaggedPage,
    private readonly content: InvoiceDocument,
    private readonly site: BackendSite,
  ) {
    const { page: sheet } = page.pdf;
    this.width = sheet.width - 2 * MARGIN;
    this.bottom = sheet.height - MARGIN - FOOTER_HEIGHT;
    this.accent = site.mail?.accent ?? DEFAULT_ACCENT;
  }

  draw(logo: Buffer | undefined): void {
    const { pdf } = this.page;
    const root = pdf.struct('Document');
    pdf.addStructure(root);
    this.drawHead(root, logo);
    this.drawParties(root);
    this.drawLines(root);
    this.drawTotals(root);
    this.drawNotes(root);
    root.end();
    this.drawFooters();
  }

  private drawHead(root: Structure, logo: Buffer | undefined): void {
    const { pdf } = this.page;
    const { letterhead, mail } = this.site;
    const half = this.width / 2 - GAP;
    const title = mail?.title ?? this.site.name;
    let x = MARGIN;
    if (logo) {
      const width = letterhead?.showsTitle ? half : LOGO_HEIGHT;
      const options: ElementOptions = { alt: title, bbox: [x, this.y, x + width, this.y + LOGO_HEIGHT] };
      root.add(
        pdf.struct('Figure', options, () => {
          pdf.image(logo, x, this.y, { fit: [width, LOGO_HEIGHT] });
        }),
      );
      x += LOGO_HEIGHT + 10;
    }
    let left = this.y + LOGO_HEIGHT;
    if (!logo || !letterhead?.showsTitle) {
      const style = { size: 15, isBold: true, colour: this.accent };
      left = Math.max(left, this.page.write(root, 'P', title, { x, y: this.y + 8, width: half - (x - MARGIN) }, style));
    }
    const right = { x: MARGIN + half + GAP, width: half + GAP };
    let y = this.page.write(
      root,
      'H1',
      this.content.title,
      { ...right, y: this.y },
      { size: 24, isBold: true, align: 'right' },
    );
    for (const fact of this.content.facts)
      y = this.page.write(root, 'P', fact, { ...right, y: y + 1 }, { align: 'right' });
    this.y = Math.max(left, y) + GAP;
  }

  private drawParties(root: Structure): void {
    const half = this.width / 2 - GAP;
    const top = this.y;
    let lowest = top;
    [this.content.seller, this.content.buyer].forEach(({ title, lines }, index) => {
      const box = { x: MARGIN + index * (half + 2 * GAP), width: half };
      const part = this.page.pdf.struct('Sect');
      root.add(part);
      let y = this.page.write(part, 'H2', title, { ...box, y: top }, { isBold: true, colour: this.accent });
      lines.forEach((line, position) => {
        y = this.page.write(part, 'P', line, { ...box, y }, { isBold: position === 0, maxLength: MAX_PARTY_LINE });
      });
      part.end();
      lowest = Math.max(lowest, y);
    });
    this.y = lowest + GAP * 1.5;
  }

  private drawLines(root: Structure): void {
    const { title, heads, rows } = this.content.table;
    // A heading must not be the last line of a page.
    this.makeRoom(60 + this.heightOfRow(rows[0] ?? heads));
    this.y =
      this.page.write(root, 'H2', title, { ...this.whole(), y: this.y }, { isBold: true, colour: this.accent }) + 4;
    const table = this.page.pdf.struct('Table');
    root.add(table);
    this.drawRow(table, heads, { isHead: true });
    for (const row of rows) this.drawRow(table, row, { isHead: false });
    table.end();
    this.y += GAP / 2;
  }

  private heightOfRow(cells: readonly string[], { isHead }: { isHead: boolean } = { isHead: false }): number {
    const heights = cells.map((cell, column) =>
      this.page.heightOf(cell, this.columnWidth(column) - CELL_GAP, styleOf(column, isHead)),
    );
    return Math.max(...heights);
  }

  private drawRow(table: Structure, cells: readonly string[], { isHead }: { isHead: boolean }): void {
    const height = this.heightOfRow(cells, { isHead });
    this.makeRoom(height + 10);
    const row = this.page.pdf.struct('TR');
    table.add(row);
    let x = MARGIN;
    cells.forEach((cell, column) => {
      const width = this.columnWidth(column);
      const box = { x: column === 0 ? x : x + CELL_GAP, y: this.y, width: width - CELL_GAP };
      this.page.write(row, isHead ? 'TH' : 'TD', cell, box, styleOf(column, isHead));
      x += width;
    });
    row.end();
    this.y += height + 4;
    this.page.line({ ...this.whole(), y: this.y }, RULE);
    this.y += 6;
  }

  private columnWidth(column: number): number {
    return COLUMNS[column]! * this.width;
  }

  private drawTotals(root: Structure): void {
    const { totals, total } = this.content;
    const table = this.page.pdf.struct('Table');
    root.add(table);
    const wide = this.width * 0.66;
    for (const each of [...totals, total]) {
      const isLast = each === total;
      const style = isLast ? { isBold: true, size: 13 } : {};
      const height = this.page.heightOf(each.label, wide * 0.64, style);
      this.makeRoom(height + 8);
      if (isLast) this.page.line({ x: MARGIN + this.width - wide, y: this.y, width: wide }, this.accent);
      const row = this.page.pdf.struct('TR');
      table.add(row);
      const y = this.y + (isLast ? 6 : 0);
      const x = MARGIN + this.width - wide;
      this.page.write(row, 'TH', each.label, { x, y, width: wide * 0.64 }, { ...style, scope: 'Row' });
      const amount = { x: x + wide * 0.64, y, width: wide * 0.36 };
      this.page.write(row, 'TD', each.text, amount, { ...style, align: 'right' });
      row.end();
      this.y = y + height + 4;
    }
    table.end();
    this.y += GAP;
  }

  private drawNotes(root: Structure): void {
    const { notes, payment } = this.content;
    for (const note of notes) this.drawParagraph(root, note);
    this.makeRoom(40);
    const heading = { isBold: true, colour: this.accent };
    this.y = this.page.write(root, 'H2', payment.title, { ...this.whole(), y: this.y + 4 }, heading) + 2;
    for (const line of payment.lines) this.drawParagraph(root, line);
  }

  private drawParagraph(root: Structure, text: string): void {
    const style = { maxLength: MAX_NOTE };
    this.makeRoom(this.page.heightOf(text, this.width, style));
    this.y = this.page.write(root, 'P', text, { ...this.whole(), y: this.y }, style) + 3;
  }

  /** Starts a new page if less than this height is left. */
  private makeRoom(height: number): void {
    if (this.y + height <= this.bottom) return;
    this.page.pdf.addPage();
    this.y = MARGIN;
  }

  private drawFooters(): void {
    const { pdf } = this.page;
    const { start, count } = pdf.bufferedPageRange();
    for (let index = start; index < start + count; index += 1) {
      pdf.switchToPage(index);
      // Otherwise text below the margin would start a new page.
      pdf.page.margins.bottom = 0;
      const y = pdf.page.height - MARGIN;
      const style = { size: 8, colour: QUIET, maxLength: 80 };
      this.page.writeArtifact(this.content.name, { x: MARGIN, y, width: this.width / 2 }, style);
      const number = this.content.pageOf(index - start + 1, count);
      const right = { x: MARGIN + this.width / 2, y, width: this.width / 2 };
      this.page.writeArtifact(number, right, { ...style, align: 'right' });
    }
  }

  private whole(): { x: number; width: number } {
    return { x: MARGIN, width: this.width };
  }
}
