import type { Kysely } from 'kysely';
import type { TextPart } from '#contract/generated/resolvers.js';
import { PackedCache, RowCache, rowPacker, type PackedRow } from '../../platform/database/caches.js';
import type { Database } from '../../platform/database/schema.js';
import {
  type JobDocumentBase,
  type ListedJobRow,
  loadListedJobs,
  toJobDocument,
} from '../../domain/jobs/job-document.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { plainText, withoutHeadings } from '../analysis/plain-text.js';
import { snippetOf } from './snippet.js';

/** A job as shown in lists. */
export interface ListedJob {
  document: JobDocumentBase;
  /** The beginning of the description. */
  opening: TextPart[];
}

interface CachedJob extends ListedJobRow {
  opening: TextPart[];
}

// Each job takes about 500 bytes.
const MAX_BYTES = 18_000_000;

const PACKER = rowPacker<CachedJob>({
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
  incomplete: true,
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
  opening: true,
});

/** Loads and caches the jobs of lists. */
export class ListedJobs {
  private readonly rows: RowCache<PackedRow>;

  constructor(
    database: Kysely<Database>,
    private readonly terms: TermCatalog,
    isCurrent: (() => boolean) | undefined,
  ) {
    this.rows = new RowCache({
      cache: new PackedCache<number, PackedRow>(MAX_BYTES),
      isCurrent,
      read: async (ids) => {
        const loaded = await loadListedJobs(database, ids);
        return new Map(
          loaded.map(({ row, beginning }) => [row.id, PACKER.pack({ ...row, opening: openingOf(beginning) })]),
        );
      },
    });
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

function openingOf(html: string): TextPart[] {
  return snippetOf(plainText(withoutHeadings(withoutHalfTag(html))), []);
}

/** Removes an incomplete tag from the end of truncated HTML. */
function withoutHalfTag(html: string): string {
  return html.lastIndexOf('<') > html.lastIndexOf('>') ? html.slice(0, html.lastIndexOf('<')) : html;
}
