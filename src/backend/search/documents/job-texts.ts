import type { Kysely } from 'kysely';
import { KeptRows } from '../../database/kept-rows.js';
import type { Database } from '../../database/schema.js';
import { loadDescriptions } from '../../jobs/job-document.js';
import { baseLanguage } from '../text/fold.js';
import { plainText, withoutHeadings } from '../text/plain-text.js';
import { ReadText } from './read-text.js';

const MAX_BYTES = 10_000_000;

/** The texts of jobs' descriptions, read once and kept for highlighting. */
export class JobTexts {
  private readonly texts: KeptRows<ReadText>;

  constructor(database: Kysely<Database>, isCurrent: (() => boolean) | undefined) {
    this.texts = new KeptRows<ReadText>({
      maxBytes: MAX_BYTES,
      isCurrent,
      sizeOf: (text) => text.bytes,
      async read(ids) {
        const rows = await loadDescriptions(database, ids);
        return new Map(
          rows.map(({ id, language, description }) => [
            id,
            new ReadText(id, baseLanguage(language), plainText(withoutHeadings(description))),
          ]),
        );
      },
    });
  }

  /** @returns by job id */
  async load(ids: readonly string[]): Promise<Map<string, ReadText>> {
    const texts = await this.texts.load(ids.map(Number));
    return new Map(texts.map((text) => [String(text.id), text]));
  }

  /** @param jobIds none: all. */
  forget(jobIds?: readonly number[]): void {
    this.texts.forget(jobIds);
  }
}
