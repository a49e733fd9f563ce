import { sql, type Kysely } from 'kysely';
import { PLACEMENT_DAYS } from '#contract/commerce/product-fields.js';
import type { JobPlacementInput } from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import { parseId } from '../../../platform/database/statement.js';
import type { SearchIndexer } from '../../../platform/search-index/search-index.port.js';
import type { Viewer } from '../../../platform/graphql/request-context.js';
import { auditedActor, writeAudit } from '../../audit/audit-log.js';
import type { EditingPlace } from '../../forms/stored-draft.js';
import { FREE_OF_CHARGE, loadPublishingTerms } from '../../entitlements/job-charges.js';
import { chargeCredits } from '../../ledger/ledger.js';
import { findDraftedJob } from '../job-drafts.js';
import { actorOf, isReviewer } from '../workflow/job-workflow.js';
import type { MoveOutcome } from '../workflow/move-job.js';

const DAY_MS = 86_400_000;
/** Maximum number of placements that are ended in a transaction. */
const BATCH = 500;

/**
 * Features a published job, or puts it at the top of the list, and charges the days in the same transaction. A running placement is
 * extended.
 */
export async function placeJob(
  { database, indexer }: { database: Kysely<Database>; indexer: SearchIndexer },
  { id: named, kind, days, available }: JobPlacementInput,
  place: EditingPlace,
  viewer: Viewer,
): Promise<MoveOutcome> {
  const id = parseId(named);
  if (id === undefined) return { kind: 'missing' };
  return database.transaction().execute(async (trx) => {
    const drafted = await findDraftedJob(trx, id, place, true);
    const actor = drafted && actorOf(viewer, drafted.job.organization_id);
    // Reviewers have no credits of an organization to spend.
    if (!drafted || !actor || isReviewer(actor)) return { kind: 'missing' };
    const { job } = drafted;
    if (job.state !== 'published') return { kind: 'faults', violations: [{ rule: 'state' }] };
    if (!PLACEMENT_DAYS.includes(days))
      return { kind: 'faults', violations: [{ field: 'days', rule: 'placementDays' }] };
    // The job is locked, so the second of two requests sees what the first one has spent.
    if (available != null && available !== (await daysOf(trx, job.organization_id, kind)))
      return { kind: 'faults', violations: [{ field: 'days', rule: 'daysChanged' }] };
    const { number, end } = await lastPlacement(trx, id, kind);
    const charged = await chargeCredits(trx, {
      owner: { site: place.site, kind: 'organization', id: String(job.organization_id) },
      unit: `${kind}_day`,
      amount: BigInt(days),
      key: `job:${id}:${kind}:${number + 1}`,
      cause: { kind: 'job', id: String(id) },
      actorId: place.accountId,
    });
    if (!charged.ok) return { kind: 'faults', violations: [{ field: 'days', rule: 'tooFewDays' }] };
    const from = end && end > place.now ? end : place.now;
    await trx
      .updateTable('job_placement')
      .set({ ended_at: place.now })
      .where('job_id', '=', id)
      .where('kind', '=', kind)
      .where('ended_at', 'is', null)
      .execute();
    await trx
      .insertInto('job_placement')
      .values({
        job_id: id,
        kind,
        number: number + 1,
        transfer_id: charged.transferId,
        starts_at: place.now,
        ends_at: new Date(from.getTime() + days * DAY_MS),
        ended_at: null,
      })
      .execute();
    await trx
      .updateTable('job')
      .set({ [kind]: true, updated_at: place.now })
      .where('id', '=', id)
      .execute();
    await indexer.index(trx, [String(id)]);
    // Wakes the worker that ends placements.
    await sql`insert into data_change (kind, site) values ('schedule', ${place.site})`.execute(trx);
    const details = { job: String(id), organization: String(job.organization_id), kind, count: String(days) };
    await writeAudit(trx, { action: 'job.place', ...auditedActor(viewer), site: place.site, details }, place.now);
    return { kind: 'moved' };
  });
}

async function daysOf(trx: Kysely<Database>, organizationId: number, kind: JobPlacementInput['kind']): Promise<number> {
  const { featuredDays, topDays } = await loadPublishingTerms(trx, organizationId, FREE_OF_CHARGE);
  return kind === 'featured' ? featuredDays : topDays;
}

async function lastPlacement(
  trx: Kysely<Database>,
  jobId: number,
  kind: JobPlacementInput['kind'],
): Promise<{ number: number; end: Date | undefined }> {
  const row = await trx
    .selectFrom('job_placement')
    .select(['number', 'ends_at', 'ended_at'])
    .where('job_id', '=', jobId)
    .where('kind', '=', kind)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { number: row?.number ?? 0, end: row && row.ended_at === null ? row.ends_at : undefined };
}

/**
 * Ends expired placements, and shows their jobs as before. Each is ended once, even by concurrent processes.
 *
 * @returns the number of placements ended, at most five hundred; call again if it is that many
 */
export async function endPlacements(database: Kysely<Database>, indexer: SearchIndexer, now: Date): Promise<number> {
  return database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      with due as (
        select id, job_id from job_placement where ended_at is null and ends_at <= ${now}
        order by ends_at limit ${BATCH} for update skip locked
      ), over as (
        update job_placement p set ended_at = ${now} from due where p.id = due.id returning p.job_id, p.kind
      ), shown as (
        update job set updated_at = ${now},
          featured = job.featured and not (
            exists (select from over where over.job_id = job.id and over.kind = 'featured')
            and not exists (select from job_charge c where c.job_id = job.id and c.ended_at is null and c.subscription_id is not null)
          ),
          top = job.top and not exists (select from over where over.job_id = job.id and over.kind = 'top')
        where job.id in (select job_id from over) returning job.id, job.state
      )
      select due.job_id as id, shown.state from due left join shown on shown.id = due.job_id
    `.execute(trx);
    const ids = [...new Set(rows.map(({ id }) => String(id)))];
    if (ids.length > 0) await indexer.index(trx, ids);
    return rows.length;
  });
}

/** @returns the next time at which a placement ends; undefined if there is none */
export async function findNextPlacementEnd(database: Kysely<Database>): Promise<Date | undefined> {
  const { rows } = await sql<{ next: Date | null }>`
    select min(ends_at) as next from job_placement where ended_at is null
  `.execute(database);
  return rows[0]?.next ?? undefined;
}
