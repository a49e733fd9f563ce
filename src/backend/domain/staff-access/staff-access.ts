import { sql, type Kysely } from 'kysely';
import { ACCESS_MINUTES, MAX_ACCESS_REASON_LENGTH } from '#contract/accounts/account-roles.js';
import type {
  Mutation,
  MutationOpenPrivateRecordArgs,
  Query,
  QueryPrivateRecordArgs,
} from '#contract/generated/resolvers.js';
import { accountMessage } from '../accounts/account-results.js';
import { auditedActor, type AuditEntry, writeAudit } from '../audit/audit-log.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { activeMemberships, type Viewer } from '../../platform/graphql/request-context.js';
import { isUuid, parseId } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';
import { type RuleMessage, ruleMessage, type SiteTexts, textsOf } from '../../platform/texts/site-texts.js';
import { oneLine } from '#shared/text/typed-lines.js';

/** `job`: the applications for a job with their files; `resume`: the private fields of a resume. */
export type AccessKind = 'job' | 'resume';

export interface PrivateRecord {
  kind: AccessKind;
  id: string;
}

export type AccessViolation = { field: 'reason'; rule: 'required' | 'tooLong' } | { field: null; rule: 'unknown' };

/** Whether the viewer is an administrator who has recently given a reason to see the record, in this session. */
export async function hasAccess(
  database: Kysely<Database>,
  viewer: Viewer,
  record: PrivateRecord,
  now: Date,
): Promise<boolean> {
  return (await accessUntil(database, viewer, record, now)) !== undefined;
}

/** @returns the time until which the viewer may see the record; undefined if they may not see it now */
export async function accessUntil(
  database: Kysely<Database>,
  { roles, sessionId }: Pick<Viewer, 'roles' | 'sessionId'>,
  { kind, id }: PrivateRecord,
  now: Date,
): Promise<Date | undefined> {
  if (!roles.includes('administrator')) return undefined;
  const { rows } = await sql<{ until: Date }>`
    select expires_at as until from staff_access
    where session_id = ${sessionId}::uuid and kind = ${kind} and record = ${id} and expires_at > ${now}
  `.execute(database);
  return rows[0]?.until;
}

/**
 * Whether the viewer may see the applications for a job: members of its organization, and administrators with a reason. That an
 * administrator sees them while acting as a member is recorded first.
 */
export async function mayReadApplications(
  database: Kysely<Database>,
  viewer: Viewer,
  job: { job_id: number; organization_id: number },
  now: Date,
): Promise<boolean> {
  const membership = activeMemberships(viewer).get(job.organization_id);
  if (!membership) return hasAccess(database, viewer, { kind: 'job', id: String(job.job_id) }, now);
  const details = { job: String(job.job_id) };
  await auditMasqueradedView(database, viewer, { action: 'application.opened', site: membership.site, details }, now);
  return true;
}

/**
 * Records that an administrator sees private data of others while acting as somebody who may see them. As with a reason, there is one
 * entry for a record, session and ACCESS_MINUTES.
 */
export async function auditMasqueradedView(
  database: Kysely<Database>,
  viewer: Viewer,
  { action, site, details }: Required<Pick<AuditEntry, 'action' | 'site' | 'details'>>,
  now: Date,
): Promise<void> {
  if (viewer.masqueraderId === undefined) return;
  await database.transaction().execute(async (trx) => {
    // A page reads in several requests at once; the lock makes the others see the entry of the first one.
    await sql`select from account_session where id = ${viewer.sessionId}::uuid for no key update`.execute(trx);
    const { rows } = await sql`
      select from audit_event where actor_id = ${viewer.accountId}::uuid and action = ${action}
        and details @> ${JSON.stringify({ ...details, masquerader: viewer.masqueraderId })}::jsonb
        and at > ${new Date(now.getTime() - ACCESS_MINUTES * 60_000)}
        and at >= (select created_at from account_session where id = ${viewer.sessionId}::uuid)
    `.execute(trx);
    if (rows.length === 0) await writeAudit(trx, { action, ...auditedActor(viewer), site, details }, now);
  });
}

/** @returns name and owner of a record; undefined if there is none on this site */
export async function findPrivateRecord(
  database: Kysely<Database>,
  site: string,
  { kind, id }: PrivateRecord,
): Promise<{ name: string; ownerId: string | null } | undefined> {
  if (kind === 'resume' ? !isUuid(id) : parseId(id) === undefined) return undefined;
  const { rows } = await (
    kind === 'job'
      ? sql<{ name: string; ownerId: string | null }>`
          select title as name, null as "ownerId" from job where id = ${parseId(id)!} and site = ${site}
        `
      : sql<{ name: string; ownerId: string | null }>`
          select coalesce(title, '') as name, account_id as "ownerId" from resume where key = ${id}::uuid and site = ${site}
        `
  ).execute(database);
  return rows[0];
}

/** Grants an administrator access to a record for a while. The reason is written to the audit log before anything is shown. */
export async function openRecord(
  database: Kysely<Database>,
  { viewer, site, now }: { viewer: Viewer; site: string; now: Date },
  record: PrivateRecord,
  typedReason: string,
): Promise<AccessViolation[]> {
  const reason = oneLine(typedReason);
  if (reason === '') return [{ field: 'reason', rule: 'required' }];
  if (reason.length > MAX_ACCESS_REASON_LENGTH) return [{ field: 'reason', rule: 'tooLong' }];
  const found = await findPrivateRecord(database, site, record);
  if (!found) return [{ field: null, rule: 'unknown' }];
  const until = new Date(now.getTime() + ACCESS_MINUTES * 60_000);
  await database.transaction().execute(async (trx) => {
    await sql`delete from staff_access where expires_at <= ${now}`.execute(trx);
    await sql`
      insert into staff_access (session_id, kind, record, expires_at)
      values (${viewer.sessionId}::uuid, ${record.kind}, ${record.id}, ${until})
      on conflict (session_id, kind, record) do update set expires_at = excluded.expires_at
    `.execute(trx);
    const subjectId = found.ownerId ?? undefined;
    const entry = { actorId: viewer.accountId, subjectId, site };
    await writeAudit(
      trx,
      record.kind === 'job'
        ? { ...entry, action: 'application.opened', details: { job: record.id, reason } }
        : { ...entry, action: 'resume.opened', details: { resume: record.id, reason } },
      now,
    );
  });
  return [];
}

/** Resolvers for private data of others, which administrators can see only after giving a reason. */
export function staffAccessResolvers(database: Kysely<Database>) {
  return {
    Query: {
      privateRecord: allow<QueryPrivateRecordArgs, Query['privateRecord']>(
        'administrator',
        async (record, { viewer, site, now }) => {
          const found = await findPrivateRecord(database, site.name, record);
          if (!found) return null;
          const until = await accessUntil(database, viewer, record, now);
          return { name: found.name, openUntil: until?.toISOString() ?? null };
        },
      ),
    },
    Mutation: {
      openPrivateRecord: allow<MutationOpenPrivateRecordArgs, Mutation['openPrivateRecord']>(
        'administrator',
        async ({ kind, id, reason }, { viewer, site, now, locale }) => {
          const violations = await openRecord(database, { viewer, site: site.name, now }, { kind, id }, reason);
          const texts = textsOf(site, locale);
          return {
            __typename: 'AccountResult',
            errors: violations.map((violation) => ({
              __typename: 'AccountError',
              field: violation.field,
              ...messageFor(violation, texts),
            })),
          };
        },
      ),
    },
  } satisfies RootResolvers;
}

function messageFor({ rule }: AccessViolation, texts: SiteTexts): RuleMessage {
  switch (rule) {
    case 'required':
      return accountMessage({ rule }, texts);
    case 'tooLong':
      return ruleMessage(texts.t, 'errors.record.tooLong', { max: MAX_ACCESS_REASON_LENGTH });
    case 'unknown':
      return ruleMessage(texts.t, 'errors.record.unknown');
  }
}
