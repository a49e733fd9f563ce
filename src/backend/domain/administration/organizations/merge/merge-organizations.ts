import { type Kysely, sql } from 'kysely';
import { OWN_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import type { FormViolation } from '#contract/defined-form/form-rules.js';
import type { MergeEffect, MergeEffectKind, OrganizationMerge } from '#contract/generated/resolvers.js';
import { parseId } from '../../../../platform/database/statement.js';
import type { Database } from '../../../../platform/database/schema.js';
import { putMail } from '../../../../platform/mail/outbox.js';
import type { SearchIndexer, SavedSearches } from '../../../../platform/search-index/search-index.port.js';
import { writeAudit } from '../../../audit/audit-log.js';
import { closeBlockedContacts } from '../../../contact-requests/end-contact.js';
import type { StoredBlock } from '../../../content/page-blocks.js';
import { findMerged, namedInQuery } from '../../../organizations/organization.repository.js';
import { formErrorsWith } from '../../../forms/form-rules.js';
import type { RequestContext } from '../../../../platform/graphql/request-context.js';
import { findSiteOrganization } from '../site-organizations.js';

/**
 * Effects on rows that refer to an organization that is merged into another one:
 *
 * - `moves`: the row refers to the other organization from then on
 * - `united`: likewise, except for rows that the other organization already has
 * - `ends`: the row is deleted, because it describes the organization that is removed
 * - `books`: the row is unchanged, because books and agreements are never rewritten; an organization with such rows cannot be merged
 * - `stays`: the row is unchanged, and names the organization that it concerned at that time
 *
 * Searches name organizations within their JSON: see `SavedSearches` and `followInJobLists`.
 *
 * A test compares the list with the columns of the database, so that every new reference has to be added here.
 */
export const ORGANIZATION_REFERENCES: Readonly<Record<string, 'moves' | 'united' | 'ends' | 'books' | 'stays'>> = {
  'account.active_organization': 'moves',
  'answer_template.organization_id': 'united',
  'application.organization_id': 'moves',
  'billing_profile.organization_id': 'ends',
  'customer_order.organization_id': 'books',
  'directory_organization.id': 'ends',
  'invoice.organization_id': 'books',
  'job.organization_id': 'moves',
  'job_description_use.organization_id': 'ends',
  'ledger_account.organization_id': 'books',
  'organization.merged_into': 'moves',
  'organization_account.organization_id': 'ends',
  'organization_details.organization_id': 'ends',
  'organization_draft.organization_id': 'ends',
  'organization_invitation.organization_id': 'united',
  'organization_member.organization_id': 'united',
  'organization_review.organization_id': 'ends',
  'released_file.organization_id': 'stays',
  'resume_contact.organization_id': 'moves',
  'resume_contact_block.organization_id': 'united',
  'subscription.organization_id': 'books',
};

export const mergeErrors = formErrorsWith<MergeRule>(
  'organizationMerge',
  { gone: {}, same: {}, suspended: {}, pending: {}, openPayments: {}, heldCredits: {}, books: {} },
  {},
);

interface Merger {
  site: string;
  actorId: string;
  now: Date;
}

/**
 * Merges an organization into another one, in one transaction. This changes the references according to `ORGANIZATION_REFERENCES`,
 * redirects its page to that of the other one, updates the searches that name it, and writes the audit log and mails to all members.
 *
 * Rows that refer to the organization and are inserted at the same time wait for the transaction, and then belong to the other one
 * (`follow_merge` in the database).
 *
 * @returns the reason for a refusal; empty if the organizations were merged
 */
export async function mergeOrganizations(
  {
    database,
    indexer,
    savedSearches,
  }: { database: Kysely<Database>; indexer: SearchIndexer; savedSearches: SavedSearches },
  ids: { from: string; into: string },
  { site, actorId, now }: Merger,
): Promise<MergeViolation[]> {
  const [fromId, intoId] = [parseId(ids.from), parseId(ids.into)];
  if (fromId === undefined || intoId === undefined) return [{ rule: 'gone' }];
  return database.transaction().execute(async (trx): Promise<MergeViolation[]> => {
    // Locked in the order of their ids, so that two concurrent merges cannot deadlock.
    const { rows } = await sql<MergedOrganization>`
      select id, name, state, suspended_from from organization
      where id in (${fromId}, ${intoId}) and site = ${site} order by id for update
    `.execute(trx);
    const [from, into] = [fromId, intoId].map((id) => rows.find((row) => row.id === id));
    const refusal = await mergeRefusal(trx, from, into);
    if (refusal) return [refusal];
    await tellMembers(trx, { from: from!, into: into! }, { site, now });
    const published = await moveJobs(trx, fromId, intoId);
    await movePeople(trx, fromId, intoId);
    await moveContacts(trx, fromId, intoId, now);
    await moveTemplates(trx, fromId, intoId);
    await endPage(trx, fromId, intoId, now);
    await followInJobLists(trx, site);
    await savedSearches.followMerges(trx, site);
    const about = [
      { action: 'organization.merged', details: { organization: String(fromId), other: String(intoId) } },
      { action: 'organization.absorbed', details: { organization: String(intoId), other: String(fromId) } },
    ] as const;
    for (const entry of about) await writeAudit(trx, { ...entry, actorId, site }, now);
    await indexer.index(trx, published);
    await indexer.indexOrganizations(trx, [String(fromId), String(intoId)]);
    return [];
  });
}

/** @returns the ids of the published jobs, whose search entries name the organization */
async function moveJobs(trx: Kysely<Database>, from: number, into: number): Promise<string[]> {
  // Waits for transactions that are publishing one of the jobs.
  await sql`select from job where organization_id = ${from} order by id for update`.execute(trx);
  const { rows } = await sql<{ id: number; state: string }>`
    update job set organization_id = ${into} where organization_id = ${from} returning id, state
  `.execute(trx);
  await sql`update application set organization_id = ${into} where organization_id = ${from}`.execute(trx);
  return rows.flatMap(({ id, state }) => (state === 'published' ? String(id) : []));
}

/** Moves members and invitations. A member of both organizations gets the higher of the two roles. */
async function movePeople(trx: Kysely<Database>, from: number, into: number): Promise<void> {
  await sql`
    insert into organization_member (organization_id, account_id, role)
    select ${into}, account_id, role from organization_member where organization_id = ${from}
    on conflict (organization_id, account_id) do update
      set role = case when 'owner' in (excluded.role, organization_member.role) then 'owner' else 'editor' end
  `.execute(trx);
  await sql`delete from organization_member where organization_id = ${from}`.execute(trx);
  await sql`update account set active_organization = ${into} where active_organization = ${from}`.execute(trx);
  await sql`
    delete from organization_invitation i where i.organization_id = ${from} and (
      exists (select from organization_invitation o where o.organization_id = ${into} and o.email = i.email)
      or exists (select from organization_member m join account a on a.id = m.account_id
        where m.organization_id = ${into} and a.email = i.email)
    )
  `.execute(trx);
  await sql`update organization_invitation set organization_id = ${into} where organization_id = ${from}`.execute(trx);
}

/**
 * Moves contacts and blocks by applicants. Of two open contacts with the same person, that of the other organization is kept; none is kept
 * with a person who has blocked one of the organizations.
 */
async function moveContacts(trx: Kysely<Database>, from: number, into: number, now: Date): Promise<void> {
  await sql`
    update resume_contact c set state = 'revoked', ended_at = ${now}, ended_by = 'recruiter'
    where c.organization_id = ${from} and c.state in ('pending', 'approved') and exists (
      select from resume_contact o
      where o.organization_id = ${into} and o.resume_id = c.resume_id and o.state in ('pending', 'approved')
    )
  `.execute(trx);
  await sql`update resume_contact set organization_id = ${into} where organization_id = ${from}`.execute(trx);
  await sql`
    insert into resume_contact_block (account_id, organization_id, blocked_at)
    select account_id, ${into}, blocked_at from resume_contact_block where organization_id = ${from}
    on conflict do nothing
  `.execute(trx);
  await sql`delete from resume_contact_block where organization_id = ${from}`.execute(trx);
  await closeBlockedContacts(trx, into);
}

/** Moves templates, and renames those whose name is taken: names are unique within an organization. */
async function moveTemplates(trx: Kysely<Database>, from: number, into: number): Promise<void> {
  await sql`
    update answer_template t set organization_id = ${into},
      name = case when exists (
        select from answer_template o where o.organization_id = ${into} and lower(o.name) = lower(t.name)
      ) then t.name || ' (' || t.id || ')' else t.name end
    where organization_id = ${from}
  `.execute(trx);
}

/** Deletes the page with its data; its address, and those redirected to it, are redirected to the other organization's page. */
async function endPage(trx: Kysely<Database>, from: number, into: number, now: Date): Promise<void> {
  const parts = ['organization_details', 'organization_account', 'organization_draft', 'organization_review'] as const;
  for (const table of [...parts, 'billing_profile', 'job_description_use'] as const)
    await trx.deleteFrom(table).where('organization_id', '=', from).execute();
  await sql`update organization set merged_into = ${into} where merged_into = ${from}`.execute(trx);
  await sql`
    update organization set state = 'closed', featured = false, merged_into = ${into}, updated_at = ${now} where id = ${from}
  `.execute(trx);
}

async function tellMembers(
  trx: Kysely<Database>,
  { from, into }: { from: MergedOrganization; into: MergedOrganization },
  { site, now }: Pick<Merger, 'site' | 'now'>,
): Promise<void> {
  const { rows } = await sql<{ email: string; language: string }>`
    select distinct a.email, a.language from organization_member m join account a on a.id = m.account_id
    where m.organization_id in (${from.id}, ${into.id}) and a.blocked_at is null order by a.email
  `.execute(trx);
  const details = { path: OWN_ORGANIZATION_PATH, organization: from.name, other: into.name };
  for (const { email: recipient, language } of rows)
    await putMail(trx, { site, language, recipient, template: 'organization-merged', details }, now);
}

/** Replaces organizations that were merged into others by those others, in the job lists on the site's landing pages. */
async function followInJobLists(trx: Kysely<Database>, site: string): Promise<void> {
  const { rows } = await sql<{ id: number; blocks: (StoredBlock | null)[] }>`
    select id, blocks from landing_page where site = ${site} and blocks @> '[{"kind": "jobs"}]' order by id for update
  `.execute(trx);
  for (const { id, blocks } of rows) {
    const named = blocks.map((block) => namedInQuery(searchOf(block)));
    const merged = await findMerged(trx, site, {
      ids: named.flatMap(({ ids }) => ids),
      names: named.flatMap(({ names }) => names),
      waits: false,
    });
    if (!named.some((each) => merged.concerns(each))) continue;
    const changed = blocks.map((block) => {
      const search = searchOf(block);
      return search === '' ? block : { ...block, search: merged.inQuery(search) };
    });
    await sql`update landing_page set blocks = ${JSON.stringify(changed)}::jsonb where id = ${id}`.execute(trx);
  }
}

/** @param block as somebody wrote it; pages leave malformed ones out @returns empty if it has no search */
function searchOf(block: StoredBlock | null): string {
  return block?.kind === 'jobs' && typeof block.search === 'string' ? block.search : '';
}

/**
 * Reasons to refuse a merge of two organizations:
 *
 * - `gone`: the site has no such organization, or it is closed or merged already
 * - `same`: both are the same organization
 * - `suspended`: one of them is suspended
 * - `pending`: the public page of the organization to be removed would lead to one that nobody has reviewed, and its jobs would have none
 * - `openPayments`: the organization to be removed has orders that are unpaid or disputed
 * - `heldCredits`: it has credits on hold for requests that are not answered
 * - `books`: it has orders, invoices, bought credits or subscriptions, which never change their owner
 */
type MergeRule = 'gone' | 'same' | 'suspended' | 'pending' | 'openPayments' | 'heldCredits' | 'books';

type MergeViolation = FormViolation<MergeRule>;

/** Organization of the site, as read for a merge. */
export interface MergedOrganization {
  id: number;
  name: string;
  state: string;
  suspended_from: string | null;
}

/** @returns the first reason not to merge; undefined if there is none */
export async function mergeRefusal(
  database: Kysely<Database>,
  from: MergedOrganization | undefined,
  into: MergedOrganization | undefined,
): Promise<MergeViolation | undefined> {
  if (!from || !into) return { rule: 'gone' };
  if (from.id === into.id) return { rule: 'same' };
  if (from.suspended_from !== null || into.suspended_from !== null) return { rule: 'suspended' };
  if ([from, into].some(({ state }) => state === 'closed' || state === 'unnamed')) return { rule: 'gone' };
  if (from.state === 'public' && into.state === 'pending') return { rule: 'pending' };
  const { rows } = await sql<{ openPayments: boolean; heldCredits: boolean; books: boolean }>`
    select
      exists (select from customer_order where organization_id = ${from.id} and state in ('placed', 'overdue', 'disputed')) as "openPayments",
      exists (select from ledger_account where organization_id = ${from.id} and kind = 'held' and balance <> 0) as "heldCredits",
      exists (select from customer_order where organization_id = ${from.id} and state <> 'canceled')
        or exists (select from invoice where organization_id = ${from.id})
        or exists (select from subscription where organization_id = ${from.id})
        or exists (select from ledger_grant g join ledger_account a on a.id = g.account_id
          where a.organization_id = ${from.id} and g.source = 'purchased' and g.remaining > 0) as books
  `.execute(database);
  const rule = (['openPayments', 'heldCredits', 'books'] as const).find((each) => rows[0]?.[each]);
  return rule && { rule };
}

/**
 * @param ids the organization to be removed, and the one to be kept
 * @returns the effects that a merge would have now; null if the site does not have both organizations
 */
export async function previewMerge(
  database: Kysely<Database>,
  ids: { from: string; into: string },
  context: Pick<RequestContext, 'site' | 'locale'>,
): Promise<OrganizationMerge | null> {
  const [fromId, intoId] = [parseId(ids.from), parseId(ids.into)];
  if (fromId === undefined || intoId === undefined) return null;
  const site = context.site.name;
  const [from, into] = await Promise.all([fromId, intoId].map((id) => findSiteOrganization(database, site, id)));
  if (!from || !into) return null;
  const { rows } = await sql<MergedOrganization>`
    select id, name, state, suspended_from from organization where id in (${fromId}, ${intoId})
  `.execute(database);
  const [gone, stays] = [fromId, intoId].map((id) => rows.find((row) => row.id === id));
  const refusal = await mergeRefusal(database, gone, stays);
  return {
    __typename: 'OrganizationMerge',
    from,
    into,
    effects: await effectsOf(database, fromId, intoId),
    errors: mergeErrors(refusal ? [refusal] : [], context),
  };
}

async function effectsOf(database: Kysely<Database>, from: number, into: number): Promise<MergeEffect[]> {
  const { rows } = await sql<Record<MergeEffectKind, number>>`
    select
      (select count(*) from job where organization_id = ${from})::int as jobs,
      (select count(*) from application where organization_id = ${from})::int as applications,
      (select count(*) from organization_member m where m.organization_id = ${from} and not exists (
        select from organization_member o where o.organization_id = ${into} and o.account_id = m.account_id
      ))::int as members,
      (select count(*) from organization_invitation where organization_id = ${from})::int as invitations,
      (select count(*) from answer_template where organization_id = ${from})::int as templates,
      (select count(*) from resume_contact where organization_id = ${from})::int as contacts,
      (select count(*) from organization where id = ${from} and state = 'public')::int as page,
      ((select count(*) from organization_draft where organization_id = ${from})
        + (select count(*) from organization_review where organization_id = ${from}))::int as drafts,
      (select coalesce(sum(amount), 0) from credit_balance where organization_id = ${from})::int as credits
  `.execute(database);
  return Object.entries(rows[0]!).map(([kind, count]) => ({
    __typename: 'MergeEffect' as const,
    kind: kind as MergeEffectKind,
    count,
  }));
}
