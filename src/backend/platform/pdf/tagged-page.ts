import type { DocumentFonts } from './document-fonts.js';

type PdfDocument = PDFKit.PDFDocument;
export type Structure = ReturnType<PdfDocument['struct']>;

/** Of an element of the structure; the types of the library know only the first. */
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
  /** Of a heading of a table. */
  scope?: 'Column' | 'Row';
  /** Of a longer text, what is shown; the rest is cut off. */
  maxLength?: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
}

const DEFAULT_SIZE = 10;
const LINE_GAP = 2;
/** Longer than any form takes: what is beyond that is no name or address. */
const DEFAULT_MAX_LENGTH = 300;

/** Writes texts into a tagged PDF: each into an element of the document's structure, which screen readers follow. */
export class TaggedPage {
  constructor(
    readonly pdf: PdfDocument,
    private readonly fonts: DocumentFonts,
  ) {}

  /** @returns the y below the text, which may be on another page */
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

  /** Writes what is no part of the content, such as a page number. */
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

  /** Sets font, size and colour. @returns the text as it is shown */
  private prepare(text: string, style: TextStyle): string {
    const { size = DEFAULT_SIZE, isBold = false, colour = '#1c1c1c', maxLength = DEFAULT_MAX_LENGTH } = style;
    const signs = Array.from(text);
    const cut = signs.length > maxLength ? `${signs.slice(0, maxLength - 1).join('')}…` : text;
    const chosen = this.fonts.choose(cut, isBold ? 'bold' : 'regular');
    this.pdf.font(chosen.name).fontSize(size).fillColor(colour);
    return chosen.text;
  }
}
