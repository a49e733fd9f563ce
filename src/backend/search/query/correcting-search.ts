import { ResultCache, type Packing } from '../../platform/database/caches/result-cache.js';
import { PackedCache } from '../../platform/database/caches/packed-cache.js';
import { correctKeywords } from '../suggest/correct-keywords.js';
import type { SimilarWords } from '../suggest/similar-words.port.js';
import type { Scopes } from '../codes/scopes.js';
import type {
  FacetCount,
  IndexKind,
  JobKind,
  Keywords,
  SearchAnswer,
  SearchEngine,
  SearchQuery,
} from '../port/search.port.js';
import { formatKeywords } from '../port/keyword-grammar.js';

/** What was found, and for which words. */
export interface CorrectedAnswer<Kind extends IndexKind = JobKind> extends SearchAnswer<Kind> {
  /** What was searched in the end; its keywords may be corrected ones. */
  query: SearchQuery<Kind>;
  correction?: { keys: string; applied: boolean };
  /** Nothing has all of the words: what was found has some of them in its title or subject. */
  relaxed?: boolean;
}

/** What a search may do that finds nothing. */
export interface Remedies<Kind extends IndexKind = JobKind> {
  /** Corrects words that occur somewhere, where no document has all of them. */
  correctsAmongOthers: boolean;
  /** Finds what has some of the words. */
  relaxes: boolean;
  /** The languages that a filter narrows a search to, in which alone words are corrected then; none: it has no such filter. */
  languageFilter?: (query: SearchQuery<Kind>) => readonly string[];
}

// With so few hits another spelling may have been meant.
const FEW = 3;

/** An answer as it is kept: a tenth of its size. Facet counts are `value, count, value, count, …`. */
type PackedAnswer = [
  total: number,
  ids: string,
  facets: [string, ...(number | null)[]][],
  corrected?: Pick<CorrectedAnswer, 'correction' | 'relaxed'> & Pick<SearchQuery, 'keywords'>,
];

/** Searches, and where nothing is found looks for what may have been meant. What was found is kept until something changes. */
export class CorrectingSearch<Kind extends IndexKind = JobKind> {
  private readonly answers: ResultCache<PackedAnswer>;

  private readonly similarWords: SimilarWords;
  private readonly engine: SearchEngine<Kind>;
  private readonly scopes: Scopes;
  private readonly remedies: Remedies<Kind>;

  /**
   * @param parts `isCurrent`: whether `invalidate` is being called; without it nothing is kept. `cacheBytes`: for answers, which take about
   *   a kilobyte each.
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

  /** For these words and no others, whatever is found. */
  searchExactly(query: SearchQuery<Kind>): Promise<SearchAnswer<Kind>> {
    const find = async (): Promise<CorrectedAnswer<Kind>> => ({ ...(await this.engine.search(query)), query });
    return this.answers.get(['exactly', query], find, packingOf(query));
  }

  /** Something that answers may depend on has changed. */
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

  /** @returns what may have been meant, and what that finds where nothing was found for what was typed */
  private async correct(
    query: SearchQuery<Kind>,
    keywords: Keywords,
    isEmpty: boolean,
  ): Promise<Pick<CorrectedAnswer<Kind>, 'correction'> & { found?: CorrectedAnswer<Kind> }> {
    const { correctsAmongOthers, languageFilter } = this.remedies;
    // A word of another language than those that are wanted may be a typing error in these.
    const chosen = languageFilter?.(query) ?? [];
    const languages = chosen.length > 0 ? chosen : query.languages;
    const scopes = (await this.scopes.choose(query.site, languages)).scopes.map(({ id }) => id);
    const unknown = isEmpty ? await correctKeywords(this.similarWords, keywords, scopes, 'unknown-words') : undefined;
    const meant = unknown ?? (await correctKeywords(this.similarWords, keywords, scopes, 'rare-words'));
    if (!meant) return {};
    const correction = { keys: textOf(meant), applied: false };
    // A word that occurs somewhere (`manger`, in a French text) may be meant, unless no document has all of them.
    if (!isEmpty || (!unknown && !correctsAmongOthers)) return { correction };
    const corrected = { ...query, keywords: meant };
    const found = await this.engine.search(corrected);
    if (found.total > 0) return { correction, found: { ...found, query: corrected } };
    return unknown ? {} : { correction };
  }

  private async relax(query: SearchQuery<Kind>, keywords: Keywords): Promise<CorrectedAnswer<Kind> | undefined> {
    const wanted = keywords.boxes.flat().filter(({ excluded }) => !excluded);
    if (!this.remedies.relaxes || wanted.length < 2) return undefined;
    const relaxed = { ...query, keywords: { ...keywords, relaxed: true } };
    const found = await this.engine.search(relaxed);
    return found.total > 0 ? { ...found, query: relaxed, relaxed: true } : undefined;
  }
}

function packingOf<Kind extends IndexKind>(asked: SearchQuery<Kind>): Packing<CorrectedAnswer<Kind>, PackedAnswer> {
  return { pack, unpack: (packed) => unpack(asked, packed) };
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

/** @param asked what `packed` is the answer to. */
function unpack<Kind extends IndexKind>(
  asked: SearchQuery<Kind>,
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
    query: corrected ? { ...asked, keywords: corrected.keywords } : asked,
    ...(corrected?.correction && { correction: corrected.correction }),
    ...(corrected?.relaxed && { relaxed: true }),
  };
}

function textOf({ boxes }: Keywords): string {
  return boxes.map(formatKeywords).join(' ');
}
