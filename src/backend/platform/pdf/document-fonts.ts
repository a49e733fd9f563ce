import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import type { Letterhead } from '#contract/backend/backend.js';
import { withoutBidiControls } from '#shared/text/bidi-controls.js';

type Weight = 'regular' | 'bold';

/** A font that is put into the document, and what it can show. */
interface EmbeddedFont {
  name: string;
  bytes: Buffer;
  font: Pick<Font, 'hasGlyphForCodePoint'>;
}

/** Of every script that this product's forms take, except those of East and South Asia. */
const FALLBACK: Record<Weight, string> = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
};
/** For characters that no font has: a square, and not the glyph for missing characters, which PDF/UA forbids. */
const UNKNOWN = '□';
const require = createRequire(import.meta.url);

/** By the files that they are read from: as many as there are sites. */
const known = new Map<string, Promise<DocumentFonts>>();

/** The fonts of a site's documents. A text is set in the site's font if that has all its characters, else in the fallback. */
export class DocumentFonts {
  private constructor(private readonly byWeight: Readonly<Record<Weight, readonly EmbeddedFont[]>>) {}

  /** Reads each file once for the life of the process. */
  static load(letterhead: Letterhead = {}): Promise<DocumentFonts> {
    const key = `${letterhead.regular} ${letterhead.bold}`;
    const loaded = known.get(key) ?? DocumentFonts.read(letterhead);
    known.set(key, loaded);
    // What failed is tried again with the next document.
    loaded.catch(() => known.delete(key));
    return loaded;
  }

  private static async read(letterhead: Letterhead): Promise<DocumentFonts> {
    const { create } = await import('fontkit');
    const read = async (weight: Weight): Promise<EmbeddedFont[]> => {
      const files = [letterhead[weight], require.resolve(FALLBACK[weight])];
      const found = await Promise.all(files.map(readIfThere));
      return found.flatMap((bytes, index) =>
        bytes ? [{ name: `${weight}-${index}`, bytes, font: create(bytes) as Font }] : [],
      );
    };
    return new DocumentFonts({ regular: await read('regular'), bold: await read('bold') });
  }

  /** All of them, to be registered under their names. */
  get all(): { name: string; bytes: Buffer }[] {
    return Object.values(this.byWeight).flat();
  }

  /** @returns the text with characters that there is no glyph for replaced, and the name of the font for it */
  choose(text: string, weight: Weight): { name: string; text: string } {
    const plain = printable(text);
    const fonts = this.byWeight[weight];
    const complete = fonts.find(({ font }) => Array.from(plain).every((sign) => has(font, sign)));
    if (complete) return { name: complete.name, text: plain };
    const { name, font } = fonts.at(-1)!;
    return { name, text: Array.from(plain, (sign) => (has(font, sign) ? sign : UNKNOWN)).join('') };
  }
}

function has(font: EmbeddedFont['font'], sign: string): boolean {
  return font.hasGlyphForCodePoint(sign.codePointAt(0)!);
}

/** One line of what can be seen. Some fonts have no narrow space, which French puts into numbers. */
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
