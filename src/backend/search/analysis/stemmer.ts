import { sql, type Kysely } from 'kysely';
import { stripAccents } from './fold.js';
import type { Database } from '../../platform/database/schema.js';
import { stemInflection } from './inflection/inflection.js';

/** What a word is found by. */
export interface Reading {
  /** Usually one; two where a word's accents lead the stemmer another way than the same word typed without them. */
  lexemes: readonly string[];
  /** So frequent in its language that it says nothing. */
  stop: boolean;
}

const DICTIONARIES: Record<string, { stems: string; stops: string }> = {
  en: { stems: 'causeboard_english', stops: 'english_stem' },
  de: { stems: 'causeboard_german', stops: 'german_stem' },
  fr: { stems: 'causeboard_french', stops: 'french_stem' },
};

/**
 * How much of a word's ending is taken off. `inflection`: plural, case and gender only. `derivation`: as Snowball's stemmers do, for which
 * an accountant is an account.
 */
export type Stemming = 'inflection' | 'derivation';

/** Reads words with the database's own dictionaries and remembers what they said, since they never change their mind. */
export class Stemmer {
  private readonly known = new Map<string, KnownForms>();

  constructor(private readonly stemming: Stemming = 'derivation') {}

  /** Makes `read` know these forms (surfaces and words of tokens). */
  async prepare(database: Kysely<Database>, language: string, forms: Iterable<string>): Promise<void> {
    const dictionaries = DICTIONARIES[language];
    if (!dictionaries) return;
    const known = this.formsOf(language);
    const wanted = new Set(forms);
    known.reserve(wanted.size);
    const unknown = [...wanted].filter((form) => !known.has(form));
    if (unknown.length === 0) return;
    const { rows } = await sql<{ form: string; stem: string | null; stop: boolean }>`
      select form, (ts_lexize(${dictionaries.stems}::regdictionary, form))[1] as stem,
        ts_lexize(${dictionaries.stops}::regdictionary, form) = '{}' as stop
      from unnest(${unknown}::text[]) as form
    `.execute(database);
    for (const { form, stem, stop } of rows) known.set(form, { stem: this.stemOf(language, form, stem), stop });
  }

  /** As `prepare`, where nobody asks how frequent a word is. Inflection is known without the database. */
  async prepareLexemes(database: Kysely<Database>, language: string, forms: Iterable<string>): Promise<void> {
    if (this.stemming === 'derivation') await this.prepare(database, language, forms);
  }

  /** `prepare` first; of a form that it was not told of, nothing is known of how frequent it is, and Snowball's stem is the form itself. */
  read(language: string, surface: string, word: string): Reading {
    if (!(language in DICTIONARIES)) return { lexemes: [word], stop: false };
    const known = this.formsOf(language);
    const plain = known.get(word) ?? { stem: this.stemOf(language, word, null), stop: false };
    if (surface === word) return { lexemes: [plain.stem], stop: plain.stop };
    const accented = known.get(surface) ?? plain;
    const lexemes = accented.stem === plain.stem ? [plain.stem] : [accented.stem, plain.stem];
    return { lexemes, stop: plain.stop || accented.stop };
  }

  /** @param snowball what the database made of it; null: it was not asked, or has no answer. */
  private stemOf(language: string, form: string, snowball: string | null): string {
    return this.stemming === 'inflection' ? stemInflection(language, form) : stripAccents(snowball ?? form);
  }

  private formsOf(language: string): KnownForms {
    const known = this.known.get(language) ?? new KnownForms();
    this.known.set(language, known);
    return known;
  }
}

/** What a dictionary says of a form of a word. */
interface Form {
  stem: string;
  stop: boolean;
}

const MAX_FORMS = 40_000;

/** Forms of words that were asked for lately; never forgets what somebody is about to read. */
export class KnownForms {
  private young = new Map<string, Form>();
  private old = new Map<string, Form>();
  private room = MAX_FORMS;

  /** So many are going to be asked for and set; all of them will be known together. */
  reserve(count: number): void {
    this.room = Math.max(MAX_FORMS, count);
  }

  get(form: string): Form | undefined {
    return this.young.get(form) ?? this.old.get(form);
  }

  /** Whether it is known; it will be for a while then. */
  has(form: string): boolean {
    if (this.young.has(form)) return true;
    const known = this.old.get(form);
    if (known) this.set(form, known);
    return known !== undefined;
  }

  set(form: string, known: Form): void {
    if (this.young.size >= this.room) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(form, known);
  }
}
