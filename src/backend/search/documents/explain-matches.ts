import type { Kysely } from 'kysely';
import type { SearchExplanation, SearchMatch } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { highlight } from './highlight.js';
import { kilometresBetween } from '../codes/points.js';
import type { IndexKind, KeywordField, SearchArea, SearchQuery } from '../port/search.port.js';
import type { Analysis } from '../analysis/keyword-query.js';

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
