import type { Kysely } from 'kysely';
import type { JobDocument, SearchExplanation, TextPart } from '#contract/generated/resolvers.js';
import {
  type JobDocumentBase,
  type ListedJobRow,
  loadListedJobs,
  toJobDocument,
} from '../../domain/jobs/job-document.js';
import { PackedCache, RowCache, rowPacker, type PackedRow } from '../../platform/database/caches.js';
import type { Database } from '../../platform/database/schema.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { plainText, withoutHeadings } from '../analysis/plain-text.js';
import type { SearchQuery } from '../port/search.port.js';
import { baseLanguage } from '../analysis/tokens.js';
import type { Analysis } from '../analysis/keyword-query.js';
import { distanceFrom } from '../codes/points.js';
import { explainMatches, type FoundText, SnippetCache } from './highlight.js';
import { openingOf } from './snippet.js';

const SNIPPET_BYTES = 15_000_000;
const MAX_TEXT_BYTES = 3_000_000;
// Each job takes about 600 bytes.
const MAX_LISTED_BYTES = 19_000_000;

/** Loads the jobs of a page, with highlights and snippets for the search. */
export class SearchDocuments {
  private readonly jobs: ListedJobs;
  private readonly texts: RowCache<JobText>;
  private readonly snippets: SnippetCache;
  private readonly database: Kysely<Database>;
  private readonly analysis: Analysis;

  /** @param options `isCurrent`: whether `invalidate` is called when something changes; without it nothing is cached. */
  constructor(options: {
    database: Kysely<Database>;
    terms: TermCatalog;
    analysis: Analysis;
    isCurrent: (() => boolean) | undefined;
  }) {
    const { database, terms, analysis, isCurrent } = options;
    this.database = database;
    this.analysis = analysis;
    this.jobs = new ListedJobs(database, terms, isCurrent);
    this.texts = new RowCache({
      cache: new PackedCache<number, JobText>(MAX_TEXT_BYTES),
      isCurrent,
      read: (ids) => this.jobs.loadTexts(ids),
    });
    this.snippets = new SnippetCache({ database, analysis, isCurrent, cacheBytes: SNIPPET_BYTES });
  }

  async load(ids: readonly string[], query: SearchQuery, language: string): Promise<JobDocument[]> {
    const { keywords } = query;
    // The texts come first: the jobs are read together with them, and are cached then.
    const snippets =
      keywords && (await this.snippets.get(ids, { keywords, site: query.site }, () => this.findable(ids)));
    const jobs = await this.jobs.load(ids, language);
    return jobs.map(({ document, opening }) => {
      // The object was created for this call; copying ten jobs would be a large part of a page's garbage.
      return Object.assign(document, {
        markedTitle: snippets?.get(titleOf(document.id)) ?? [],
        snippet: snippets?.get(document.id) ?? unmarked(opening),
        distance: distanceFrom(query.area, document.address, 1),
      });
    });
  }

  private async findable(ids: readonly string[]): Promise<FoundText[]> {
    const texts = await this.texts.load(ids.map(Number));
    return texts.flatMap(({ id, language, title, text }) => [
      { id, language, text },
      { id: titleOf(id), language, text: title, isTitle: true },
    ]);
  }

  /** @returns the fields in which the keywords matched, in the order of the ids */
  async explain(ids: readonly string[], query: SearchQuery, language: string): Promise<SearchExplanation[]> {
    const { keywords } = query;
    const texts = keywords ? await this.texts.load(ids.map(Number)) : [];
    const jobs = await this.jobs.load(ids, language);
    const explained = jobs.map(({ document: { id, title, organization, language: own } }) => ({
      id,
      language: baseLanguage(own),
      parts: [
        { field: 'title' as const, text: title },
        { field: 'organization' as const, text: organization.name },
        { field: 'text' as const, text: texts.find((text) => String(text.id) === id)?.text ?? '' },
      ],
    }));
    return explainMatches(this.database, this.analysis, query, explained);
  }

  /** Discards the cached data of these jobs. @param jobIds omit for all jobs */
  invalidate(jobIds?: readonly number[]): void {
    this.jobs.invalidate(jobIds);
    this.texts.invalidate(jobIds);
    this.snippets.invalidate();
  }
}

/** Returns the id of a job's title among the texts that are highlighted. It is short because it is cached with each marked title. */
function titleOf(id: number | string): string {
  return `t${id}`;
}

/** The texts of a job. */
interface JobText {
  id: number;
  /** Base language (`en`). */
  language: string;
  title: string;
  /** The description without markup and headings. */
  text: string;
}

/** A job as shown in lists. */
interface ListedJob {
  document: JobDocumentBase;
  /** The beginning of the description. */
  opening: string;
}

interface CachedJob extends ListedJobRow {
  opening: string;
}

// Columns that are often null come last, see `rowPacker`.
const PACKER = rowPacker<CachedJob>({
  id: true,
  title: true,
  path: true,
  language: true,
  opening: true,
  eligible_countries: true,
  employment_type_tids: true,
  published_at: true,
  featured: true,
  incomplete: true,
  organization_id: true,
  organization_name: true,
  organization_path: true,
  country_code: true,
  administrative_area: true,
  locality: true,
  lat: true,
  lon: true,
  expires_at: true,
  logo_file: true,
  logo_name: true,
  salary_min: true,
  salary_max: true,
  salary_currency: true,
  salary_unit: true,
  zip: true,
  address_line1: true,
  address_line2: true,
  remote_tid: true,
});

/** Loads and caches the jobs of lists. */
class ListedJobs {
  private readonly rows: RowCache<PackedRow>;

  constructor(
    private readonly database: Kysely<Database>,
    private readonly terms: TermCatalog,
    isCurrent: (() => boolean) | undefined,
  ) {
    this.rows = new RowCache({
      cache: new PackedCache<number, PackedRow>(MAX_LISTED_BYTES),
      isCurrent,
      read: async (ids) => {
        const loaded = await loadListedJobs(database, ids);
        return new Map(
          loaded.map(({ row, description }) => [
            row.id,
            PACKER.pack({ ...row, opening: openingOf(beginningOf(description)) }),
          ]),
        );
      },
    });
  }

  /** Reads the texts of jobs. A list that needs them shows the same jobs, so these are read in the same query, and cached. */
  async loadTexts(ids: readonly number[]): Promise<Map<number, JobText>> {
    const store = this.rows.reading();
    const loaded = await loadListedJobs(this.database, ids, 'whole');
    return new Map(
      loaded.map(({ row, description }) => {
        const { id, title, language } = row;
        const text = plainText(withoutHeadings(description));
        store(id, () => PACKER.pack({ ...row, opening: openingOf(text) }));
        return [id, { id, language: baseLanguage(language), title, text }];
      }),
    );
  }

  /** @returns jobs in the order of the ids; those that are not published are omitted */
  async load(ids: readonly string[], language: string): Promise<ListedJob[]> {
    const packed = await this.rows.load(ids.map(Number));
    return packed.map((values) => {
      const job = PACKER.unpack(values);
      return { document: toJobDocument(job, this.terms, language), opening: job.opening };
    });
  }

  /** @param jobIds omit for all jobs */
  invalidate(jobIds?: readonly number[]): void {
    this.rows.invalidate(jobIds);
  }
}

function beginningOf(html: string): string {
  return plainText(withoutHeadings(withoutHalfTag(html)));
}

function unmarked(text: string): TextPart[] {
  return text === '' ? [] : [{ text, marked: false }];
}

/** Removes an incomplete tag from the end of truncated HTML. */
function withoutHalfTag(html: string): string {
  return html.lastIndexOf('<') > html.lastIndexOf('>') ? html.slice(0, html.lastIndexOf('<')) : html;
}
