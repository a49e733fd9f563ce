import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Change } from '../../platform/change-feed/change.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import { Replica, type ReplicaSource } from '../../platform/change-feed/replica.js';
import type { Database } from '../../platform/database/schema.js';
import { WORD_KIND } from '../codes/codes.js';
import { run } from '../../platform/database/statement.js';
import { MemorySimilarWords, isAnyLetter, isAsciiLetter, type LetterTest } from './memory.similar-words.js';
import { WordDictionary, type DictionaryRow } from './word-dictionary.js';
import type { SimilarWord, SimilarWords } from './similar-words.js';

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
