import type { Kysely } from 'kysely';
import type { TextPart } from '../../../contract/generated/resolvers.js';
import { KeptRows } from '../../database/kept-rows.js';
import { PackedCache } from '../../database/packed-cache.js';
import type { Database } from '../../database/schema.js';
import { type JobDocumentBase, type ListedJobRow, loadListedJobs, toJobDocument } from '../../jobs/job-document.js';
import type { TermCatalog } from '../../taxonomy/term-catalog.js';
import { plainText, withoutHeadings } from '../text/plain-text.js';
import { snippetOf } from './snippet.js';

/** A job as lists show it. */
export interface ListedJob {
  document: JobDocumentBase;
  /** The beginning of its description. */
  opening: TextPart[];
}

/** In the order of FIELDS, and the opening. */
type PackedJob = readonly unknown[];

// Some 500 bytes a job.
const MAX_BYTES = 24_000_000;

const FIELDS = Object.keys({
  id: true,
  title: true,
  path: true,
  language: true,
  remote_tid: true,
  eligible_countries: true,
  employment_type_tids: true,
  published_at: true,
  expires_at: true,
  featured: true,
  organization_id: true,
  organization_name: true,
  organization_path: true,
  logo_file: true,
  logo_name: true,
  salary_min: true,
  salary_max: true,
  salary_currency: true,
  salary_unit: true,
  country_code: true,
  administrative_area: true,
  locality: true,
  zip: true,
  address_line1: true,
  address_line2: true,
  lat: true,
  lon: true,
} satisfies Record<keyof ListedJobRow, true>) as (keyof ListedJobRow)[];

/** The jobs of lists, kept in memory. */
export class ListedJobs {
  private readonly rows: KeptRows<PackedJob>;

  constructor(
    database: Kysely<Database>,
    private readonly terms: TermCatalog,
    isCurrent: (() => boolean) | undefined,
  ) {
    this.rows = new KeptRows({
      cache: new PackedCache<number, PackedJob>(MAX_BYTES),
      isCurrent,
      read: async (ids) => {
        const loaded = await loadListedJobs(database, ids);
        return new Map(
          loaded.map(({ row, beginning }) => [row.id, [...FIELDS.map((field) => row[field]), openingOf(beginning)]]),
        );
      },
    });
  }

  /** @returns in the order of the ids; those that are not published (any more) are left out. */
  async load(ids: readonly string[], language: string): Promise<ListedJob[]> {
    const packed = await this.rows.load(ids.map(Number));
    return packed.map((values) => ({
      document: toJobDocument(unpack(values), this.terms, language),
      opening: values[FIELDS.length] as TextPart[],
    }));
  }

  /** @param jobIds none: all. */
  forget(jobIds?: readonly number[]): void {
    this.rows.forget(jobIds);
  }
}

function unpack(values: PackedJob): ListedJobRow {
  const row: Partial<Record<keyof ListedJobRow, unknown>> = {};
  for (let at = 0; at < FIELDS.length; at++) row[FIELDS[at]!] = values[at];
  return row as ListedJobRow;
}

function openingOf(html: string): TextPart[] {
  return snippetOf(plainText(withoutHeadings(withoutHalfTag(html))), []);
}

/** What was cut off somewhere never ends within a tag. */
function withoutHalfTag(html: string): string {
  return html.lastIndexOf('<') > html.lastIndexOf('>') ? html.slice(0, html.lastIndexOf('<')) : html;
}
