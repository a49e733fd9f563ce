import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { WORD_KIND } from '../codes/codes.js';
import { stripAccents } from '../analysis/fold.js';
import type { ParsedDocument } from './document-words.js';

const WORD = /^\p{L}{3,30}$/u;
const MAX_LABEL_LENGTH = 80;
const MAX_KNOWN = 400_000;

interface Known {
  written: number;
  pending: number;
}

/**
 * The words, titles and organizations for suggestions and corrections, with the approximate number of jobs that have them. A word is
 * written when it is new and whenever its count has doubled, so an import writes little. Counts are never decremented: they are only
 * used to sort suggestions, and rebuilding the index corrects them.
 */
export class Dictionary {
  private readonly known = new Map<string, Known>();

  /** @param isNew whether the job was not in the index before: an edited job counts once. */
  async add(
    trx: Kysely<Database>,
    documents: readonly { document: ParsedDocument; scope: number; isNew: boolean; occupations: readonly string[] }[],
  ): Promise<void> {
    const labels = new Map<string, string>();
    const counted = new Set<string>();
    if (this.known.size > MAX_KNOWN) this.known.clear();
    for (const { document, scope, isNew, occupations } of documents) {
      counted.clear();
      const see = (kind: number, word: string, label: string): void => {
        const key = `${scope} ${kind} ${word}`;
        if (counted.has(key)) return;
        counted.add(key);
        const known = this.known.get(key);
        if (!known) this.known.set(key, { written: 0, pending: 1 });
        else if (isNew) known.pending++;
        if (!known || (isNew && known.pending > known.written)) labels.set(key, labels.get(key) ?? label);
      };
      for (const tokens of [document.title, document.organization, ...(document.subjects ?? []), ...document.rest]) {
        for (const { word, surface } of tokens) if (WORD.test(word)) see(WORD_KIND.word, stripAccents(word), surface);
      }
      const whole = (kind: number, words: string, label: string): void => {
        if (words !== '' && label.length <= MAX_LABEL_LENGTH) see(kind, words, label);
      };
      const joined = (tokens: ParsedDocument['title']): string =>
        tokens.map(({ word }) => stripAccents(word)).join(' ');
      whole(WORD_KIND.title, joined(document.title), document.titleText.trim());
      whole(WORD_KIND.organization, joined(document.organization), document.organizationText.trim());
      for (const label of occupations) whole(WORD_KIND.occupation, stripAccents(label.toLowerCase()), label);
    }
    await this.write(trx, labels);
  }

  /** Must be called when the stored words are deleted because the index is rebuilt. */
  invalidate(): void {
    this.known.clear();
  }

  private async write(trx: Kysely<Database>, labels: ReadonlyMap<string, string>): Promise<void> {
    if (labels.size === 0) return;
    const rows = [...labels].map(([key, label]) => {
      const known = this.known.get(key)!;
      const n = known.pending;
      known.written += n;
      known.pending = 0;
      const [scope, kind, ...word] = key.split(' ');
      return { scope: Number(scope), kind: Number(kind), word: word.join(' '), label, n };
    });
    await sql`
      insert into search_word_delta (scope, kind, word, label, n) select * from unnest(
        ${rows.map((row) => row.scope)}::smallint[], ${rows.map((row) => row.kind)}::smallint[],
        ${rows.map((row) => row.word)}::text[], ${rows.map((row) => row.label)}::text[], ${rows.map((row) => row.n)}::integer[])
    `.execute(trx);
  }
}
