import { correctKeywords } from '../suggest/correct-keywords.js';
import type { SimilarWords } from '../suggest/similar-words.port.js';
import type { Scopes } from '../codes/scopes.js';
import type { IndexKind, JobKind, Keywords, SearchAnswer, SearchEngine, SearchQuery } from '../port/search.port.js';
import { formatKeywords } from '../port/keyword-grammar.js';

/** What was found, and for which words. */
export interface CorrectedAnswer<Kind extends IndexKind = JobKind> extends SearchAnswer<Kind> {
  /** What was searched in the end; its keywords may be corrected ones. */
  query: SearchQuery<Kind>;
  correction?: { keys: string; applied: boolean };
}

// With so few hits another spelling may have been meant.
const FEW = 3;

/** Searches, and where little is found looks for what may have been meant. */
export class CorrectingSearch<Kind extends IndexKind = JobKind> {
  constructor(private readonly parts: { similarWords: SimilarWords; engine: SearchEngine<Kind>; scopes: Scopes }) {}

  /** For these words and no others, whatever is found. */
  searchExactly(query: SearchQuery<Kind>): Promise<SearchAnswer<Kind>> {
    return this.parts.engine.search(query);
  }

  async search(query: SearchQuery<Kind>): Promise<CorrectedAnswer<Kind>> {
    const { engine, similarWords } = this.parts;
    const answer = await engine.search(query);
    const { keywords } = query;
    if (!keywords || answer.total > FEW) return { ...answer, query };
    const scopes = (await this.parts.scopes.choose(query.site, query.languages)).scopes.map(({ id }) => id);
    const unknown =
      answer.total === 0 ? await correctKeywords(similarWords, keywords, scopes, 'unknown-words') : undefined;
    if (unknown) {
      const corrected = { ...query, keywords: unknown };
      const found = await engine.search(corrected);
      if (found.total > 0) return { ...found, query: corrected, correction: { keys: textOf(unknown), applied: true } };
      return { ...answer, query };
    }
    const rare = await correctKeywords(similarWords, keywords, scopes, 'rare-words');
    return rare ? { ...answer, query, correction: { keys: textOf(rare), applied: false } } : { ...answer, query };
  }
}

function textOf({ boxes }: Keywords): string {
  return boxes.map(formatKeywords).join(' ');
}
