import { sql, type Kysely } from 'kysely';
import type { AuditAction, AuditDetailName } from '#contract/audit.js';
import type { AuditEvent } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';

/** Something that was done, by whom and to whose account. Addresses and names have no place in it: they would outlive the account. */
export interface AuditEntry {
  action: AuditAction;
  actorId?: string;
  subjectId?: string;
  site: string;
  details?: Partial<Record<AuditDetailName, string>>;
}

/** Writes it in the transaction that does it. */
export async function writeAudit(database: Kysely<Database>, entry: AuditEntry, now: Date): Promise<void> {
  const { action, actorId = null, subjectId = null, site, details = {} } = entry;
  await database
    .insertInto('audit_event')
    .values({ at: now, actor_id: actorId, subject_id: subjectId, site, action, details: JSON.stringify(details) })
    .execute();
}

/** @param before the id of an event; undefined: from the newest on. */
export async function listAudit(
  database: Kysely<Database>,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<AuditEvent[]> {
  const { rows } = await sql<{
    id: number;
    at: Date;
    action: string;
    details: Record<string, string>;
    actor: { id: string; name: string; email: string } | null;
    subject: { id: string; name: string; email: string } | null;
  }>`
    select e.id, e.at, e.action, e.details,
      case when actor.id is not null then json_build_object('id', actor.id, 'name', actor.name, 'email', actor.email) end as actor,
      case when subject.id is not null then json_build_object('id', subject.id, 'name', subject.name, 'email', subject.email) end as subject
    from audit_event e left join account actor on actor.id = e.actor_id left join account subject on subject.id = e.subject_id
    where ${before ?? null}::bigint is null or e.id < ${before ?? null}::bigint
    order by e.id desc limit ${limit}
  `.execute(database);
  return rows.map(({ id, at, action, details, actor, subject }) => ({
    id: String(id),
    at: at.toISOString(),
    action,
    actor,
    subject,
    details: Object.entries(details).map(([name, value]) => ({ name, value })),
  }));
}
