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
}

// With so few hits another spelling may have been meant.
const FEW = 3;

/** An answer as it is kept: a tenth of its size. Facet counts are `value, count, value, count, …`. */
type PackedAnswer = [
  total: number,
  ids: string,
  facets: [string, ...(number | null)[]][],
  corrected?: Pick<CorrectedAnswer, 'correction'> & Pick<SearchQuery, 'keywords'>,
];

/** Searches, and where nothing is found looks for what may have been meant. What was found is kept until something changes. */
export class CorrectingSearch<Kind extends IndexKind = JobKind> {
  private readonly answers: ResultCache<PackedAnswer>;

  private readonly similarWords: SimilarWords;
  private readonly engine: SearchEngine<Kind>;
  private readonly scopes: Scopes;

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
  }) {
    const { similarWords, engine, scopes, isCurrent, cacheBytes } = parts;
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
    const scopes = (await this.scopes.choose(query.site, query.languages)).scopes.map(({ id }) => id);
    const unknown =
      answer.total === 0 ? await correctKeywords(this.similarWords, keywords, scopes, 'unknown-words') : undefined;
    if (unknown) {
      const corrected = { ...query, keywords: unknown };
      const found = await this.engine.search(corrected);
      if (found.total > 0) return { ...found, query: corrected, correction: { keys: textOf(unknown), applied: true } };
      return { ...answer, query };
    }
    const rare = await correctKeywords(this.similarWords, keywords, scopes, 'rare-words');
    if (!rare) return { ...answer, query };
    const correction = { keys: textOf(rare), applied: false };
    if (answer.total > 0) return { ...answer, query, correction };
    // Each word occurs somewhere (`manger` in a French text), but no document has all of them.
    const corrected = { ...query, keywords: rare };
    const found = await this.engine.search(corrected);
    if (found.total === 0) return { ...answer, query, correction };
    return { ...found, query: corrected, correction: { ...correction, applied: true } };
  }
}

function packingOf<Kind extends IndexKind>(asked: SearchQuery<Kind>): Packing<CorrectedAnswer<Kind>, PackedAnswer> {
  return { pack, unpack: (packed) => unpack(asked, packed) };
}

function pack<Kind extends IndexKind>({ total, ids, facets, query, correction }: CorrectedAnswer<Kind>): PackedAnswer {
  const counts = facets.map(({ facet, values }): PackedAnswer[2][number] => [
    facet,
    ...values.flatMap(({ value, count }) => [value, count]),
  ]);
  const packed: PackedAnswer = [total, ids.join(), counts];
  if (correction) packed.push({ keywords: query.keywords, correction });
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
  };
}

function textOf({ boxes }: Keywords): string {
  return boxes.map(formatKeywords).join(' ');
}
