import type { BackendSite } from '#contract/backend/backend.js';
import { DocumentFonts } from '../../../platform/pdf/document-fonts.js';
import { type Structure, TaggedPage, type TextStyle } from '../../../platform/pdf/tagged-page.js';
import type { StoredResumeDocument } from '../../../platform/database/tables/application-tables.js';

const MARGIN = 54;
const GAP = 14;
const QUIET = '#595959';
const RULE = '#c8c8c8';
const DEFAULT_ACCENT = '#1c1c1c';
/** Minimum height of an entry that must fit on the page with its heading. */
const MIN_ENTRY_HEIGHT = 60;
/** Maximum length of a text, longer than in invoices; the rest is cut. */
const MAX_LINE = 3000;
/** The type definitions lack the first option; without the second, the library opens a font that is not embedded. */
const UNTYPED_OPTIONS = { subset: 'PDF/UA', font: null };

/**
 * Renders a resume as a tagged PDF, in the fonts and accent color of a site.
 *
 * @param document.name name of its owner; also the title of the file
 * @returns the bytes of the file
 */
export async function renderResumePdf(
  document: StoredResumeDocument,
  site: BackendSite,
  { locale, now }: { locale: string; now: Date },
): Promise<Buffer> {
  const [{ default: PdfDocument }, fonts] = await Promise.all([import('pdfkit'), DocumentFonts.load(site.letterhead)]);
  const options: PDFKit.PDFDocumentOptions = {
    size: ['CA', 'US'].includes(site.countries[0] ?? '') ? 'LETTER' : 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN },
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: locale,
    info: { Title: document.name || document.title, Author: document.name, CreationDate: now, ModDate: now },
  };
  const pdf = new PdfDocument(Object.assign(options, UNTYPED_OPTIONS));
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  for (const { name, bytes } of fonts.all) pdf.registerFont(name, bytes);
  new ResumePage(new TaggedPage(pdf, fonts), site.mail?.accent ?? DEFAULT_ACCENT).draw(document);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

class ResumePage {
  private readonly width: number;
  private readonly bottom: number;
  private y = MARGIN;

  constructor(
    private readonly page: TaggedPage,
    private readonly accent: string,
  ) {
    this.width = page.pdf.page.width - 2 * MARGIN;
    this.bottom = page.pdf.page.height - MARGIN;
  }

  draw({ name, title, contact, sections }: StoredResumeDocument): void {
    const { pdf } = this.page;
    const root = pdf.struct('Document');
    pdf.addStructure(root);
    this.write(root, 'H1', name || title, { size: 22, isBold: true, colour: this.accent });
    if (name && title) this.write(root, 'P', title, { size: 13 });
    if (contact.length > 0) this.write(root, 'P', contact.join('  ·  '), { colour: QUIET });
    for (const section of sections) this.drawSection(root, section);
    root.end();
  }

  private drawSection(root: Structure, { title, entries }: StoredResumeDocument['sections'][number]): void {
    this.y += GAP;
    this.makeRoom(MIN_ENTRY_HEIGHT);
    this.write(root, 'H2', title, { size: 13, isBold: true, colour: this.accent });
    this.page.line({ x: MARGIN, y: this.y + 1, width: this.width }, RULE);
    this.y += 6;
    for (const entry of entries) {
      if (entry.title) {
        this.makeRoom(MIN_ENTRY_HEIGHT);
        this.write(root, 'H3', entry.title, { size: 11, isBold: true });
      }
      if (entry.detail) this.write(root, 'P', entry.detail);
      if (entry.time) this.write(root, 'P', entry.time, { size: 9, colour: QUIET });
      for (const line of entry.lines) this.write(root, 'P', line, { maxLength: MAX_LINE });
      this.y += 6;
    }
  }

  /** Writes a paragraph below the last one; what does not fit continues on the next page. */
  private write(root: Structure, tag: string, text: string, style: TextStyle = {}): void {
    const height = this.page.heightOf(text, this.width, style);
    this.makeRoom(Math.min(height, this.bottom - MARGIN));
    this.y = this.page.write(root, tag, text, { x: MARGIN, y: this.y, width: this.width }, style);
  }

  private makeRoom(height: number): void {
    if (this.y + height <= this.bottom) return;
    this.page.pdf.addPage();
    this.y = MARGIN;
  }
}
