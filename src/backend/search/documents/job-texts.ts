import type { Kysely } from 'kysely';
import { RowCache } from '../../platform/database/caches/row-cache.js';
import { PackedCache } from '../../platform/database/caches/packed-cache.js';
import type { Database } from '../../platform/database/schema.js';
import { loadDescriptions } from '../../domain/jobs/job-document.js';
import { baseLanguage } from '../analysis/fold.js';
import { plainText, withoutHeadings } from '../analysis/plain-text.js';

/** What a job's description says, without markup and headings. */
export interface JobText {
  id: number;
  /** Base language (`en`). */
  language: string;
  text: string;
}

const MAX_BYTES = 3_000_000;

/** The texts of jobs' descriptions, kept for highlighting. */
export class JobTexts {
  private readonly texts: RowCache<JobText>;

  constructor(database: Kysely<Database>, isCurrent: (() => boolean) | undefined) {
    this.texts = new RowCache<JobText>({
      cache: new PackedCache<number, JobText>(MAX_BYTES),
      isCurrent,
      async read(ids) {
        const rows = await loadDescriptions(database, ids);
        return new Map(
          rows.map(({ id, language, description }) => [
            id,
            { id, language: baseLanguage(language), text: plainText(withoutHeadings(description)) },
          ]),
        );
      },
    });
  }

  /** @returns in the order of the ids; those that are not published (any more) are left out. */
  load(ids: readonly string[]): Promise<JobText[]> {
    return this.texts.load(ids.map(Number));
  }

  /** @param jobIds none: all. */
  invalidate(jobIds?: readonly number[]): void {
    this.texts.invalidate(jobIds);
  }
}
