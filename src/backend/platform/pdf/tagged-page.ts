import type { DocumentFonts } from './document-fonts.js';

type PdfDocument = PDFKit.PDFDocument;
export type Structure = ReturnType<PdfDocument['struct']>;

/** Options of a structure element; the library's types declare only the first. */
export interface ElementOptions {
  alt?: string;
  bbox?: [number, number, number, number];
  scope?: 'Column' | 'Row';
}

export interface TextStyle {
  size?: number;
  isBold?: boolean;
  colour?: string;
  align?: 'left' | 'right';
  /** Scope of a table header cell. */
  scope?: 'Column' | 'Row';
  /** Maximum length of the text; the rest is cut off. */
  maxLength?: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
}

const DEFAULT_SIZE = 10;
const LINE_GAP = 2;
/** Longer than any form accepts: a longer text cannot be a name or address. */
const DEFAULT_MAX_LENGTH = 300;

/** Writes texts into a tagged PDF, each into an element of the document structure that screen readers follow. */
export class TaggedPage {
  constructor(
    readonly pdf: PdfDocument,
    private readonly fonts: DocumentFonts,
  ) {}

  /** @returns the y coordinate below the text, possibly on a later page */
  write(parent: Structure, tag: string, text: string, box: Box, style: TextStyle = {}): number {
    const { scope, align = 'left' } = style;
    const shown = this.prepare(text, style);
    const options: ElementOptions = scope === undefined ? {} : { scope };
    const element = this.pdf.struct(tag, options, () => {
      this.pdf.text(shown, box.x, box.y, { width: box.width, align, lineGap: LINE_GAP });
    });
    parent.add(element);
    return this.pdf.y;
  }

  /** Writes text that is not part of the content, such as a page number. */
  writeArtifact(text: string, box: Box, style: TextStyle = {}): void {
    const shown = this.prepare(text, style);
    this.pdf.markContent('Artifact', { type: 'Pagination' });
    this.pdf.text(shown, box.x, box.y, { width: box.width, align: style.align ?? 'left', lineBreak: false });
    this.pdf.endMarkedContent();
  }

  line({ x, y, width }: Box, colour: string): void {
    this.pdf.markContent('Artifact', { type: 'Layout' });
    this.pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.7)
      .stroke(colour);
    this.pdf.endMarkedContent();
  }

  heightOf(text: string, width: number, style: TextStyle = {}): number {
    return this.pdf.heightOfString(this.prepare(text, style), { width, lineGap: LINE_GAP });
  }

  /**
   * Sets font, size and colour.
   *
   * @returns the text as it is printed
   */
  private prepare(text: string, style: TextStyle): string {
    const { size = DEFAULT_SIZE, isBold = false, colour = '#1c1c1c', maxLength = DEFAULT_MAX_LENGTH } = style;
    const signs = Array.from(text);
    const cut = signs.length > maxLength ? `${signs.slice(0, maxLength - 1).join('')}…` : text;
    const chosen = this.fonts.choose(cut, isBold ? 'bold' : 'regular');
    this.pdf.font(chosen.name).fontSize(size).fillColor(colour);
    return chosen.text;
  }
}
