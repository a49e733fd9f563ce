import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { stripAccents } from '../analysis/tokens.js';
import { WORD_KIND } from '../codes/codes.js';
import { type BackgroundTask, RecurringWork } from '../../platform/background-jobs/recurring-work.js';
import type { Database } from '../../platform/database/schema.js';
import type { ParsedDocument } from './document-words.js';

/** Words of letters only, so that numbers, codes and addresses are never suggested. */
const DICTIONARY_WORD = /^\p{L}{3,30}$/u;
const MAX_LABEL_LENGTH = 80;
const MAX_KNOWN_WORDS = 400_000;

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** Nothing is removed in the first hour of a week: clocks differ, and a transaction of the week before may not have ended. */
const MARGIN_MS = HOUR_MS;
/** Delay of the first round, while the process is busy starting. */
const FIRST_IN_MS = 5 * 60_000;
/** Pause between two batches, so that visitors are served first: a million jobs take about an hour. */
const PAUSE_MS = 200;
const JOBS_AT_ONCE = 100;
const MAX_DELETED = 5000;

/** A job whose words are written. */
export interface DictionaryDocument {
  document: ParsedDocument;
  scope: number;
  /** Labels of its occupations. */
  occupations: readonly string[];
}

/** @returns number of the week since 1970; weeks begin on Thursday, in UTC */
function weekOf(time: Date): number {
  return Math.floor(time.getTime() / WEEK_MS);
}

interface Known {
  written: number;
  pending: number;
}

/**
 * The words, titles and organizations for suggestions and corrections, with the approximate number of jobs that have them. A word is
 * written when it is new and whenever its count has doubled, so an import writes little. Counts are never decremented: they are only
 * used to sort suggestions, and rebuilding the index corrects them.
 *
 * Each word has the week in which it was last seen in a job, so that those of removed jobs can be found: see `removeUnusedWords`. A process
 * writes words again in a new week.
 */
export class Dictionary {
  private readonly known = new Map<string, Known>();
  /** Keys of the words that a transaction has written, by its id, until it is known to have been committed. */
  private readonly uncommitted = new Map<string, Set<string>>();
  private week = 0;

  constructor(private readonly clock: () => Date) {}

  /** @param isNew whether the job was not in the index before: an edited job counts once. */
  async add(trx: Kysely<Database>, documents: readonly (DictionaryDocument & { isNew: boolean })[]): Promise<void> {
    const labels = new Map<string, string>();
    const transaction = await this.forgetUncommitted(trx);
    const week = weekOf(this.clock());
    if (week !== this.week || this.known.size > MAX_KNOWN_WORDS) this.invalidate();
    this.week = week;
    for (const { isNew, ...document } of documents) {
      for (const [key, label] of wordsOf(document)) {
        const known = this.known.get(key);
        if (!known) this.known.set(key, { written: 0, pending: 1 });
        else if (isNew) known.pending++;
        if (!known || (isNew && known.pending > known.written)) labels.set(key, labels.get(key) ?? label);
      }
    }
    await this.write(trx, transaction, labels);
  }

  /** Must be called when the stored words are deleted because the index is rebuilt. */
  invalidate(): void {
    this.known.clear();
    this.uncommitted.clear();
  }

  /**
   * Forgets the words that other transactions have written unless these were committed: words that are rolled back must be written again.
   *
   * @returns the id of the current transaction
   */
  private async forgetUncommitted(trx: Kysely<Database>): Promise<string> {
    // The status of an id that is not visible yet must not be read: the server may not have assigned it, as after a failover.
    const { rows } = await sql<{ current: string; committed: string[] }>`
      select pg_current_xact_id()::text as current, array(
        select xid::text from unnest(${[...this.uncommitted.keys()]}::xid8[]) as xid
        where case when pg_visible_in_snapshot(xid, pg_current_snapshot()) then pg_xact_status(xid) = 'committed' end
      ) as committed
    `.execute(trx);
    const { current, committed } = rows[0]!;
    for (const [transaction, keys] of this.uncommitted) {
      if (transaction === current) continue;
      if (!committed.includes(transaction)) for (const key of keys) this.known.delete(key);
      this.uncommitted.delete(transaction);
    }
    return current;
  }

  private async write(trx: Kysely<Database>, transaction: string, labels: ReadonlyMap<string, string>): Promise<void> {
    if (labels.size === 0) return;
    const uncommitted = this.uncommitted.get(transaction) ?? new Set();
    this.uncommitted.set(transaction, uncommitted);
    const rows = [...labels].map(([key, label]) => {
      const known = this.known.get(key)!;
      const n = known.pending;
      known.written += n;
      known.pending = 0;
      uncommitted.add(key);
      return { ...partsOf(key), label, n };
    });
    await sql`
      insert into search_word_delta (scope, kind, word, label, n, seen) select *, ${this.week}::smallint from unnest(
        ${rows.map((row) => row.scope)}::smallint[], ${rows.map((row) => row.kind)}::smallint[],
        ${rows.map((row) => row.word)}::text[], ${rows.map((row) => row.label)}::text[], ${rows.map((row) => row.n)}::integer[])
    `.execute(trx);
  }
}

/** @returns each word of a job once: its key, and its spelling in the job */
function wordsOf({ document, scope, occupations }: DictionaryDocument): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  const see = (kind: number, word: string, label: string): void => {
    const key = `${scope} ${kind} ${word}`;
    if (!words.has(key)) words.set(key, label);
  };
  for (const tokens of [document.title, document.organization, ...(document.subjects ?? []), ...document.rest]) {
    for (const { word, surface } of tokens)
      if (DICTIONARY_WORD.test(word)) see(WORD_KIND.word, stripAccents(word), surface);
  }
  const whole = (kind: number, text: string, label: string): void => {
    if (text !== '' && label.length <= MAX_LABEL_LENGTH) see(kind, text, label);
  };
  const joined = (tokens: ParsedDocument['title']): string => tokens.map(({ word }) => stripAccents(word)).join(' ');
  whole(WORD_KIND.title, joined(document.title), document.titleText.trim());
  whole(WORD_KIND.organization, joined(document.organization), document.organizationText.trim());
  for (const label of occupations) whole(WORD_KIND.occupation, stripAccents(label.toLowerCase()), label);
  return words;
}

function partsOf(key: string): { scope: number; kind: number; word: string } {
  const [scope, kind, ...word] = key.split(' ');
  return { scope: Number(scope), kind: Number(kind), word: word.join(' ') };
}

/** Marks the words of jobs that are online as seen in a week. */
export class WordMarker {
  /** Keys that were marked, so that frequent words are written once and not for each job. */
  private readonly marked = new Set<string>();

  constructor(readonly week: number) {}

  async mark(trx: Kysely<Database>, documents: readonly DictionaryDocument[]): Promise<void> {
    const labels = new Map<string, string>();
    if (this.marked.size > MAX_KNOWN_WORDS) this.marked.clear();
    for (const document of documents)
      for (const [key, label] of wordsOf(document)) if (!this.marked.has(key)) labels.set(key, label);
    if (labels.size === 0) return;
    const rows = [...labels].map(([key, label]) => ({ ...partsOf(key), label }));
    // In the same order as in `foldWords`: otherwise, the two could deadlock.
    await sql`
      insert into search_word as w (scope, kind, word, label, n, seen) select scope, kind, word, label, 1, ${this.week}::smallint
      from unnest(
        ${rows.map((row) => row.scope)}::smallint[], ${rows.map((row) => row.kind)}::smallint[],
        ${rows.map((row) => row.word)}::text[], ${rows.map((row) => row.label)}::text[]
      ) as seen(scope, kind, word, label)
      order by scope, kind, word collate "C"
      on conflict (scope, kind, word) do update set seen = excluded.seen where w.seen < excluded.seen
    `.execute(trx);
    for (const key of labels.keys()) this.marked.add(key);
  }
}

/** Adds the words that writers have left to the dictionary. */
export async function foldWords(trx: Kysely<Database>): Promise<void> {
  await sql`
    with gone as (delete from search_word_delta returning scope, kind, word, label, n, seen)
    insert into search_word as w (scope, kind, word, label, n, seen)
    select scope, kind, word, min(label), sum(n), max(seen) from gone group by scope, kind, word order by scope, kind, word
    on conflict (scope, kind, word) do update set n = w.n + excluded.n, seen = greatest(w.seen, excluded.seen)
  `.execute(trx);
}

export interface WordRemovalOptions {
  database: Kysely<Database>;
  /** Marks the words of those of the jobs that are online. */
  markWords: (trx: Kysely<Database>, jobIds: readonly string[], marker: WordMarker) => Promise<void>;
  clock: () => Date;
  logger: BackendLogger;
}

/** Removes, once a week, the words, titles and employers that no job has any more: some are names of persons. */
export function startWordRemoval(options: WordRemovalOptions): BackgroundTask {
  let marker: WordMarker | undefined;
  const work = new RecurringWork({
    shortestMs: PAUSE_MS,
    longestMs: HOUR_MS,
    retryMs: HOUR_MS,
    round: async () => {
      const week = weekOf(options.clock());
      marker = marker?.week === week ? marker : new WordMarker(week);
      const isMore = await removeUnusedWords(options, marker);
      if (!isMore) marker = undefined;
      return { nextInMs: isMore ? PAUSE_MS : HOUR_MS };
    },
    onFailure: (error) => {
      // A batch that was rolled back has marked nothing.
      marker = undefined;
      options.logger.warn({ error: String(error) }, 'Words of removed jobs could not be deleted');
    },
  });
  work.wake(FIRST_IN_MS);
  return work;
}

/**
 * Marks the words of the next jobs that are online; after the last ones, deletes the words that are not marked. Several processes may call
 * this: only one works at a time, and the others return.
 *
 * @returns whether there is more to do in this week
 */
export async function removeUnusedWords(
  { database, markWords, clock }: Omit<WordRemovalOptions, 'logger'>,
  marker = new WordMarker(weekOf(clock())),
): Promise<boolean> {
  const { week } = marker;
  if (clock().getTime() % WEEK_MS < MARGIN_MS) return false;
  return database.transaction().execute(async (trx) => {
    await sql`
      insert into search_index_format (name, format) values ('words', ${`${week} 0`}) on conflict (name) do nothing
    `.execute(trx);
    const { rows } = await sql<{ format: string }>`
      select format from search_index_format where name = 'words' for update skip locked
    `.execute(trx);
    if (!rows[0]) return false;
    const [last, at] = rows[0].format.split(' ') as [string, string];
    const isSameWeek = Number(last) === week;
    if (isSameWeek && at === DONE) return false;
    const { rows: jobs } = await sql<{ id: string }>`
      select id::text from job where state = 'published' and id > ${isSameWeek ? at : '0'}::bigint order by id limit ${JOBS_AT_ONCE}
    `.execute(trx);
    const ids = jobs.map(({ id }) => id);
    if (ids.length > 0) await markWords(trx, ids, marker);
    const isMore = ids.length > 0 || (await deleteUnseenWords(trx, week)) === MAX_DELETED;
    await saveProgress(trx, week, isMore ? (ids.at(-1) ?? at) : DONE);
    return isMore;
  });
}

/** Records that the dictionary contains no words of removed jobs, because it was just rebuilt. */
export async function recordRebuiltDictionary(trx: Kysely<Database>, now: Date): Promise<void> {
  await saveProgress(trx, weekOf(now), DONE);
}

const DONE = 'done';

/** @param at id of the last job whose words are marked, or `DONE` */
async function saveProgress(trx: Kysely<Database>, week: number, at: string): Promise<void> {
  await sql`
    insert into search_index_format (name, format) values ('words', ${`${week} ${at}`})
    on conflict (name) do update set format = excluded.format
  `.execute(trx);
}

/** Words that another transaction is changing are skipped. @returns number of deleted words */
async function deleteUnseenWords(trx: Kysely<Database>, week: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from search_word where ctid = any(array(
      select ctid from search_word where seen < ${week} limit ${MAX_DELETED} for update skip locked
    ))
  `.execute(trx);
  return Number(numAffectedRows ?? 0);
}
