import { crc32 } from 'node:zlib';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { Stemmer } from './stemmer.js';
import { tokenise, type Token } from './tokens.js';
import { lexeme, type Lexeme } from './score-parts.js';

/** Separates the name of the job in a title from additional information: `Nurse – Nights`, `Koch (m/w/d)`, `Driver, Leeds`. */
const SEPARATOR = /\s[-–—|/]\s|[,;:(|[]|\s?[–—]\s?/;
/** Separated feminine endings in German: `Erzieher*in`, `Lehrer:innen`. */
const SET_APART = new Set(['in', 'innen']);
const NOTHING: LabelLexemes = { words: [], whole: undefined };
const MAX_REMEMBERED_LABELS = 50_000;

/** Returns the part of a title before the first separator. */
export function headOfTitle(title: string): string {
  const at = title.search(SEPARATOR);
  return at > 0 ? title.slice(0, at) : title;
}

/**
 * Returns a lexeme that is equal for titles that name the same job: it represents their stems in order, without stop words and single
 * letters (`m/w/d`). Returns undefined if no stems are left.
 */
export function wholeTitleLexeme(tokens: readonly Token[], language: string, stemmer: Stemmer): string | undefined {
  const stems: string[] = [];
  for (const { surface, word } of tokens) {
    const { lexemes, stop } = stemmer.read(language, surface, word);
    if (stop || word.length < 2 || (language === 'de' && SET_APART.has(word))) continue;
    stems.push(lexemes[0]!);
  }
  // Titles are numerous and long: a checksum takes a fraction of the memory, and a collision only affects the order.
  return stems.length === 0 ? undefined : crc32(stems.join(' ')).toString(36);
}

/** Returns the lexemes of the whole title and of its head; at most two. */
export function titleLexemes(title: string, language: string, stemmer: Stemmer): string[] {
  const forms = [title, headOfTitle(title)].map((text) =>
    wholeTitleLexeme(tokenise(text, language), language, stemmer),
  );
  return [...new Set(forms.filter((form) => form !== undefined))];
}

/** The lexemes by which a name is found. */
interface LabelLexemes {
  /** One entry per word. */
  words: readonly (readonly Lexeme[])[];
  /** Lexeme of a title that consists only of the name. */
  whole: Lexeme | undefined;
}

/** Analyses names of synonyms and caches the results: there are about ten thousand, of which a search uses dozens. */
export class LabelReader {
  private readonly known = new Map<string, LabelLexemes>();

  constructor(private readonly stemmer: Stemmer) {}

  /** Prepares these labels for `read`. */
  async prepare(database: Kysely<Database>, language: string, labels: readonly string[]): Promise<void> {
    const unknown = labels.filter((label) => !this.known.has(keyOf(language, label)));
    if (unknown.length === 0) return;
    const tokens = unknown.map((label) => tokenise(label, language));
    await this.stemmer.prepare(
      database,
      language,
      tokens.flat().flatMap(({ surface, word }) => [surface, word]),
    );
    if (this.known.size + unknown.length > MAX_REMEMBERED_LABELS) this.known.clear();
    unknown.forEach((label, at) => {
      const whole = wholeTitleLexeme(tokens[at]!, language, this.stemmer);
      this.known.set(keyOf(language, label), {
        words: tokens[at]!.map(({ surface, word }) => this.stemmer.read(language, surface, word).lexemes.map(lexeme)),
        whole: whole === undefined ? undefined : lexeme(whole),
      });
    });
  }

  read(language: string, label: string): LabelLexemes {
    return this.known.get(keyOf(language, label)) ?? NOTHING;
  }
}

function keyOf(language: string, label: string): string {
  return `${language} ${label}`;
}
