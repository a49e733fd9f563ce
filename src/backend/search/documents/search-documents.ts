import type { Kysely } from 'kysely';
import type { JobDocument, SearchExplanation, TextPart } from '../../../contract/generated/resolvers.js';
import { AnswerCache, type Packing } from '../../database/answer-cache.js';
import { PackedCache } from '../../database/packed-cache.js';
import type { Database } from '../../database/schema.js';
import type { TermCatalog } from '../../taxonomy/term-catalog.js';
import { explainMatches } from '../explain/explain-matches.js';
import type { Keywords, SearchQuery } from '../search.port.js';
import { baseLanguage } from '../text/fold.js';
import type { Stemmer } from '../text/stemmer.js';
import { highlight } from './highlight.js';
import { JobTexts } from './job-texts.js';
import { ListedJobs } from './listed-jobs.js';
import { snippetOf } from './snippet.js';

const EARTH_KM = 6371.0088;
const MAX_SNIPPET_BYTES = 12_000_000;

/** By the id of the job. */
type Snippets = Record<string, TextPart[]>;

/** The same as text, marked text, text, and so on. */
type PackedSnippets = Record<string, string[]>;

/** The jobs of a page, with what depends on the search. */
export class SearchDocuments {
  private readonly jobs: ListedJobs;
  private readonly texts: JobTexts;
  private readonly snippets: AnswerCache<PackedSnippets>;
  private readonly database: Kysely<Database>;
  private readonly stemmer: Stemmer;

  /** @param options `isCurrent`: whether `forget` is being called; without it nothing is kept in memory. */
  constructor(options: {
    database: Kysely<Database>;
    terms: TermCatalog;
    stemmer: Stemmer;
    isCurrent: (() => boolean) | undefined;
  }) {
    const { database, terms, stemmer, isCurrent } = options;
    this.database = database;
    this.stemmer = stemmer;
    this.jobs = new ListedJobs(database, terms, isCurrent);
    this.texts = new JobTexts(database, isCurrent);
    this.snippets = new AnswerCache(new PackedCache<string, PackedSnippets>(MAX_SNIPPET_BYTES), isCurrent);
  }

  async load(ids: readonly string[], query: SearchQuery, language: string): Promise<JobDocument[]> {
    const { keywords } = query;
    const [jobs, snippets] = await Promise.all([
      this.jobs.load(ids, language),
      keywords && this.snippets.get([ids, keywords], () => this.matchingParts(ids, keywords), SNIPPETS),
    ]);
    return jobs.map(({ document, opening }) => {
      const snippet = snippets?.[document.id] ?? opening;
      // Made for this call; a copy of ten jobs would be much of what a page leaves behind.
      return Object.assign(document, { snippet, distance: distanceTo(document.address, query) });
    });
  }

  /** @returns where the keywords matched, in the order of the ids */
  async explain(ids: readonly string[], { keywords }: SearchQuery, language: string): Promise<SearchExplanation[]> {
    const [jobs, texts] = await Promise.all([this.jobs.load(ids, language), keywords ? this.texts.load(ids) : []]);
    const explained = jobs.map(({ document: { id, title, organization, language: own } }) => ({
      id,
      language: baseLanguage(own),
      parts: [
        { field: 'title' as const, text: title },
        { field: 'organization' as const, text: organization.name },
        { field: 'text' as const, text: texts.find((text) => String(text.id) === id)?.text ?? '' },
      ],
    }));
    return explainMatches(this.database, this.stemmer, keywords, explained);
  }

  /** What is kept in memory of these jobs is read anew. @param jobIds none: all. */
  forget(jobIds?: readonly number[]): void {
    this.jobs.forget(jobIds);
    this.texts.forget(jobIds);
    this.snippets.forget();
  }

  private async matchingParts(ids: readonly string[], keywords: Keywords): Promise<Snippets> {
    const texts = await this.texts.load(ids);
    const marks = await highlight(this.database, this.stemmer, keywords, texts);
    return Object.fromEntries(texts.map(({ id, text }, index) => [id, snippetOf(text, marks[index] ?? [])]));
  }
}

const SNIPPETS: Packing<Snippets, PackedSnippets> = {
  pack: (snippets) => Object.fromEntries(Object.entries(snippets).map(([id, parts]) => [id, packParts(parts)])),
  unpack: (packed) => Object.fromEntries(Object.entries(packed).map(([id, texts]) => [id, unpackParts(texts)])),
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

function distanceTo(address: JobDocument['address'], { area }: SearchQuery): number | null {
  if (area?.kind !== 'radius' || address?.lat == null || address.lon == null) return null;
  const radians = Math.PI / 180;
  const a =
    Math.sin(((address.lat - area.lat) * radians) / 2) ** 2 +
    Math.cos(area.lat * radians) *
      Math.cos(address.lat * radians) *
      Math.sin(((address.lon - area.lon) * radians) / 2) ** 2;
  return Math.round(2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(a))) * 10) / 10;
}
