import type { Kysely } from 'kysely';
import type { TextPart } from '#contract/generated/resolvers.js';
import { ResultCache, type Packing } from '../../platform/database/caches/result-cache.js';
import { PackedCache } from '../../platform/database/caches/packed-cache.js';
import type { Database } from '../../platform/database/schema.js';
import type { Analysis } from '../analysis/keyword-query.js';
import { highlight, type SearchedWords } from './highlight.js';
import { markedTitle, snippetOf } from './snippet.js';

/** What is found, to look for words in. */
export interface FoundText {
  id: number | string;
  /** Base language (`en`). */
  language: string;
  text: string;
  /** Wanted whole, if anything in it matches; of other texts, a snippet is wanted. */
  isTitle?: boolean;
}

/** By id. */
type Snippets = ReadonlyMap<string, TextPart[]>;

/** The same as text, marked text, text, and so on. */
type PackedSnippets = Record<string, string[]>;

/** Parts of texts that keywords match, kept until something changes. */
export class SnippetCache {
  private readonly answers: ResultCache<PackedSnippets>;
  private readonly database: Kysely<Database>;
  private readonly analysis: Analysis;

  /** @param parts `isCurrent`: whether `invalidate` is being called; without it nothing is kept. `cacheBytes`: some 2.4 kB a page */
  constructor(parts: {
    database: Kysely<Database>;
    analysis: Analysis;
    isCurrent: (() => boolean) | undefined;
    cacheBytes: number;
  }) {
    const { database, analysis, isCurrent, cacheBytes } = parts;
    this.database = database;
    this.analysis = analysis;
    this.answers = new ResultCache(new PackedCache<string, PackedSnippets>(cacheBytes), isCurrent);
  }

  /** @param load the texts of these ids, where the snippets are not kept */
  get(ids: readonly string[], words: SearchedWords, load: () => Promise<readonly FoundText[]>): Promise<Snippets> {
    return this.answers.get([ids, words.site, words.keywords], async () => this.find(await load(), words), PACKING);
  }

  /** Something that snippets may depend on has changed. */
  invalidate(): void {
    this.answers.invalidate();
  }

  private async find(texts: readonly FoundText[], words: SearchedWords): Promise<Snippets> {
    const marks = await highlight(this.database, this.analysis, words, texts);
    return new Map(
      texts.map(({ id, text, isTitle }, index) => {
        const parts = isTitle ? markedTitle : snippetOf;
        return [String(id), parts(text, marks[index] ?? [])];
      }),
    );
  }
}

const PACKING: Packing<Snippets, PackedSnippets> = {
  pack: (snippets) => Object.fromEntries([...snippets].map(([id, parts]) => [id, packParts(parts)])),
  unpack: (packed) => new Map(Object.entries(packed).map(([id, texts]) => [id, unpackParts(texts)])),
};

function packParts(parts: readonly TextPart[]): string[] {
  const texts: string[] = [];
  for (const { text, marked } of parts) {
    if (marked !== (texts.length % 2 === 1)) texts.push('');
    texts.push(text);
  }
  return texts;
}

function unpackParts(texts: readonly string[]): TextPart[] {
  return texts.flatMap((text, index) => (text === '' ? [] : [{ text, marked: index % 2 === 1 }]));
}
