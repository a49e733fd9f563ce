import { sql } from 'kysely';
import type { Query, Retention } from '#contract/generated/resolvers.js';
import { RETENTION_KINDS, retentionDefault, retentionOf } from '#contract/retention/retention-periods.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { Cutoff, type RetentionRule, rowsOlderThanAllowed } from '../../platform/retention/retention-rule.js';
import { pauseBetweenRuns, type RetentionRun, type RetentionOptions, startRetentionWorker } from './run-retention.js';

/** Counting stops at this number: exact counts above it are of no interest, and slow. */
const MAX_COUNTED = 10_000;

/** Retention of the proof that deletions were announced. */
const noticeRetention = rowsOlderThanAllowed('notices', { table: 'retention_notice', since: sql`deletes_at` });

/** Deletes expired data by the rules of the modules that own it, and shows the result to administrators. */
export function createRetention(options: RetentionOptions): BackendModule {
  const { database, sites } = options;
  const rules = [...options.rules, noticeRetention];
  for (const kind of RETENTION_KINDS)
    if (!rules.some((rule) => rule.kind === kind)) throw new Error(`No module implements the deletion of "${kind}".`);
  return {
    resolvers: [retentionResolvers({ database, rules, sites })],
    startJobs: () => startRetentionWorker({ ...options, rules }),
  };
}

function retentionResolvers(parts: Pick<RetentionOptions, 'database' | 'rules' | 'sites'>) {
  return {
    Query: {
      retention: allow<object, Query['retention']>('administrator', (_args, { site, now }) =>
        listRetention(parts, site, now),
      ),
    },
  } satisfies RootResolvers;
}

/** @returns all kinds, in the order of `RETENTION` */
async function listRetention(
  { database, rules, sites }: Pick<RetentionOptions, 'database' | 'rules' | 'sites'>,
  site: BackendSite,
  now: Date,
): Promise<Retention[]> {
  const { rows: runs } = await sql<RetentionRun>`
    select kind, started_at, finished_at, failed_at, deleted from retention_run
  `.execute(database);
  const listed: Retention[] = [];
  // One after the other, so that this page takes no connections from visitors.
  for (const kind of RETENTION_KINDS) {
    const rule = rules.find((each) => each.kind === kind)!;
    const run = runs.find((each) => each.kind === kind);
    const nextRun = nextRunOf(rule, run, now);
    const { period, source } = retentionOf(kind, site);
    listed.push({
      __typename: 'Retention',
      kind,
      period,
      source,
      unit: retentionDefault(kind).unit,
      lastRun: run?.finished_at?.toISOString() ?? null,
      runningSince: run && !run.finished_at ? (run.started_at?.toISOString() ?? null) : null,
      failedAt: run?.failed_at?.toISOString() ?? null,
      deleted: (run?.deleted[site.name] ?? 0) + (run?.deleted[''] ?? 0),
      nextRun: nextRun.toISOString(),
      due: await rule.countDue(database, new Cutoff(kind, sites, nextRun), site.name, MAX_COUNTED),
    });
  }
  return listed;
}

function nextRunOf({ kind }: RetentionRule, run: RetentionRun | undefined, now: Date): Date {
  const planned = run?.finished_at ? run.finished_at.getTime() + pauseBetweenRuns(kind) : 0;
  return new Date(Math.max(planned, now.getTime()));
}
