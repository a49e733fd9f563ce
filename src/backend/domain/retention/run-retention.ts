import { type Kysely, sql } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { retentionDefault, type RetentionKind, unitsAfter } from '#contract/retention/retention-periods.js';
import { observeTask } from '#shared/telemetry/channels.js';
import type { Database } from '../../platform/database/schema.js';
import { Cutoff, type DeletedRows, type RetentionRule } from '../../platform/retention/retention-rule.js';
import { writeAudit } from '../audit/audit-log.js';

/** Rows of one transaction: few enough that nobody waits for long for what it locks. */
const BATCH = 500;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** What is kept for hours is looked at so often, all else once a day. Files of applications are promised to go on a certain day. */
const EVERY_MS = { hour: 10 * MINUTE_MS, day: 24 * HOUR_MS, month: 24 * HOUR_MS } as const;
const EVERY_HOUR: ReadonlySet<RetentionKind> = new Set(['applicationFiles']);

/** How long after the end of one run of a kind the next one begins, in milliseconds. */
export function pauseBetweenRuns(kind: RetentionKind): number {
  return EVERY_HOUR.has(kind) ? HOUR_MS : EVERY_MS[retentionDefault(kind).unit];
}

/** The last run of a kind. */
export interface RetentionRun {
  kind: RetentionKind;
  started_at: Date | null;
  /** null: the run is under way, or will be gone on with. */
  finished_at: Date | null;
  failed_at: Date | null;
  /** How many rows, by the name of the site; those of no site under an empty name. */
  deleted: Record<string, number>;
}

interface RunOptions {
  database: Kysely<Database>;
  sites: readonly BackendSite[];
  now: Date;
}

/**
 * Deletes what is due of a kind, if its time has come. Rows, how many they were and the entries in the audit log are there together or not at
 * all: a process that dies has lost one batch, and whichever looks next goes on with the same run. The row of the run is locked, so that
 * two processes never work on one kind at the same time.
 *
 * @param mayGoOn false: the run is left to be gone on with later
 * @returns how many rows this call has deleted
 */
export async function runRetention(
  rule: RetentionRule,
  { database, sites, now }: RunOptions,
  mayGoOn: () => boolean = () => true,
): Promise<number> {
  await sql`insert into retention_run (kind) values (${rule.kind}) on conflict do nothing`.execute(database);
  const cutoff = new Cutoff(rule.kind, sites, now);
  const ahead = new Cutoff(rule.kind, sites, unitsAfter(now, rule.noticeDays ?? 0, 'day'));
  let total = 0;
  for (let isMore = true; isMore && mayGoOn();) {
    const batch = await database.transaction().execute((trx) => takeBatch(trx, rule, { cutoff, ahead, sites, now }));
    total += batch.count;
    isMore = batch.isMore;
  }
  return total;
}

/** Notes that a run failed; the next look tries it again. */
export async function noteFailure(database: Kysely<Database>, kind: RetentionKind, now: Date): Promise<void> {
  await sql`update retention_run set failed_at = ${now} where kind = ${kind}`.execute(database);
}

async function takeBatch(
  trx: Kysely<Database>,
  rule: RetentionRule,
  { cutoff, ahead, sites, now }: { cutoff: Cutoff; ahead: Cutoff; sites: readonly BackendSite[]; now: Date },
): Promise<{ count: number; isMore: boolean }> {
  const { rows } = await sql<RetentionRun>`
    select kind, started_at, finished_at, failed_at, deleted from retention_run where kind = ${rule.kind} for update skip locked
  `.execute(trx);
  const run = rows[0];
  if (!run || !isDue(run, now)) return { count: 0, isMore: false };
  const isNew = run.started_at === null || run.finished_at !== null;
  const { kind, batch: limit = BATCH } = rule;
  const [announced, batch] = await observeTask('retention', kind, async () => [
    (await rule.announceDue?.(trx, ahead, limit, now)) ?? 0,
    await rule.deleteDue(trx, cutoff, limit),
  ]);
  const count = batch.reduce((sum, each) => sum + each.count, 0);
  const deleted = added(isNew ? {} : run.deleted, batch);
  const isMore = count >= limit || announced >= limit;
  await sql`
    update retention_run set started_at = ${isNew ? now : run.started_at}, finished_at = ${isMore ? null : now}, failed_at = null,
      deleted = ${JSON.stringify(deleted)}::jsonb
    where kind = ${kind}
  `.execute(trx);
  if (!isMore && isAudited(kind)) await writeEntries(trx, kind, { deleted, sites, now });
  return { count, isMore };
}

/** @returns whether a run is to be begun, or gone on with; a time in the future was written by a clock that was set back since */
function isDue({ kind, finished_at: finishedAt }: RetentionRun, now: Date): boolean {
  if (!finishedAt) return true;
  const passed = now.getTime() - finishedAt.getTime();
  return passed >= pauseBetweenRuns(kind) || passed < 0;
}

function added(before: Readonly<Record<string, number>>, batch: readonly DeletedRows[]): Record<string, number> {
  const deleted = { ...before };
  for (const { site, count } of batch) deleted[site ?? ''] = (deleted[site ?? ''] ?? 0) + count;
  return deleted;
}

/** What ends within hours would fill the log with nothing that anybody asks about. */
function isAudited(kind: RetentionKind): boolean {
  return retentionDefault(kind).unit !== 'hour';
}

/** One entry for each site of which something was deleted. What belongs to no site is told of by the first one. */
async function writeEntries(
  trx: Kysely<Database>,
  kind: RetentionKind,
  { deleted, sites, now }: { deleted: Readonly<Record<string, number>>; sites: readonly BackendSite[]; now: Date },
): Promise<void> {
  for (const [name, count] of Object.entries(deleted)) {
    if (count === 0) continue;
    const site = name === '' ? (sites[0]?.name ?? '') : name;
    await writeAudit(trx, { action: 'retention.deleted', site, details: { kind, count: String(count) } }, now);
  }
}
