import type { Kysely } from 'kysely';
import type { TextPart } from '#contract/generated/resolvers.js';
import { ResultCache, type Packing, PackedCache } from '../../platform/database/caches.js';
import type { Database } from '../../platform/database/schema.js';
import type { Analysis } from '../analysis/keyword-query.js';
import { highlight, type SearchedWords } from './highlight.js';
import { markedTitle, snippetOf } from './snippet.js';

/** A text of a hit, in which words are highlighted. */
export interface FoundText {
  id: number | string;
  /** Base language (`en`). */
  language: string;
  text: string;
  /** Whether the whole text is returned if anything in it matches; other texts are shortened to a snippet. */
  isTitle?: boolean;
}

/** Snippets by id. */
type Snippets = ReadonlyMap<string, TextPart[]>;

/** Snippets as alternating unmarked and marked texts. */
type PackedSnippets = Record<string, string[]>;

/** Computes and caches highlighted parts of texts until something changes. */
export class SnippetCache {
  private readonly answers: ResultCache<PackedSnippets>;
  private readonly database: Kysely<Database>;
  private readonly analysis: Analysis;

  /** @param parts `isCurrent`: whether `invalidate` is called on changes; without it nothing is cached. `cacheBytes`: 2.4 kB per page */
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

  /** @param load loads the texts of these ids if the snippets are not cached */
  get(ids: readonly string[], words: SearchedWords, load: () => Promise<readonly FoundText[]>): Promise<Snippets> {
    return this.answers.get([ids, words.site, words.keywords], async () => this.find(await load(), words), PACKING);
  }

  /** Must be called when something changes that snippets may depend on. */
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
