import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import type { Letterhead } from '#contract/backend/backend.js';
import { withoutBidiControls } from '#shared/text/bidi-controls.js';

type Weight = 'regular' | 'bold';

/** A font to embed in the document, and the characters it covers. */
interface EmbeddedFont {
  name: string;
  bytes: Buffer;
  font: Pick<Font, 'hasGlyphForCodePoint'>;
}

/** Covers every script that the product's forms accept, except those of East and South Asia. */
const FALLBACK: Record<Weight, string> = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
};
/** Replaces characters that no font covers: a square instead of the glyph for missing characters, which PDF/UA forbids. */
const UNKNOWN = '□';
const require = createRequire(import.meta.url);

/** Loaded fonts by their file paths: as many as there are sites. */
const known = new Map<string, Promise<DocumentFonts>>();

/** The fonts of a site's documents. A text is set in the site's font if that covers all its characters, otherwise in the fallback font. */
export class DocumentFonts {
  private constructor(private readonly byWeight: Readonly<Record<Weight, readonly EmbeddedFont[]>>) {}

  /** Reads each file once per process. */
  static load(letterhead: Letterhead = {}): Promise<DocumentFonts> {
    const key = `${letterhead.regular} ${letterhead.bold}`;
    const loaded = known.get(key) ?? DocumentFonts.read(letterhead);
    known.set(key, loaded);
    // A failed load is tried again with the next document.
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
    return { name, text: Array.from(plain, (sign) => (has(font, sign) ? sign : UNKNOWN)).join('') };
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
