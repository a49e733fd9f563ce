import { sql, type Kysely } from 'kysely';
import { ADMINISTRATION_ROLES, EMPLOYER_ROLES } from '#contract/accounts/account-roles.js';
import type { FieldValues } from '#contract/defined-form/defined-form.js';
import type { OrganizationDecisionInput, OrganizationReview } from '#contract/generated/resolvers.js';
import { editOrganizationPath, organizationPath } from '#contract/pages/paths.js';
import type { OrganizationViolation } from '#contract/organization-form/organization-form.js';
import { writeAudit } from '../../audit/audit-log.js';
import { parseId } from '../../../platform/database/statement.js';
import type { Database } from '../../../platform/database/schema.js';
import { readFileValue } from '../../forms/field-values.js';
import { filePath } from '../../../platform/files/stored-files.js';
import type { SearchIndexer } from '../../../platform/search-index/search-index.port.js';
import { putMail } from '../../../platform/mail/outbox.js';
import type { Building } from '../editing/build-organization.js';
import { findDraftedOrganization } from '../editing/organization-drafts.js';
import { publishOrganization } from '../editing/publish-organization.js';
import { loadSimilarNames, namesLike } from './hold-for-review.js';

const MAX_LISTED = 50;
const MAX_REASON_LENGTH = 2000;

interface Waiting {
  organization_id: number;
  fields: Record<string, string[]>;
  submitted_at: Date;
  submitted_by: string | null;
}

/** @returns the waiting changes of a site's organizations, with similar names of others */
export async function listOrganizationReviews(database: Kysely<Database>, site: string): Promise<OrganizationReview[]> {
  const { rows } = await sql<Waiting & { by: string | null }>`
    select r.*, a.name as by from organization_review r join organization o on o.id = r.organization_id
      left join account a on a.id = r.submitted_by
    where o.site = ${site} and o.state = 'public' order by r.submitted_at, o.id limit ${MAX_LISTED}
  `.execute(database);
  if (rows.length === 0) return [];
  const known = await loadSimilarNames(database, site);
  const place = { site, organizations: null };
  const listed = await Promise.all(
    rows.map(async ({ organization_id: id, fields, submitted_at, by }): Promise<OrganizationReview[]> => {
      const drafted = await findDraftedOrganization(database, id, place);
      if (!drafted) return [];
      const { name } = drafted.row;
      return [
        {
          __typename: 'OrganizationReview',
          id: String(id),
          name,
          by,
          submitted: submitted_at.toISOString(),
          url: { __typename: 'Url', path: organizationPath(String(id), name) },
          changes: Object.keys(fields).map((field) => ({
            __typename: 'OrganizationFieldChange',
            field,
            before: shown(field, drafted.stored),
            after: shown(field, fields),
          })),
          similarNames: namesLike(known, { id, name: fields.name?.[0] ?? name }),
        },
      ];
    }),
  );
  return listed.flat();
}

function shown(field: string, fields: FieldValues): string | null {
  const value = fields[field]?.[0];
  if (value === undefined || field === 'name') return value ?? null;
  const file = readFileValue(value);
  return file ? filePath(file.id, file.name) : null;
}

interface Deciding {
  site: string;
  accountId: string;
  now: Date;
  indexer: SearchIndexer;
  building: Building;
}

/** @returns violations; empty if the decision was applied and the author was notified */
export async function decideOrganizationReview(
  database: Kysely<Database>,
  { id: typed, submitted, approve, reason: typedReason }: OrganizationDecisionInput,
  { site, accountId, now, indexer, building }: Deciding,
): Promise<OrganizationViolation[]> {
  const id = parseId(typed);
  const reason = typedReason?.trim() ?? '';
  if (!approve && reason === '') return [{ field: 'reason', rule: 'required' }];
  if (reason.length > MAX_REASON_LENGTH)
    return [{ field: 'reason', rule: 'tooLong', values: { max: MAX_REASON_LENGTH } }];
  if (id === undefined) return [{ rule: 'nothing' }];
  return database.transaction().execute(async (trx) => {
    const drafted = await findDraftedOrganization(trx, id, { site, organizations: null }, true);
    // A change of an organization that is not public, or of another site, goes on waiting.
    if (drafted?.row.state !== 'public') return [{ rule: 'nothing' }];
    const { rows } = await sql<Waiting>`
      delete from organization_review where organization_id = ${id} and submitted_at = ${new Date(submitted)} returning *
    `.execute(trx);
    const [waiting] = rows;
    if (waiting === undefined) return [{ rule: 'nothing' }];
    if (approve) {
      const fields = { ...drafted.stored, ...waiting.fields };
      await publishOrganization(trx, { ...drafted, fields }, { indexer, building, now, draft: 'stays' });
    } else await giveBack(trx, waiting, drafted.row.form_version, now);
    await notifyMember(trx, waiting, { site, name: drafted.row.name, approve, reason }, now);
    const action = approve ? 'organization.approved' : 'organization.sent-back';
    await writeAudit(trx, { action, actorId: accountId, site, details: { organization: String(id) } }, now);
    return [];
  });
}

/** Returns the fields to the draft, so that nothing is lost; later changes in the draft take precedence. */
async function giveBack(trx: Kysely<Database>, waiting: Waiting, formVersion: number, now: Date): Promise<void> {
  const { organization_id: id, submitted_by: by } = waiting;
  await sql`
    insert into organization_draft as draft (organization_id, version, fields, changed_by, changed_at)
    values (${id}, ${formVersion + 1}, ${JSON.stringify(waiting.fields)}::jsonb, ${by}::uuid, ${now})
    on conflict (organization_id) do update set fields = excluded.fields || draft.fields, version = draft.version + 1
  `.execute(trx);
}

interface VerdictRecipient {
  email: string;
  language: string;
}

/** Whether a member with the account `a` can work for an organization: not if the account is blocked, or has no role for it. */
export const CAN_WORK = sql<boolean>`a.blocked_at is null and a.roles && ${[...EMPLOYER_ROLES]}::text[]`;

/**
 * Recipients of the result of a review: the person who submitted it, if they still work for the organization or for the site, or else its
 * owners, or all members if no owner can work for it. Blocked accounts and members without a role for employers get nothing.
 *
 * @param authorId null if the account has been deleted
 */
export async function findVerdictRecipients(
  trx: Kysely<Database>,
  organizationId: number,
  authorId: string | null,
): Promise<VerdictRecipient[]> {
  const { rows } = await sql<VerdictRecipient>`
    with author as (
      select a.email, a.language from account a where a.id = ${authorId}::uuid and ${CAN_WORK} and (
        a.roles && ${[...ADMINISTRATION_ROLES]}::text[]
        or exists (select from organization_member m where m.organization_id = ${organizationId} and m.account_id = a.id)
      )
    ), members as (
      select a.email, a.language, m.role = 'owner' as is_owner from organization_member m join account a on a.id = m.account_id
      where m.organization_id = ${organizationId} and ${CAN_WORK}
    )
    select email, language from author
    union all
    select email, language from members
    where not exists (select from author) and (is_owner or not exists (select from members where is_owner))
  `.execute(trx);
  return rows;
}

async function notifyMember(
  trx: Kysely<Database>,
  { organization_id: id, submitted_by: by, fields }: Waiting,
  { site, name, approve, reason }: { site: string; name: string; approve: boolean; reason: string },
  now: Date,
): Promise<void> {
  for (const { email: recipient, language } of await findVerdictRecipients(trx, id, by)) {
    const to = { site, language, recipient };
    if (approve) {
      const organization = fields.name?.[0] ?? name;
      const details = { path: organizationPath(String(id), organization), organization };
      await putMail(trx, { ...to, template: 'organization-approved', details }, now);
    } else {
      const details = { path: editOrganizationPath(String(id)), organization: name, reason };
      await putMail(trx, { ...to, template: 'organization-sent-back', details }, now);
    }
  }
}
