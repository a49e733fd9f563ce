import { correctKeywords } from './corrections/correct-keywords.js';
import type { WordNeighbours } from './corrections/word-neighbours.port.js';
import type { Scopes } from './codes/scopes.js';
import type { Keywords, SearchAnswer, SearchEngine, SearchQuery } from './search.port.js';
import { formatKeywords } from './text/keyword-grammar.js';

/** What was found, and for which words. */
export interface JobSearchAnswer extends SearchAnswer {
  /** What was searched in the end; its keywords may be corrected ones. */
  query: SearchQuery;
  correction?: { keys: string; applied: boolean };
}

// With so few hits another spelling may have been meant.
const FEW = 3;

/** Searches, and where nothing is found looks for what may have been meant. */
export class JobSearch {
  constructor(
    private readonly neighbours: WordNeighbours,
    private readonly engine: SearchEngine,
    private readonly scopes: Scopes,
  ) {}

  async search(query: SearchQuery): Promise<JobSearchAnswer> {
    const answer = await this.engine.search(query);
    const { keywords } = query;
    if (!keywords || answer.total > FEW) return { ...answer, query };
    const scopes = (await this.scopes.choose(query.site, query.languages)).scopes.map(({ id }) => id);
    const unknown =
      answer.total === 0 ? await correctKeywords(this.neighbours, keywords, scopes, 'unknown-words') : undefined;
    if (unknown) {
      const corrected = { ...query, keywords: unknown };
      const found = await this.engine.search(corrected);
      if (found.total > 0) return { ...found, query: corrected, correction: { keys: textOf(unknown), applied: true } };
      return { ...answer, query };
    }
    const rare = await correctKeywords(this.neighbours, keywords, scopes, 'rare-words');
    return rare ? { ...answer, query, correction: { keys: textOf(rare), applied: false } } : { ...answer, query };
  }
}

function textOf({ boxes }: Keywords): string {
  return boxes.map(formatKeywords).join(' ');
}
