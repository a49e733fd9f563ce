import type { Kysely } from 'kysely';
import type { SearchExplanation, SearchMatch, TextPart } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { kilometresBetween } from '../codes/points.js';
import type { IndexKind, KeywordField, SearchArea, SearchQuery } from '../port/search.port.js';
import type { Analysis } from '../analysis/keyword-query.js';
import { ResultCache, type Packing, PackedCache } from '../../platform/database/caches.js';
import { highlight, type SearchedWords } from './highlight.js';
import { markedTitle, snippetOf } from './snippet.js';

/** The parts of a document that are searched, the most significant first. */
export interface ExplainedDocument {
  id: string;
  /** Base language (`en`). */
  language: string;
  parts: readonly { field: MatchedField; text: string }[];
}

export type MatchedField = Exclude<KeywordField, 'everything' | 'subject'> | 'text';

const MAX_WORDS = 5;

/** Finds the words of each document that the keywords matched, with the analysis of the search. */
export async function explainMatches(
  database: Kysely<Database>,
  analysis: Analysis,
  { keywords, site }: Pick<SearchQuery<IndexKind>, 'keywords' | 'site'>,
  documents: readonly ExplainedDocument[],
): Promise<SearchExplanation[]> {
  if (!keywords) return documents.map(({ id }) => ({ id, matches: [] }));
  const searched = (field: MatchedField): boolean =>
    keywords.fields.some((other) => other === 'everything' || other === field);
  const texts = documents.flatMap(({ id, language, parts }) =>
    parts.filter(({ field }) => searched(field)).map((part) => ({ id, language, ...part })),
  );
  const marks = await highlight(database, analysis, { keywords, site }, texts);
  const matches = texts.map(({ id, field, text }, index) => ({
    id,
    match: { field, words: distinctWords(marks[index]!.map(({ start, end }) => text.slice(start, end))) },
  }));
  return documents.map(({ id }) => ({
    id,
    matches: matches.flatMap(({ id: other, match }): SearchMatch[] =>
      other === id && match.words.length > 0 ? [match] : [],
    ),
  }));
}

/** Removes duplicates, ignoring case. */
function distinctWords(words: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const word of words) if (!known.has(word.toLowerCase())) known.set(word.toLowerCase(), word);
  return [...known.values()].slice(0, MAX_WORDS);
}

/**
 * Returns the distance of a place from the center of the search radius, in kilometres.
 *
 * @param digits number of decimal places
 * @returns null if the search has no radius, or the coordinates of the place are unknown
 */
export function distanceFrom(
  area: SearchArea | undefined,
  place: { lat?: number | null; lon?: number | null } | null | undefined,
  digits: 0 | 1,
): number | null {
  if (area?.kind !== 'radius' || place?.lat == null || place.lon == null) return null;
  const unit = 10 ** digits;
  return Math.round(kilometresBetween(area, { lat: place.lat, lon: place.lon }) * unit) / unit;
}

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
