import { basename } from 'node:path';
import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { timeZoneOf } from '#shared/time-zones/time-zone.js';
import type { Database } from '../../platform/database/schema.js';
import type { SearchIndexer } from '../../platform/search-index/search-index.port.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { detached } from '../../reference/text/clean-text.js';
import { Addresses } from '../../reference/places/addresses.js';
import type { PlaceFinder } from '../../reference/places/places.port.js';
import type { ImportReport } from './import-report.js';
import type { AdvertRead, Advert, AdvertReader } from './reading/advert.js';
import {
  type FileFormat,
  FileRefusal,
  detectFormat,
  refuseWebPage,
  readText,
  detectEncoding,
  type TextEncoding,
} from './reading/file-format.js';
import { descriptionHtml } from './text/description-html.js';
import { buildJob, webAddress, type Finding, type JobBuilding } from './writing/build-job.js';
import { saveBatch, type BatchJob, type BatchWriting } from './writing/job-batch.js';
import { ImportedOrganizations, identify } from './writing/organizations.js';
import { readCsvAdverts } from './reading/csv-adverts.js';
import { readJsonAdverts, readJsonLinesAdverts } from './reading/json-adverts.js';
import { readXmlAdverts } from './reading/xml-adverts.js';

export const ADVERT_READERS: Record<FileFormat, AdvertReader> = {
  csv: readCsvAdverts,
  json: readJsonAdverts,
  jsonl: readJsonLinesAdverts,
  xml: readXmlAdverts,
};

const BEGINNING = 4000;

export interface ImportOptions {
  path: string;
  format?: FileFormat;
  /** Organization of all rows, whatever the rows contain. */
  organization?: string;
  site: ImportSite;
  /** Namespace of the keys: the same key from another source is a different job. */
  source: string;
  dryRun: boolean;
  /** Whether jobs without an employer or a way to apply are imported too. */
  allowIncomplete: boolean;
}

/** Settings of a site that an import uses. */
export type ImportSite = Pick<BackendSite, 'name' | 'languages' | 'countries' | 'timeZone' | 'importDays'>;

export interface ImportEnvironment {
  database: Kysely<Database>;
  terms: TermCatalog;
  indexer: SearchIndexer;
  places: PlaceFinder;
  now: Date;
  /** Called with the number of bytes read so far, during the first and the second reading of the file. */
  onBytes?: (phase: 'check' | 'import', bytes: number) => void;
  /** Called with the key of every advertisement in the file, including refused ones, unless its closing date has passed. */
  onKey?: (sourceKey: string) => void;
  /** Aborts the import after the current batch. */
  signal?: AbortSignal;
}

export const DEFAULT_IMPORT_DAYS = 60;
// Requests for pages wait until the index includes the last committed batch: with 500 rows, the slowest take half as long again.
const BATCH = 100;

/** Imports a file of advertisements: reads the whole file once to check it, then again to save its jobs. */
export async function importFile(
  options: ImportOptions,
  environment: ImportEnvironment,
): Promise<{ report: ImportReport } | { refused: string }> {
  const started = performance.now();
  try {
    const checked = await checkFile({
      path: options.path,
      format: options.format,
      keyOf: (advert) => detached(identify(advert, options.organization).sourceKey),
      onBytes: (bytes) => environment.onBytes?.('check', bytes),
    });
    const run = new ImportRun(options, environment, checked);
    await run.all();
    return { report: { ...run.report, seconds: (performance.now() - started) / 1000 } };
  } catch (error) {
    if (error instanceof FileRefusal) return { refused: `${basename(options.path)} ${error.message}` };
    throw error;
  }
}

class ImportRun {
  readonly report: ImportReport;
  private readonly building: JobBuilding;
  private readonly writing: BatchWriting;
  private batch: BatchJob[] = [];
  private saving: Promise<void> = Promise.resolve();
  private readonly presentations = new Map<string, string | undefined>();

  constructor(
    private readonly options: ImportOptions,
    private readonly environment: ImportEnvironment,
    private readonly checked: CheckedFile,
  ) {
    const { site, source, dryRun, organization, allowIncomplete } = options;
    const { database, terms, indexer, now } = environment;
    const siteLanguage = site.languages[0] ?? 'en';
    const addresses = new Addresses(environment.places, site.countries[0]);
    this.building = { source, terms, addresses, siteLanguage, timeZone: timeZoneOf(site), allowIncomplete, now };
    const organizations = new ImportedOrganizations(site.name, source, siteLanguage, indexer);
    const days = site.importDays ?? DEFAULT_IMPORT_DAYS;
    this.writing = { database, site: site.name, source, organizations, indexer, days, now, dryRun };
    this.report = {
      file: basename(options.path),
      format: checked.format,
      encoding: checked.encoding,
      site: site.name,
      source,
      ...(organization === undefined ? {} : { organization }),
      dryRun,
      interrupted: false,
      startedAt: now.toISOString(),
      seconds: 0,
      rows: 0,
      created: 0,
      updated: 0,
      unchanged: 0,
      refused: [],
      repeated: [],
      notes: [],
      incomplete: 0,
      allowIncomplete,
    };
  }

  async all(): Promise<void> {
    const { path } = this.options;
    const { onBytes, signal } = this.environment;
    const text = readText(path, this.checked.encoding, (bytes) => onBytes?.('import', bytes));
    for await (const found of ADVERT_READERS[this.checked.format](text)) {
      for (const read of found) {
        if (signal?.aborted) break;
        await this.take(read);
        if (this.batch.length >= BATCH) await this.flush();
      }
      if (signal?.aborted) {
        this.report.interrupted = this.report.rows < this.checked.rows;
        break;
      }
    }
    await this.flush();
    await this.saving;
    this.report.refused.sort((a, b) => a.row - b.row);
  }

  private async take(read: AdvertRead): Promise<void> {
    const { report } = this;
    report.rows += 1;
    if (!('advert' in read)) {
      report.refused.push({ row: read.row, field: 'row', rule: read.problem });
      return;
    }
    const { advert, row } = read;
    const identity = identify(advert, this.options.organization);
    const where = { row, ...(identity.reference === undefined ? {} : { key: detached(identity.reference) }) };
    const last = this.checked.superseded.get(row);
    if (last !== undefined) {
      report.repeated.push({ ...where, field: 'key', rule: `is repeated in row ${last}, which is used instead` });
      return;
    }
    const built = await buildJob(advert, identity, this.building);
    // A job whose closing date has passed is no longer offered; all other refused ones are.
    if (!('refused' in built && built.isOver)) this.environment.onKey?.(detached(identity.sourceKey));
    if ('refused' in built) {
      if (built.isIncomplete) report.incomplete += 1;
      report.refused.push({ ...where, ...shortened(built.refused) });
      return;
    }
    for (const note of built.notes) report.notes.push({ ...where, ...shortened(note) });
    if (built.isIncomplete) report.incomplete += 1;
    const organization = {
      name: identity.organization,
      key: detached(identity.organizationKey),
      language: built.job.language,
      presentation: identity.organization === undefined ? undefined : this.presentationOf(advert.organizationProfile),
      website: webAddress(advert.organizationWebsite),
    };
    this.batch.push({ ...where, job: built.job, organization });
  }

  /** Saves the collected rows while the next ones are read; at most one batch is being saved at a time. */
  private async flush(): Promise<void> {
    const batch = this.batch;
    this.batch = [];
    await this.saving;
    if (batch.length === 0) return;
    this.saving = this.save(batch);
    // The next flush handles a failure; until then, it must not be reported as an unhandled rejection.
    this.saving.catch(() => undefined);
  }

  private async save(batch: readonly BatchJob[]): Promise<void> {
    const results = await saveBatch(batch, this.writing);
    for (const [index, result] of results.entries()) {
      const { row, key } = batch[index]!;
      const where = { row, ...(key === undefined ? {} : { key }) };
      if ('refused' in result) {
        this.report.refused.push({ ...where, ...result.refused });
        continue;
      }
      this.report[result.outcome] += 1;
      if (result.note) this.report.notes.push({ ...where, ...result.note });
    }
  }

  /** Cached, since employers repeat the same text in each of their advertisements. */
  private presentationOf(profile: string | undefined): string | undefined {
    if (profile === undefined) return undefined;
    if (!this.presentations.has(profile)) {
      if (this.presentations.size > 200) this.presentations.clear();
      this.presentations.set(profile, descriptionHtml(profile) || undefined);
    }
    return this.presentations.get(profile);
  }
}

function shortened({ field, rule }: Finding): Finding {
  return { field, rule: detached(rule) };
}

/** Properties of a file that has passed the checks. */
interface CheckedFile {
  encoding: TextEncoding;
  format: FileFormat;
  rows: number;
  /** Rows whose key is repeated later, each with the last row of that key. */
  superseded: ReadonlyMap<number, number>;
}

/**
 * Reads the whole file without saving anything, to check that it is well-formed and contains jobs.
 *
 * @throws FileRefusal if it does not pass
 */
async function checkFile(options: {
  path: string;
  format?: FileFormat;
  keyOf: (advert: Advert) => string;
  onBytes: (bytes: number) => void;
}): Promise<CheckedFile> {
  const { path, keyOf, onBytes } = options;
  const encoding = await detectEncoding(path);
  const beginning = await readBeginning(path, encoding);
  if (options.format) refuseWebPage(beginning.trimStart());
  const format = options.format ?? detectFormat(beginning, path);
  const lastRow = new Map<string, number>();
  const repeats: [row: number, key: string][] = [];
  let rows = 0;
  let good = 0;
  for await (const found of ADVERT_READERS[format](readText(path, encoding, onBytes))) {
    for (const read of found) {
      rows += 1;
      if (!('advert' in read)) continue;
      good += 1;
      const key = keyOf(read.advert);
      const before = lastRow.get(key);
      if (before !== undefined) repeats.push([before, key]);
      lastRow.set(key, read.row);
    }
  }
  if (good === 0) throw new FileRefusal('has no readable row.');
  return { encoding, format, rows, superseded: new Map(repeats.map(([row, key]) => [row, lastRow.get(key) ?? row])) };
}

async function readBeginning(path: string, encoding: TextEncoding): Promise<string> {
  let text = '';
  for await (const piece of readText(path, encoding)) {
    text += piece;
    if (text.trim().length > BEGINNING) break;
  }
  return text;
}
