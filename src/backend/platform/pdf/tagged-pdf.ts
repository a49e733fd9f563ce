import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import type { Letterhead } from '#contract/backend/backend.js';
import { withoutBidiControls } from '#shared/text/typed-lines.js';

type Weight = 'regular' | 'bold';

/** A font to embed in the document, and the characters it covers. */
interface EmbeddedFont {
  name: string;
  bytes: Buffer;
  font: Pick<Font, 'hasGlyphForCodePoint'>;
}

/** Covers every script that the product's forms accept, except those of East and South Asia. */
const FALLBACK_FONTS: Record<Weight, string> = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
};
/** Replaces characters that no font covers: a square instead of the glyph for missing characters, which PDF/UA forbids. */
const UNKNOWN_SIGN = '□';
const require = createRequire(import.meta.url);

/** Loaded fonts by their file paths: as many as there are sites. */
const fontsByFile = new Map<string, Promise<DocumentFonts>>();
const DEFAULT_SIZE = 10;
const LINE_GAP = 2;
/** Longer than any form accepts: a longer text cannot be a name or address. */
const DEFAULT_MAX_LENGTH = 300;

/** The fonts of a site's documents. A text is set in the site's font if that covers all its characters, otherwise in the fallback font. */
export class DocumentFonts {
  private constructor(private readonly byWeight: Readonly<Record<Weight, readonly EmbeddedFont[]>>) {}

  /** Reads each file once per process. */
  static load(letterhead: Letterhead = {}): Promise<DocumentFonts> {
    const key = `${letterhead.regular} ${letterhead.bold}`;
    const loaded = fontsByFile.get(key) ?? DocumentFonts.read(letterhead);
    fontsByFile.set(key, loaded);
    // A failed load is tried again with the next document.
    loaded.catch(() => fontsByFile.delete(key));
    return loaded;
  }

  private static async read(letterhead: Letterhead): Promise<DocumentFonts> {
    const { create } = await import('fontkit');
    const read = async (weight: Weight): Promise<EmbeddedFont[]> => {
      const files = [letterhead[weight], require.resolve(FALLBACK_FONTS[weight])];
      const found = await Promise.all(files.map(readIfThere));
      return found.flatMap((bytes, index) =>
        bytes ? [{ name: `${weight}-${index}`, bytes, font: create(bytes) as Font }] : [],
      );
    };
    return new DocumentFonts({ regular: await read('regular'), bold: await read('bold') });
  }

  /** All fonts, for registration under their names. */
  get all(): { name: string; bytes: Buffer }[] {
    return Object.values(this.byWeight).flat();
  }

  /** @returns the name of a font for the text, and the text with unsupported characters replaced */
  choose(text: string, weight: Weight): { name: string; text: string } {
    const plain = printable(text);
    const fonts = this.byWeight[weight];
    const complete = fonts.find(({ font }) => Array.from(plain).every((sign) => has(font, sign)));
    if (complete) return { name: complete.name, text: plain };
    const { name, font } = fonts.at(-1)!;
    return { name, text: Array.from(plain, (sign) => (has(font, sign) ? sign : UNKNOWN_SIGN)).join('') };
  }
}

function has(font: EmbeddedFont['font'], sign: string): boolean {
  return font.hasGlyphForCodePoint(sign.codePointAt(0)!);
}

/** Returns a single line of visible characters. Some fonts lack the narrow space, which French uses in numbers. */
function printable(text: string): string {
  return withoutBidiControls(text)
    .replace(/\u202f/g, '\u00a0')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}\ufe0f]/gu, '');
}

async function readIfThere(file: string | undefined): Promise<Buffer | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

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
    const characters = Array.from(text);
    const cut = characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : text;
    const chosen = this.fonts.choose(cut, isBold ? 'bold' : 'regular');
    this.pdf.font(chosen.name).fontSize(size).fillColor(colour);
    return chosen.text;
  }
}
