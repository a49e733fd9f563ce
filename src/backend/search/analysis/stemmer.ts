import { readFileSync } from 'node:fs';
import { sql, type Kysely } from 'kysely';
import { stripAccents } from './tokens.js';
import type { Database } from '../../platform/database/schema.js';
import { stemInflection } from './inflection.js';

/** The analysis of a word. */
export interface Reading {
  /** Usually one lexeme; two if the stemmer returns different stems for the word with and without accents. */
  lexemes: readonly string[];
  /** Whether it is a stop word of its language. */
  stop: boolean;
}

/** Dictionaries of the database that return the Snowball stem of a word, also of a stop word. */
const DICTIONARIES: Record<string, string> = {
  en: 'causeboard_english',
  de: 'causeboard_german',
  fr: 'causeboard_french',
};

/**
 * Stop words by language, the lists of the Snowball stemmers (https://snowballstem.org, BSD licence) as PostgreSQL has them. Asking the
 * database about the words of each new search would take a round trip.
 */
const STOP_WORDS = readStopWords();

/**
 * Endings that are removed from a word. `inflection`: only those of plural, case and gender. `derivation`: those of the Snowball stemmers,
 * which reduce accountant to account.
 */
export type Stemming = 'inflection' | 'derivation';

/**
 * Stems words and caches the results, which never change. Inflection is removed in the process; the Snowball stems come from the
 * dictionaries of the database.
 */
export class Stemmer {
  private readonly known = new Map<string, KnownForms>();

  constructor(private readonly stemming: Stemming = 'derivation') {}

  /** Prepares these forms (surfaces and words of tokens) for `read`. */
  async prepare(database: Kysely<Database>, language: string, forms: Iterable<string>): Promise<void> {
    const dictionary = DICTIONARIES[language];
    if (!dictionary) return;
    const known = this.formsOf(language);
    const wanted = new Set(forms);
    known.reserve(wanted.size);
    const unknown = [...wanted].filter((form) => !known.has(form));
    if (unknown.length === 0) return;
    const stop = (form: string): boolean => STOP_WORDS.get(language)?.has(form) ?? false;
    if (this.stemming === 'inflection') {
      for (const form of unknown) known.set(form, { stem: stemInflection(language, form), stop: stop(form) });
      return;
    }
    const { rows } = await sql<{ form: string; stem: string | null }>`
      select form, (ts_lexize(${dictionary}::regdictionary, form))[1] as stem from unnest(${unknown}::text[]) as form
    `.execute(database);
    for (const { form, stem } of rows) known.set(form, { stem: stripAccents(stem ?? form), stop: stop(form) });
  }

  /** Like `prepare`, for callers that do not need stop words and cache what they read. */
  async prepareLexemes(database: Kysely<Database>, language: string, forms: Iterable<string>): Promise<void> {
    if (this.stemming === 'derivation') await this.prepare(database, language, forms);
  }

  /** Requires a previous `prepare`: a form that was not prepared counts as no stop word, and as its own Snowball stem. */
  read(language: string, surface: string, word: string): Reading {
    if (!(language in DICTIONARIES)) return { lexemes: [word], stop: false };
    const known = this.formsOf(language);
    const plain = known.get(word) ?? { stem: this.unprepared(language, word), stop: false };
    if (surface === word) return { lexemes: [plain.stem], stop: plain.stop };
    const accented = known.get(surface) ?? plain;
    const lexemes = accented.stem === plain.stem ? [plain.stem] : [accented.stem, plain.stem];
    return { lexemes, stop: plain.stop || accented.stop };
  }

  private unprepared(language: string, form: string): string {
    return this.stemming === 'inflection' ? stemInflection(language, form) : stripAccents(form);
  }

  private formsOf(language: string): KnownForms {
    const known = this.known.get(language) ?? new KnownForms();
    this.known.set(language, known);
    return known;
  }
}

/** The result of a dictionary for a word form. */
interface Form {
  stem: string;
  stop: boolean;
}

const MAX_FORMS = 40_000;

/** Cache of recently used word forms. It never evicts forms that have been prepared but not read yet. */
export class KnownForms {
  private young = new Map<string, Form>();
  private old = new Map<string, Form>();
  private room = MAX_FORMS;

  /** Makes room for a number of forms, so that all of them are in the cache at the same time. */
  reserve(count: number): void {
    this.room = Math.max(MAX_FORMS, count);
  }

  get(form: string): Form | undefined {
    return this.young.get(form) ?? this.old.get(form);
  }

  /** Whether a form is cached; this also keeps it in the cache for longer. */
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

function readStopWords(): ReadonlyMap<string, ReadonlySet<string>> {
  const lists = JSON.parse(readFileSync(new URL('stop-words.json', import.meta.url), 'utf8')) as Record<
    string,
    string[]
  >;
  return new Map(Object.entries(lists).map(([language, words]) => [language, new Set(words)]));
}
