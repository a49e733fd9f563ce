import { type Kysely, sql } from 'kysely';
import type { AuditAction, AuditDetailName } from '#contract/audit.js';
import type { Database } from '../../platform/database/schema.js';
import { rowsOlderThanAllowed } from '../../platform/retention/retention-rule.js';

/** An action, with its actor and the account concerned. It must not contain addresses or names: these would outlive the account. */
export interface AuditEntry {
  action: AuditAction;
  actorId?: string;
  subjectId?: string;
  site: string;
  details?: Partial<Record<AuditDetailName, string>>;
}

/** Writes an entry, within the transaction of the action. */
export async function writeAudit(database: Kysely<Database>, entry: AuditEntry, now: Date): Promise<void> {
  const { action, actorId = null, subjectId = null, site, details = {} } = entry;
  await database
    .insertInto('audit_event')
    .values({ at: now, actor_id: actorId, subject_id: subjectId, site, action, details: JSON.stringify(details) })
    .execute();
}

export const auditRetention = rowsOlderThanAllowed('auditEvents', {
  table: 'audit_event',
  since: sql`at`,
  site: sql`site`,
});
