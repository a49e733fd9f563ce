import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';
import { unpackFacets } from '../codes/codes.js';
import { parseComboKey, type Combo } from '../codes/combo.js';
import { baseLanguage } from '../analysis/fold.js';
import { plainText } from '../analysis/plain-text.js';
import type { Stemmer } from '../analysis/stemmer.js';
import { formsOf, parseDocument, toVectors, type ParsedDocument } from './document-words.js';
import { foldDeltas } from './fold-deltas.js';
import { loadIndexedJobs, loadTermLabels, type IndexedJob } from './indexed-jobs.js';
import { Lexicon } from './lexicon.js';
import { deleteSearchRows, insertSearchRows, toSearchRows, type RemovedRow } from './search-row.js';
import { TallyDeltas } from './tally-deltas.js';

const BATCH = 500;
const FOLD_AFTER_MS = 300;

/** Keeps the search tables in step with the jobs, inside the transactions that change them. */
export class JobIndexer implements Pick<SearchIndexer, 'index' | 'remove'> {
  private readonly lexicon = new Lexicon();
  private timer: NodeJS.Timeout | undefined;
  private folding: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Kysely<Database>,
    private readonly stemmer: Stemmer,
    private readonly clock: () => Date,
    private readonly logger: BackendLogger,
  ) {}

  async index(trx: Kysely<Database>, jobIds: readonly string[]): Promise<void> {
    if (jobIds.length === 0) return;
    const labels = await loadTermLabels(trx);
    for (let from = 0; from < jobIds.length; from += BATCH)
      await this.indexBatch(trx, jobIds.slice(from, from + BATCH), labels);
    this.settleSoon();
  }

  async remove(trx: Kysely<Database>, jobIds: readonly string[]): Promise<void> {
    if (jobIds.length === 0) return;
    const tallies = new TallyDeltas();
    await this.uncount(trx, tallies, await deleteSearchRows(trx, jobIds));
    await tallies.write(trx);
    this.settleSoon();
  }

  /** Brings counts, suggestions and corrections up to date now, which otherwise happens a moment after a change. */
  async settle(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.folding = this.folding.then(() => foldDeltas(this.database));
    await this.folding;
  }

  async close(): Promise<void> {
    if (this.timer !== undefined) await this.settle().catch(() => undefined);
    await this.folding.catch(() => undefined);
  }

  /** Before the tables are filled anew. */
  invalidate(): void {
    this.lexicon.invalidate();
  }

  private async indexBatch(trx: Kysely<Database>, ids: readonly string[], labels: TermLabels): Promise<void> {
    const jobs = await loadIndexedJobs(trx, ids, this.clock());
    const documents = jobs.map((job) => parse(job, labels));
    const removed = await deleteSearchRows(trx, ids);
    const tallies = new TallyDeltas();
    await this.uncount(trx, tallies, removed);
    if (jobs.length > 0) {
      await this.prepareStems(trx, documents);
      const rows = await toSearchRows(trx, jobs);
      const vectors = rows.map((row, index) => toVectors(documents[index]!, this.stemmer, row.scope));
      await insertSearchRows(trx, rows, vectors);
      const known = new Set(removed.map(({ jobId }) => jobId));
      for (const row of rows) tallies.count([row.scope, row.siteScope], row.combo, row.organizationId, 1);
      await this.lexicon.add(
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

  private async uncount(trx: Kysely<Database>, tallies: TallyDeltas, removed: readonly RemovedRow[]): Promise<void> {
    if (removed.length === 0) return;
    const packed = removed.map(({ facets }) => unpackFacets(facets));
    const { rows: combos } = await sql<{ id: number; key: string }>`
      select id, key from search_combo where id = any(${[...new Set(packed.map(({ combo }) => combo))]}::integer[])
    `.execute(trx);
    const { rows: scopes } = await sql<{ id: number; whole: number }>`
      select s.id, w.id as whole from search_scope s join search_scope w on w.site = s.site and w.language = ''
      where s.id = any(${[...new Set(removed.map(({ scope }) => scope))]}::smallint[])
    `.execute(trx);
    const comboOf = new Map<number, Combo>(combos.map(({ id, key }) => [id, parseComboKey(key)]));
    const wholeOf = new Map(scopes.map(({ id, whole }) => [id, whole]));
    removed.forEach(({ scope }, index) => {
      const { organizationId, combo } = packed[index]!;
      tallies.count([scope, wholeOf.get(scope)!], comboOf.get(combo)!, organizationId, -1);
    });
  }

  private settleSoon(): void {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.settle().catch((error: unknown) =>
        this.logger.warn({ error: String(error) }, 'Search counts were not folded'),
      );
    }, FOLD_AFTER_MS);
    this.timer.unref();
  }
}

type TermLabels = ReadonlyMap<number, Record<string, string>>;

function parse(job: IndexedJob, labels: TermLabels): ParsedDocument {
  const terms = [...job.occupation_tids, ...job.industry_tids, ...job.employment_type_tids];
  const place = [job.locality, job.administrative_area, job.zip, job.country_code]
    .filter((part) => part !== null)
    .join(', ');
  return parseDocument({
    language: job.language,
    title: job.title,
    organization: job.organization_name,
    extras: [...labelsOf(terms, job.language, labels), ...job.skills, place],
    description: plainText(job.description),
  });
}

function labelsOf(tids: readonly number[], language: string, labels: TermLabels): string[] {
  const base = baseLanguage(language);
  return tids.flatMap((tid) => labels.get(tid)?.[base] ?? labels.get(tid)?.en ?? []);
}
