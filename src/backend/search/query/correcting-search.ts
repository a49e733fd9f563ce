import { ResultCache, type Packing, PackedCache } from '../../platform/database/caches.js';
import type { SimilarWords, SimilarWord } from '../suggest/similar-words.js';
import type { Scopes } from '../codes/codes.js';
import type {
  FacetCount,
  IndexKind,
  JobKind,
  Keywords,
  SearchAnswer,
  SearchEngine,
  SearchQuery,
} from '../port/search.port.js';
import { formatKeywords, type KeywordClause } from '../port/keyword-grammar.js';
import { tokenise, stripAccents } from '../analysis/tokens.js';

/** A search result with the words that were searched. */
export interface CorrectedAnswer<Kind extends IndexKind = JobKind> extends SearchAnswer<Kind> {
  /** The query that was executed; its keywords may have been corrected. */
  query: SearchQuery<Kind>;
  correction?: { keys: string; applied: boolean };
  /** Whether the hits have only some of the words in their title or subject, because no document has all of them. */
  relaxed?: boolean;
}

/** Fallbacks of a search without results. */
export interface Remedies<Kind extends IndexKind = JobKind> {
  /** Whether to correct words that exist in the index, if no document has all of them. */
  correctsAmongOthers: boolean;
  /** Whether to search for documents with some of the words. */
  relaxes: boolean;
  /** Returns the languages selected in a filter, to which corrections are then limited; empty without such a filter. */
  languageFilter?: (query: SearchQuery<Kind>) => readonly string[];
}

// With at most this number of hits, another spelling may have been intended.
const FEW = 3;
const MIN_CORRECTED_LENGTH = 4;
const MAX_CORRECTED_WORDS = 8;
const MUCH_MORE_FREQUENT = 20;

/** An answer in the form in which it is cached, a tenth of its size. Facet counts are `value, count, value, count, …`. */
type PackedAnswer = [
  total: number,
  ids: string,
  facets: [string, ...(number | null)[]][],
  corrected?: Pick<CorrectedAnswer, 'correction' | 'relaxed'> & Pick<SearchQuery, 'keywords'>,
];

/** Searches and, without results, tries corrected words. Answers are cached until something changes. */
export class CorrectingSearch<Kind extends IndexKind = JobKind> {
  private readonly answers: ResultCache<PackedAnswer>;

  private readonly similarWords: SimilarWords;
  private readonly engine: SearchEngine<Kind>;
  private readonly scopes: Scopes;
  private readonly remedies: Remedies<Kind>;

  /**
   * @param parts `isCurrent`: whether `invalidate` is called when something changes; without it nothing is cached. `cacheBytes`: size of
   *   the cache of answers, which take about 1.3 kB each.
   */
  constructor(parts: {
    similarWords: SimilarWords;
    engine: SearchEngine<Kind>;
    scopes: Scopes;
    isCurrent: (() => boolean) | undefined;
    cacheBytes: number;
    remedies?: Remedies<Kind>;
  }) {
    const { similarWords, engine, scopes, isCurrent, cacheBytes } = parts;
    this.remedies = parts.remedies ?? { correctsAmongOthers: false, relaxes: false };
    this.similarWords = similarWords;
    this.engine = engine;
    this.scopes = scopes;
    this.answers = new ResultCache(new PackedCache<string, PackedAnswer>(cacheBytes), isCurrent);
  }

  search(query: SearchQuery<Kind>): Promise<CorrectedAnswer<Kind>> {
    return this.answers.get(query, () => this.find(query), packingOf(query));
  }

  /** Searches for exactly these words, without any fallback. */
  searchExactly(query: SearchQuery<Kind>): Promise<SearchAnswer<Kind>> {
    const find = async (): Promise<CorrectedAnswer<Kind>> => ({ ...(await this.engine.search(query)), query });
    return this.answers.get(['exactly', query], find, packingOf(query));
  }

  /** Must be called when something changes that answers may depend on. */
  invalidate(): void {
    this.answers.invalidate();
  }

  private async find(query: SearchQuery<Kind>): Promise<CorrectedAnswer<Kind>> {
    const answer = await this.engine.search(query);
    const { keywords } = query;
    if (!keywords || keywords.literal || answer.total > FEW) return { ...answer, query };
    const { correction, found } = await this.correct(query, keywords, answer.total === 0);
    if (found) return { ...found, correction: { ...correction!, applied: true } };
    const relaxed = answer.total === 0 ? await this.relax(query, keywords) : undefined;
    const offer = correction && { correction };
    return relaxed ? { ...relaxed, ...offer } : { ...answer, query, ...offer };
  }

  /** @returns the corrected words, if any, and their result if the typed words had none */
  private async correct(
    query: SearchQuery<Kind>,
    keywords: Keywords,
    isEmpty: boolean,
  ): Promise<Pick<CorrectedAnswer<Kind>, 'correction'> & { found?: CorrectedAnswer<Kind> }> {
    const { correctsAmongOthers, languageFilter } = this.remedies;
    // A word that exists only in a language that is not selected may be a typing error in a selected one.
    const chosen = languageFilter?.(query) ?? [];
    const languages = chosen.length > 0 ? chosen : query.languages;
    const scopes = (await this.scopes.choose(query.site, languages)).scopes.map(({ id }) => id);
    const unknown = isEmpty ? await correctKeywords(this.similarWords, keywords, scopes, 'unknown-words') : undefined;
    const meant = unknown ?? (await correctKeywords(this.similarWords, keywords, scopes, 'rare-words'));
    if (!meant) return {};
    const correction = { keys: textOf(meant), applied: false };
    // A word that exists in the index (`manger`, in a French text) may be intended, unless no document has all of the words.
    if (!isEmpty || (!unknown && !correctsAmongOthers)) return { correction };
    const corrected = { ...query, keywords: meant };
    const found = await this.engine.search(corrected);
    if (found.total > 0) return { correction, found: { ...found, query: corrected } };
    return unknown ? {} : { correction };
  }

  private async relax(query: SearchQuery<Kind>, keywords: Keywords): Promise<CorrectedAnswer<Kind> | undefined> {
    // Phrases stay required, as excluded words do.
    const optional = keywords.boxes.flat().filter(({ excluded, kind }) => !excluded && kind !== 'phrase');
    if (!this.remedies.relaxes || optional.length < 2) return undefined;
    // In a single box, the phrases and excluded words of each apply to all of them.
    const boxes = keywords.any ? keywords.boxes : [keywords.boxes.flat()];
    const relaxed = { ...query, keywords: { ...keywords, boxes, relaxed: true } };
    const found = await this.engine.search(relaxed);
    return found.total > 0 ? { ...found, query: relaxed, relaxed: true } : undefined;
  }
}

function packingOf<Kind extends IndexKind>(original: SearchQuery<Kind>): Packing<CorrectedAnswer<Kind>, PackedAnswer> {
  return { pack, unpack: (packed) => unpack(original, packed) };
}

function pack<Kind extends IndexKind>({
  total,
  ids,
  facets,
  query,
  correction,
  relaxed,
}: CorrectedAnswer<Kind>): PackedAnswer {
  const counts = facets.map(({ facet, values }): PackedAnswer[2][number] => [
    facet,
    ...values.flatMap(({ value, count }) => [value, count]),
  ]);
  const packed: PackedAnswer = [total, ids.join(), counts];
  if (correction || relaxed)
    packed.push({ keywords: query.keywords, ...(correction && { correction }), ...(relaxed && { relaxed }) });
  return packed;
}

/** @param original the query that was answered */
function unpack<Kind extends IndexKind>(
  original: SearchQuery<Kind>,
  [total, ids, facets, corrected]: PackedAnswer,
): CorrectedAnswer<Kind> {
  return {
    total,
    ids: ids === '' ? [] : ids.split(','),
    facets: facets.map(([facet, ...numbers]) => {
      const values: FacetCount[] = [];
      for (let at = 0; at < numbers.length; at += 2) values.push({ value: numbers[at]!, count: numbers[at + 1]! });
      return { facet, values };
    }),
    query: corrected ? { ...original, keywords: corrected.keywords } : original,
    ...(corrected?.correction && { correction: corrected.correction }),
    ...(corrected?.relaxed && { relaxed: true }),
  };
}

function textOf({ boxes }: Keywords): string {
  return boxes.map(formatKeywords).join(' ');
}

/** Which words may be replaced. */
type Confidence = 'unknown-words' | 'rare-words';

/**
 * Replaces words that occur in no document (`unknown-words`) or in very few (`rare-words`) by the most similar known words.
 *
 * @returns undefined if there is nothing to replace
 */
async function correctKeywords(
  similarWords: SimilarWords,
  keywords: Keywords,
  scopes: readonly number[],
  confidence: Confidence,
): Promise<Keywords | undefined> {
  const clauses = keywords.boxes.flat().filter(isCorrectable);
  const words = [...new Set(clauses.flatMap(({ text }) => wordsOf(text)))].slice(0, MAX_CORRECTED_WORDS);
  if (words.length === 0) return undefined;
  const replacements = choose(words, await similarWords.find(words, scopes), confidence);
  if (replacements.size === 0) return undefined;
  const replace = (clause: KeywordClause): KeywordClause =>
    isCorrectable(clause) ? { ...clause, text: replaced(clause.text, replacements) } : clause;
  return { ...keywords, boxes: keywords.boxes.map((box) => box.map(replace)) };
}

/** Excluded and quoted words, and beginnings of words, are searched as they were typed. */
function isCorrectable({ excluded, kind }: KeywordClause): boolean {
  return !excluded && kind === 'word';
}

function wordsOf(text: string): string[] {
  return tokenise(text, '')
    .map(({ word }) => word)
    .filter((word) => word.length >= MIN_CORRECTED_LENGTH && word.length <= 30 && /^\p{L}+$/u.test(word));
}

function choose(
  words: readonly string[],
  similarWords: readonly SimilarWord[],
  confidence: Confidence,
): Map<string, string> {
  const chosen = new Map<string, string>();
  for (const word of words) {
    const known = similarWords.filter(({ typed }) => typed === word);
    const itself = known.find(({ distance }) => distance === 0);
    const others = known.filter(({ distance }) => distance > 0);
    const best =
      confidence === 'unknown-words'
        ? itself
          ? undefined
          : others[0]
        : others.find(({ n, distance }) => distance === 1 && n >= MUCH_MORE_FREQUENT * Math.max(itself?.n ?? 1, 1));
    if (best) chosen.set(word, best.label);
  }
  return chosen;
}

function replaced(text: string, replacements: ReadonlyMap<string, string>): string {
  let result = '';
  let at = 0;
  for (const { word, start, end } of tokenise(text, '')) {
    const replacement = replacements.get(stripAccents(word));
    if (replacement === undefined) continue;
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}
