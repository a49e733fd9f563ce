import type { Kysely } from 'kysely';
import type { TextPart } from '../../../contract/generated/resolvers.js';
import { KeptRows } from '../../database/kept-rows.js';
import type { Database } from '../../database/schema.js';
import { loadJobDocuments, type JobDocumentBase } from '../../jobs/job-document.js';
import type { TermCatalog } from '../../taxonomy/term-catalog.js';
import { plainText, withoutHeadings } from '../text/plain-text.js';
import { snippetOf } from './snippet.js';

/** A job as lists show it. */
export interface ListedJob {
  document: JobDocumentBase;
  /** The beginning of its description. */
  opening: TextPart[];
}

// Of each language; a job takes some 2 kB.
const MAX_BYTES = 8_000_000;
const JOB_BYTES = 2000;

/** The jobs of lists, kept in memory by language. */
export class ListedJobs {
  private readonly byLanguage = new Map<string, KeptRows<ListedJob>>();

  constructor(
    private readonly database: Kysely<Database>,
    private readonly terms: TermCatalog,
    private readonly isCurrent: (() => boolean) | undefined,
  ) {}

  /** @returns in the order of the ids; those that are not published (any more) are left out. */
  load(ids: readonly string[], language: string): Promise<ListedJob[]> {
    return this.of(language).load(ids.map(Number));
  }

  /** @param jobIds none: all. */
  forget(jobIds?: readonly number[]): void {
    for (const jobs of this.byLanguage.values()) jobs.forget(jobIds);
  }

  private of(language: string): KeptRows<ListedJob> {
    const known = this.byLanguage.get(language);
    if (known) return known;
    const jobs = new KeptRows<ListedJob>({
      maxBytes: MAX_BYTES,
      isCurrent: this.isCurrent,
      sizeOf: ({ document, opening }) => JOB_BYTES + document.title.length + (opening[0]?.text.length ?? 0),
      read: async (ids) => {
        const loaded = await loadJobDocuments(this.database, this.terms, language, ids);
        return new Map(
          loaded.map(({ document, beginning }) => [
            Number(document.id),
            { document, opening: snippetOf(plainText(withoutHeadings(withoutHalfTag(beginning))), []) },
          ]),
        );
      },
    });
    this.byLanguage.set(language, jobs);
    return jobs;
  }
}

/** What was cut off somewhere never ends within a tag. */
function withoutHalfTag(html: string): string {
  return html.lastIndexOf('<') > html.lastIndexOf('>') ? html.slice(0, html.lastIndexOf('<')) : html;
}
