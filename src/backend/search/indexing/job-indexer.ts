import { setImmediate } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { SEARCH_FEATURES, type SearchFeature } from '#contract/search/search-features.js';
import type { Database } from '../../platform/database/schema.js';
import type { SearchIndexer } from '../../platform/search-index/search-index.port.js';
import { unpackFacets, TALLY_ORGANIZATION, TALLY_TOTAL } from '../codes/codes.js';
import { parseCombinationKey, type Combo } from '../codes/facet-combinations.js';
import { baseLanguage } from '../analysis/tokens.js';
import { plainText } from '../analysis/plain-text.js';
import type { ConceptTagger } from '../analysis/synonyms.js';
import type { Stemmer } from '../analysis/stemmer.js';
import { provideCodes, SCOPES, type CodeKey } from './code-tables.js';
import { Dictionary, foldWords, recordRebuiltDictionary, type WordMarker } from './dictionary.js';
import { formsOf, parseDocument, toVectors, type ParsedDocument } from './document-words.js';
import {
  loadIndexedJobs,
  loadTermLabels,
  type IndexedJob,
  deleteSearchRows,
  insertSearchRows,
  toSearchRows,
  type RemovedRow,
} from './search-row.js';

/** Must be incremented whenever the contents of search_job change: the index is rebuilt at the next start. */
const FORMAT = 4;

const REBUILDING = 4_217_012;

const BATCH = 500;
const FOLD_AFTER_MS = 300;
/** Pause before the changes of a transaction that had not ended are looked for again. */
const FOLD_AGAIN_MS = 1000;
const RETRY_AFTER_MS = 10_000;
const FOLDING = 4_217_011;
const REBUILD_BATCH = 2000;

/** Keeps the search tables in sync with the jobs, in the transactions that change the jobs. */
export class JobIndexer implements Pick<SearchIndexer, 'index' | 'remove'> {
  private readonly dictionary: Dictionary;
  /** Ids of the transactions whose changes may not have been merged yet. */
  private readonly writing = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private folding: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(
    private readonly database: Kysely<Database>,
    private readonly stemmer: Stemmer,
    private readonly tagger: ConceptTagger,
    readonly clock: () => Date,
    private readonly logger: BackendLogger,
  ) {
    this.dictionary = new Dictionary(clock);
  }

  /** @param lock whether to lock the jobs against concurrent changes; unnecessary if the transaction has locked the whole index */
  async index(trx: Kysely<Database>, jobIds: readonly string[], lock = true): Promise<void> {
    if (jobIds.length === 0) return;
    const labels = await loadTermLabels(trx);
    for (let from = 0; from < jobIds.length; from += BATCH) {
      const ids = jobIds.slice(from, from + BATCH);
      await this.indexBatch(trx, ids, await loadIndexedJobs(trx, ids, this.clock(), lock), labels);
    }
    await this.settleAfter(trx);
  }

  async remove(trx: Kysely<Database>, jobIds: readonly string[]): Promise<void> {
    if (jobIds.length === 0) return;
    const tallies = new CountDeltas();
    await this.uncount(trx, tallies, await deleteSearchRows(trx, jobIds));
    await tallies.write(trx);
    await this.settleAfter(trx);
  }

  /** Marks the words of those of the jobs that should be in the index. */
  async markWords(trx: Kysely<Database>, jobIds: readonly string[], marker: WordMarker): Promise<void> {
    const jobs = await loadIndexedJobs(trx, jobIds, this.clock(), false);
    const labels = await loadTermLabels(trx);
    const keyOf = ({ site, language }: IndexedJob): CodeKey => [site, baseLanguage(language)];
    const scope = await provideCodes(trx, SCOPES, jobs.map(keyOf));
    const documents = [];
    for (const job of jobs) {
      const occupations = labelsOf(job.occupation_tids, job.language, labels);
      documents.push({ document: parse(job, labels), scope: scope(keyOf(job)), occupations });
      // Nobody waits for this work, and requests are answered in between.
      await setImmediate();
    }
    await marker.mark(trx, documents);
  }

  /** Updates counts, suggestions and corrections immediately, which otherwise happens shortly after a change. */
  async settle(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    // Merges run one after the other. A failed merge, for example after a lost connection, must not prevent the next one.
    this.folding = this.folding.catch(() => undefined).then(() => this.fold());
    await this.folding;
  }

  /** @param afterMs delay that lets more changes arrive for the same merge */
  settleSoon(afterMs = FOLD_AFTER_MS): void {
    if (this.timer !== undefined || this.isClosed) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.settle().catch((error: unknown) => {
        this.logger.warn({ error: String(error) }, 'Search counts could not be merged; trying again');
        // The next change may be hours away.
        this.settleSoon(RETRY_AFTER_MS);
      });
    }, afterMs);
    this.timer.unref();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer !== undefined) await this.settle().catch(() => undefined);
    await this.folding.catch(() => undefined);
  }

  /** Must be called before the tables are rebuilt. */
  invalidate(): void {
    this.dictionary.invalidate();
  }

  /** @param jobs those of the ids that should be in the index */
  private async indexBatch(
    trx: Kysely<Database>,
    ids: readonly string[],
    jobs: readonly IndexedJob[],
    labels: TermLabels,
  ): Promise<void> {
    const documents = jobs.map((job) => parse(job, labels));
    const removed = await deleteSearchRows(trx, ids);
    const tallies = new CountDeltas();
    await this.uncount(trx, tallies, removed);
    if (jobs.length > 0) {
      await this.prepareStems(trx, documents);
      const rows = await toSearchRows(trx, jobs);
      const vectors = rows.map((row, index) => toVectors(documents[index]!, this.stemmer, row.scope, this.tagger));
      await insertSearchRows(trx, rows, vectors);
      const known = new Set(removed.map(({ jobId }) => jobId));
      for (const row of rows) tallies.count([row.scope, row.siteScope], row.combo, row.organizationId, 1);
      await this.dictionary.add(
        trx,
        rows.map((row, index) => ({
          document: documents[index]!,
          scope: row.scope,
          isNew: !known.has(row.jobId),
          occupations: labelsOf(jobs[index]!.occupation_tids, jobs[index]!.language, labels),
        })),
      );
    }
    await tallies.write(trx);
  }

  private async prepareStems(trx: Kysely<Database>, documents: readonly ParsedDocument[]): Promise<void> {
    for (const language of new Set(documents.map((document) => document.language))) {
      const forms = new Set<string>();
      for (const document of documents)
        if (document.language === language) for (const form of formsOf(document)) forms.add(form);
      await this.stemmer.prepare(trx, language, forms);
    }
  }

  private async uncount(trx: Kysely<Database>, tallies: CountDeltas, removed: readonly RemovedRow[]): Promise<void> {
    if (removed.length === 0) return;
    const packed = removed.map(({ facets }) => unpackFacets(facets));
    const { rows: combos } = await sql<{ id: number; key: string }>`
      select id, key from search_combo where id = any(${[...new Set(packed.map(({ combo }) => combo))]}::integer[])
    `.execute(trx);
    const { rows: scopes } = await sql<{ id: number; whole: number }>`
      select s.id, w.id as whole from search_scope s join search_scope w on w.site = s.site and w.language = ''
      where s.id = any(${[...new Set(removed.map(({ scope }) => scope))]}::smallint[])
    `.execute(trx);
    const combinationOf = new Map<number, Combo>(combos.map(({ id, key }) => [id, parseCombinationKey(key)]));
    const wholeOf = new Map(scopes.map(({ id, whole }) => [id, whole]));
    removed.forEach(({ scope }, index) => {
      const { organizationId, combo } = packed[index]!;
      tallies.count([scope, wholeOf.get(scope)!], combinationOf.get(combo)!, organizationId, -1);
    });
  }

  /** Merges the changes soon after the transaction has been committed, which may be long after its last change. */
  private async settleAfter(trx: Kysely<Database>): Promise<void> {
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(trx);
    this.writing.add(rows[0]!.id);
    this.settleSoon();
  }

  private async fold(): Promise<void> {
    const { rows: ended } = await sql<{ id: string }>`
      select id::text from unnest(${[...this.writing]}::xid8[]) as id where pg_visible_in_snapshot(id, pg_current_snapshot())
    `.execute(this.database);
    if (await foldDeltas(this.database)) for (const { id } of ended) this.writing.delete(id);
    if (this.writing.size > 0) this.settleSoon(FOLD_AGAIN_MS);
  }
}

type TermLabels = ReadonlyMap<number, Record<string, string>>;

function parse(job: IndexedJob, labels: TermLabels): ParsedDocument {
  const subjects = [...job.occupation_tids, ...job.industry_tids, ...job.skill_tids];
  const place = [job.locality, job.administrative_area, job.zip, job.country_code]
    .filter((part) => part !== null)
    .join(', ');
  return parseDocument({
    language: job.language,
    title: job.title,
    organization: job.organization_name,
    subjects: [...labelsOf(subjects, job.language, labels), ...job.skills],
    extras: [...labelsOf(job.employment_type_tids, job.language, labels), place],
    description: plainText(job.description),
  });
}

function labelsOf(tids: readonly number[], language: string, labels: TermLabels): string[] {
  const base = baseLanguage(language);
  return tids.flatMap((tid) => labels.get(tid)?.[base] ?? labels.get(tid)?.en ?? []);
}

/** Collects the changes to the counts of a search without conditions. */
class CountDeltas {
  private readonly changes = new Map<string, number>();

  /**
   * @param organizationId 0 if the employer is not named
   * @param by 1 for an added row, -1 for a removed one
   */
  count(scopes: readonly number[], combo: Combo, organizationId: number, by: 1 | -1): void {
    for (const scope of scopes) {
      this.add(scope, TALLY_TOTAL, 0, by);
      if (organizationId !== 0) this.add(scope, TALLY_ORGANIZATION, organizationId, by);
      combo.values.forEach((tids, kind) => {
        for (const tid of tids.length === 0 ? [0] : tids) this.add(scope, kind, tid, by);
      });
    }
  }

  async write(trx: Kysely<Database>): Promise<void> {
    const rows = [...this.changes].filter(([, n]) => n !== 0).map(([key, n]) => [...key.split(' ').map(Number), n]);
    if (rows.length === 0) return;
    const column = (index: number): (number | undefined)[] => rows.map((row) => row[index]);
    await sql`
      insert into search_tally_delta (scope, kind, value, n) select * from unnest(
        ${column(0)}::smallint[], ${column(1)}::smallint[], ${column(2)}::integer[], ${column(3)}::integer[])
    `.execute(trx);
  }

  private add(scope: number, kind: number, value: number, by: number): void {
    const key = `${scope} ${kind} ${value}`;
    this.changes.set(key, (this.changes.get(key) ?? 0) + by);
  }
}

/**
 * Folds the deltas of writers into the counts and the dictionary, and merges the pending list of the word index. Only one process does this
 * at a time; others skip it.
 *
 * @returns false if it was skipped
 */
async function foldDeltas(database: Kysely<Database>): Promise<boolean> {
  const isMine = await database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${FOLDING}) as mine`.execute(trx);
    if (!rows[0]?.mine) return false;
    const { rows: folded } = await sql<{ scope: number; kind: number; value: number; n: number }>`
      with gone as (delete from search_tally_delta returning scope, kind, value, n)
      insert into search_tally as t (scope, kind, value, n)
      select scope, kind, value, sum(n) from gone group by scope, kind, value
      on conflict (scope, kind, value) do update set n = t.n + excluded.n
      returning scope, kind, value, n
    `.execute(trx);
    const unused = folded.filter(({ n }) => n === 0);
    // A condition on `n` alone would read the whole table, several times a second while jobs change.
    if (unused.length > 0)
      await sql`
        delete from search_tally t using unnest(
          ${unused.map(({ scope }) => scope)}::smallint[], ${unused.map(({ kind }) => kind)}::smallint[],
          ${unused.map(({ value }) => value)}::integer[]
        ) as u(scope, kind, value)
        where t.scope = u.scope and t.kind = u.kind and t.value = u.value
      `.execute(trx);
    await foldWords(trx);
    return true;
  });
  await sql`select gin_clean_pending_list('search_job_words')`.execute(database);
  return isMine;
}

/**
 * Rebuilds the search tables from the jobs, newest first, so that rows are stored in the order in which they are read. The large index
 * is created at the end, which takes a fraction of the time. Changes to jobs wait for the rebuild, which must not wait for them: it indexes
 * the state before an uncommitted change, and the change then replaces it.
 *
 * @returns number of jobs in the index
 */
export async function rebuildIndex(database: Kysely<Database>, indexer: JobIndexer): Promise<number> {
  indexer.invalidate();
  const count = await database.transaction().execute(async (trx) => {
    await sql`
      truncate search_job, search_tally, search_tally_delta, search_word, search_word_delta
    `.execute(trx);
    const { rows: definitions } = await sql<{ text: string }>`
      select pg_get_indexdef('search_job_words'::regclass) as text
    `.execute(trx);
    await sql`drop index search_job_words`.execute(trx);
    const { rows } = await sql<{ id: string }>`
      select id::text from job where state = 'published' order by published_at desc, id desc
    `.execute(trx);
    for (let from = 0; from < rows.length; from += REBUILD_BATCH) {
      await indexer.index(
        trx,
        rows.slice(from, from + REBUILD_BATCH).map(({ id }) => id),
        false,
      );
    }
    await sql.raw(definitions[0]!.text).execute(trx);
    await recordRebuiltDictionary(trx, indexer.clock());
    const { rows: found } = await sql<{ n: number }>`select count(*)::integer as n from search_job`.execute(trx);
    return found[0]?.n ?? 0;
  });
  await indexer.settle();
  await sql`vacuum analyze search_job, search_tally, search_word`.execute(database);
  return count;
}

/**
 * Rebuilds the index if it was written by another release or with other settings that affect it. One process rebuilds; other processes
 * that start meanwhile wait.
 *
 * @returns number of jobs indexed; 0 if the index was up to date
 */
export async function rebuildOutdatedIndex(
  database: Kysely<Database>,
  indexer: JobIndexer,
  features: readonly SearchFeature[],
  tagger: ConceptTagger,
): Promise<number> {
  const format = `${FORMAT} ${tagger.version} ${features.includes('inflection') ? 'inflection' : 'derivation'}`;
  if ((await formatOf(database)) === format) return 0;
  return database.transaction().execute(async (trx) => {
    // Held until the end of the transaction, because a connection pooler may run later transactions on another connection.
    await sql`select pg_advisory_xact_lock(${REBUILDING})`.execute(trx);
    if ((await formatOf(trx)) === format) return 0;
    const jobs = await rebuildIndex(database, indexer);
    await sql`
      insert into search_index_format (name, format) values ('jobs', ${format})
      on conflict (name) do update set format = excluded.format
    `.execute(trx);
    return jobs;
  });
}

/** Returns the features with which the index was built, for commands without the server's settings; undefined if it was never built. */
export async function indexedFeatures(database: Kysely<Database>): Promise<SearchFeature[] | undefined> {
  const format = await formatOf(database);
  return format === undefined
    ? undefined
    : SEARCH_FEATURES.filter((feature) => feature !== 'inflection' || format.endsWith(' inflection'));
}

async function formatOf(database: Kysely<Database>): Promise<string | undefined> {
  const { rows } = await sql<{ format: string }>`
    select format from search_index_format where name = 'jobs'
  `.execute(database);
  return rows[0]?.format;
}
