import { sql, type Kysely } from 'kysely';
import type { ApplicationBulk, MutationUndoApplicationBulkArgs } from '#contract/generated/resolvers.js';
import { parseId } from '../../../platform/database/id.js';
import type { Database } from '../../../platform/database/schema.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { writeAudit } from '../../audit/audit-log.js';
import type { ApplicationViolation } from '../application-errors.js';
import { findReadableJob } from '../received/application-list.js';
import { BULK_COLUMNS, type BulkRow, mayUndo, toBulk } from '../received/bulk-list.js';
import { deleteWaitingMails, putBack } from '../delayed-mails.js';

type Undone = { bulk: ApplicationBulk | null; violations: ApplicationViolation[] };

/**
 * Undoes as much as possible of a step or an answer for many applications; everybody who may undo it for one of them may call it. An
 * application whose mail has been sent, or that somebody has decided about since, is left unchanged and counted. Applications that were
 * not reached yet never will be. Of two concurrent callers, the second one gets the result of the first.
 *
 * @returns undefined if the bulk does not exist or the viewer may not see it
 */
export async function undoBulk(
  database: Kysely<Database>,
  { jobId, bulk: typedId }: MutationUndoApplicationBulkArgs,
  context: UserContext,
): Promise<Undone | undefined> {
  const { viewer, site, now } = context;
  const job = await findReadableJob(database, jobId, context);
  const id = parseId(typedId);
  if (!job || id === undefined) return undefined;
  return database.transaction().execute(async (trx) => {
    // Each part locks the same row, so that no part is processed afterwards.
    const { rows } = await sql<BulkRow>`
      select ${BULK_COLUMNS} from application_bulk where id = ${id} and job_id = ${job.job_id} for update
    `.execute(trx);
    const bulk = rows[0];
    if (!bulk) return undefined;
    if (bulk.undone_at !== null) return { bulk: toBulk(bulk, now), violations: [] };
    if (!mayUndo(bulk, now)) return { bulk: toBulk(bulk, now), violations: [{ rule: 'bulkLate' }] };
    const counts = await undoEvents(trx, id, now);
    const { numAffectedRows: notReached = 0n } = await sql`
      delete from application_bulk_item where bulk_id = ${id}
    `.execute(trx);
    const undone = counts.undone + Number(notReached);
    const { rows: stored } = await sql<BulkRow>`
      update application_bulk set undone_at = ${now}, finished_at = coalesce(finished_at, ${now}), undone = ${undone},
        undo_sent = ${counts.sent}, undo_changed = ${counts.changed}
      where id = ${id} returning ${BULK_COLUMNS}
    `.execute(trx);
    const details = { job: String(job.job_id), count: String(undone) };
    await writeAudit(
      trx,
      { action: 'application.bulk-undone', actorId: viewer.accountId, site: site.name, details },
      now,
    );
    return { bulk: toBulk(stored[0]!, now), violations: [] };
  });
}

interface Written {
  application: string;
  events: number[];
  mails: number[];
  isChanged: boolean;
}

/**
 * Undoes all events in a few statements, whatever their number. Ids are read as numbers: the driver would return an array of them as
 * text.
 */
async function undoEvents(
  trx: Kysely<Database>,
  bulkId: number,
  now: Date,
): Promise<{ undone: number; sent: number; changed: number }> {
  const ofBulk = sql`application_bulk_event b join application_event e on e.id = b.event_id where b.bulk_id = ${bulkId}`;
  // Everybody who decides about one of these applications locks it first.
  await sql`
    select from application where id in (select e.application_id from ${ofBulk}) order by id for update
  `.execute(trx);
  const { rows } = await sql<Written>`
    with written as (
      select e.application_id as application, array_agg(e.id::float8) as events, max(e.id) as last,
        coalesce(array_agg(distinct e.mail_id::float8) filter (where e.mail_id is not null), '{}') as mails
      from ${ofBulk} group by e.application_id
    )
    select application, events, mails, exists (
      select from application_event later where later.application_id = written.application and later.id > written.last
        and (later.by_employer or later.state = 'withdrawn')
    ) as "isChanged"
    from written
  `.execute(trx);
  const unchanged = rows.filter(({ isChanged }) => !isChanged);
  const taken = await deleteWaitingMails(
    trx,
    unchanged.flatMap(({ mails }) => mails),
    now,
  );
  const undone = unchanged.filter(({ mails }) => mails.every((mail) => taken.has(mail)));
  const events = undone.flatMap((each) => each.events);
  await sql`delete from application_event where id = any(${events}::bigint[])`.execute(trx);
  const applications = undone.map(({ application }) => application);
  await putBack(trx, applications, [...taken], now);
  return {
    undone: undone.length,
    sent: unchanged.length - undone.length,
    changed: rows.length - unchanged.length,
  };
}
