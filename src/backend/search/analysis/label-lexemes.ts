import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { Stemmer } from './stemmer.js';
import { wholeTitleLexeme } from './title-forms.js';
import { tokenise } from './tokens.js';
import { lexeme, type Lexeme } from './word-query.js';

/** What a name is found by. */
export interface LabelLexemes {
  /** One entry a word. */
  words: readonly (readonly Lexeme[])[];
  /** Of a title that consists of it. */
  whole: Lexeme | undefined;
}

const NOTHING: LabelLexemes = { words: [], whole: undefined };
const MAX_REMEMBERED = 50_000;

/** Reads names of synonyms, each once: there are some ten thousand, and a search asks for dozens. */
export class LabelReader {
  private readonly known = new Map<string, LabelLexemes>();

  constructor(private readonly stemmer: Stemmer) {}

  /** Makes `read` know these labels. */
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
