import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { Stemmer } from './stemmer.js';
import { wholeTitleLexeme } from './title-forms.js';
import { tokenise } from './tokens.js';
import { lexeme, type Lexeme } from './word-query.js';

/** The lexemes by which a name is found. */
export interface LabelLexemes {
  /** One entry per word. */
  words: readonly (readonly Lexeme[])[];
  /** Lexeme of a title that consists only of the name. */
  whole: Lexeme | undefined;
}

const NOTHING: LabelLexemes = { words: [], whole: undefined };
const MAX_REMEMBERED = 50_000;

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
    if (this.known.size + unknown.length > MAX_REMEMBERED) this.known.clear();
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
