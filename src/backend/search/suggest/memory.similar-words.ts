import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { tokenise, stripAccents } from '../analysis/tokens.js';
import type { Change } from '../../platform/change-feed/change.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import { Replica, type ReplicaSource } from '../../platform/change-feed/replica.js';
import type { Database } from '../../platform/database/schema.js';
import { WORD_KIND } from '../codes/codes.js';
import { run } from '../../platform/database/statement.js';
import { MAX_NEIGHBOURS, maxEdits, transpositionsOf, type SimilarWord, type SimilarWords } from './similar-words.js';
import { lettersOf, WordDictionary, type DictionaryRow } from './word-dictionary.js';

const READ_AT_ONCE = 5000;

/** Keeps the words of search_word in memory and searches them; while they are not up to date, it queries the database. */
export class DictionaryReplica implements ReplicaSource<string>, SimilarWords {
  readonly name = 'The lexicon';
  private dictionary: WordDictionary | undefined;
  private isLetter: LetterTest = isAsciiLetter;
  private readonly copy: Replica<string>;

  /** @param mostBytes maximum size of the dictionary */
  constructor(
    private readonly database: Kysely<Database>,
    feed: ChangeFeed,
    private readonly fallback: SimilarWords,
    maxBytes: number,
    logger: BackendLogger,
  ) {
    this.copy = new Replica(feed, this, maxBytes, logger);
  }

  find(words: readonly string[], scopes: readonly number[]): Promise<SimilarWord[]> {
    const dictionary = this.copy.isValid ? this.dictionary : undefined;
    return (dictionary ? new MemorySimilarWords(dictionary, this.isLetter) : this.fallback).find(words, scopes);
  }

  close(): Promise<void> {
    return this.copy.close();
  }

  keysOf({ kind, words }: Change): readonly string[] {
    return kind === 'words' ? words : [];
  }

  async fill(signal: AbortSignal): Promise<void> {
    const [locale] = await run<{ all_letters: boolean }>(this.database, `select show_trgm('ж') <> '{}' as all_letters`);
    this.isLetter = locale?.all_letters ? isAnyLetter : isAsciiLetter;
    const dictionary = new WordDictionary();
    let [scope, word] = [-1, ''];
    for (;;) {
      const rows = await run<DictionaryRow>(
        this.database,
        `select scope, word, label, n from search_word
         where (scope, kind, word) > ($1::smallint, ${WORD_KIND.word}, $2) and kind = ${WORD_KIND.word}
         order by scope, kind, word limit ${READ_AT_ONCE}`,
        [scope, word],
      );
      dictionary.add(rows);
      if (signal.aborted || !this.copy.fits(dictionary.bytes)) return;
      if (rows.length < READ_AT_ONCE) break;
      ({ scope, word } = rows.at(-1)!);
    }
    this.dictionary = dictionary;
  }

  async refresh(words: readonly string[]): Promise<void> {
    const { dictionary } = this;
    if (!dictionary) return;
    const rows = await run<DictionaryRow>(
      this.database,
      `select scope, word, label, n from search_word
       where scope in (select id from search_scope) and kind = ${WORD_KIND.word} and word = any($1::text[])`,
      [words],
    );
    dictionary.replace(words, rows);
    this.copy.fits(dictionary.bytes);
  }

  invalidate(): void {
    this.dictionary = undefined;
  }
}

// Default similarity threshold of pg_trgm.
const SIMILAR = 0.3;
const NAMES_SCOPE = 1;
const MIN_NAME_LENGTH = 5;
const BLANK = 32;

/** Finds similar words in the in-memory dictionary. */
export class MemorySimilarWords implements SimilarWords {
  constructor(
    private readonly dictionary: WordDictionary,
    private readonly isLetter: LetterTest,
  ) {}

  find(words: readonly string[], scopes: readonly number[]): Promise<SimilarWord[]> {
    return Promise.resolve(words.flatMap((typed) => this.similarTo(typed, scopes)));
  }

  private similarTo(typed: string, scopes: readonly number[]): SimilarWord[] {
    const swapped = transpositionsOf(typed).flatMap((word): SimilarWord[] => {
      const number = this.dictionary.find(word);
      const known = number === undefined ? undefined : this.dictionary.read(number, scopes);
      return known ? [{ typed, ...known, distance: 1 }] : [];
    });
    return [...this.nearest(typed, scopes), ...swapped].sort(byNearness);
  }

  private nearest(typed: string, scopes: readonly number[]): SimilarWord[] {
    const letters = lettersOf(typed);
    const trigrams = trigramsOf(letters, this.isLetter).slice();
    const found: SimilarWord[] = [];
    this.dictionary.near(letters, maxEdits(letters.length), (number, distance) => {
      const other = trigramsOf(lettersOf(this.dictionary.wordOf(number)), this.isLetter);
      // Compares in single precision, as PostgreSQL does.
      if (Math.fround(similarity(trigrams, other)) < SIMILAR) return;
      const known = this.dictionary.read(number, scopes);
      if (known) found.push({ typed, ...known, distance });
    });
    return found.sort(byNearness).slice(0, MAX_NEIGHBOURS);
  }
}

function byNearness(a: SimilarWord, b: SimilarWord): number {
  return a.distance - b.distance || b.n - a.n || (a.word < b.word ? -1 : a.word > b.word ? 1 : 0);
}

/**
 * Adds the words of concept names to the known words of documents, so that a misspelling such as `Kindergärtnrin` is corrected even if no
 * document contains the correct word.
 *
 * @param words finds words of documents
 * @param names read when the first word is searched
 */
export function withNames(words: SimilarWords, names: () => Iterable<string>): SimilarWords {
  let known: MemorySimilarWords | undefined;
  return {
    async find(typed, scopes) {
      known ??= dictionaryOf(names());
      const [ofDocuments, ofNames] = await Promise.all([words.find(typed, scopes), known.find(typed, [NAMES_SCOPE])]);
      const isNew = ({ word, typed: typedWord }: SimilarWord): boolean =>
        !ofDocuments.some((other) => other.typed === typedWord && other.word === word);
      // At the same distance, the word of a document comes first.
      return [...ofDocuments, ...ofNames.filter(isNew)].sort((a, b) => a.distance - b.distance);
    },
  };
}

function dictionaryOf(names: Iterable<string>): MemorySimilarWords {
  const dictionary = new WordDictionary();
  const rows = new Map<string, string>();
  for (const name of names)
    for (const { word, surface } of tokenise(name, ''))
      if (word.length >= MIN_NAME_LENGTH) rows.set(stripAccents(word), surface);
  dictionary.add([...rows].map(([word, label]) => ({ scope: NAMES_SCOPE, word, label, n: 1 })));
  return new MemorySimilarWords(dictionary, isAnyLetter);
}

/** Whether PostgreSQL treats a character as a letter; for non-ASCII characters this depends on the database's locale. */
export type LetterTest = (letter: number) => boolean;

export const isAsciiLetter: LetterTest = (letter) => letter < 128;
export const isAnyLetter: LetterTest = () => true;
// A word is padded with two leading blanks and one trailing blank.
const shown = new Float64Array(256);

/** Returns the distinct trigrams of a word as in pg_trgm, as ascending numbers. The next call overwrites the returned array. */
function trigramsOf(letters: Uint16Array, isLetter: LetterTest): Float64Array {
  let count = 0;
  let [first, second] = [BLANK, BLANK];
  for (let i = 0; i <= letters.length; i++) {
    const letter = i < letters.length && isLetter(letters[i]!) ? letters[i]! : BLANK;
    if (letter === BLANK) {
      if (second !== BLANK) shown[count++] = numberOf(first, second, BLANK);
      first = second = BLANK;
    } else {
      shown[count++] = numberOf(first, second, letter);
      first = second;
      second = letter;
    }
  }
  const all = shown.subarray(0, count).sort();
  let unique = 0;
  for (let i = 0; i < count; i++) if (i === 0 || all[i] !== all[i - 1]) all[unique++] = all[i]!;
  return all.subarray(0, unique);
}

function numberOf(first: number, second: number, third: number): number {
  return (first * 65_536 + second) * 65_536 + third;
}

/** Number of shared trigrams divided by the number of distinct trigrams of both words. */
function similarity(a: Float64Array, b: Float64Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) shared++;
    if (a[i]! < b[j]!) i++;
    else if (a[i]! > b[j]!) j++;
    else {
      i++;
      j++;
    }
  }
  const all = a.length + b.length - shared;
  return all === 0 ? 0 : shared / all;
}
