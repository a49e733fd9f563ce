import { type Kysely, sql } from 'kysely';
import type {
  Mutation,
  MutationChangeEmailArgs,
  MutationChangeMailLanguageArgs,
  MutationChangeNameArgs,
  MutationChangePasswordArgs,
  MutationConfirmEmailChangeArgs,
  Query,
  User,
  UserOrganization,
} from '#contract/generated/resolvers.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { checkAccountForm } from '#contract/accounts/account-forms.js';
import { checkEmail, normalizeEmail, type AccountViolation } from '#contract/accounts/account-rules.js';
import { oneLine } from '#shared/text/typed-lines.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import {
  activeMemberships,
  activeOrganizationOf,
  isApproved,
  type UserContext,
  type Viewer,
} from '../../platform/graphql/request-context.js';
import { putMail } from '../../platform/mail/outbox.js';
import { writeAudit } from '../audit/audit-log.js';
import { accountResult, placeOf, type Place } from './account-results.js';
import type { PasswordQueue } from './slow-work.js';
import type { Passwords } from './passwords/passwords.js';
import type { Sessions } from './sessions/sessions.js';
import { accountLinks } from './account-links.js';
import { checkCurrentPassword } from './passwords/password-hash.js';

/** Data of other parts of the backend that belongs to email addresses, and follows a person who gets another one. */
export interface AddressedData {
  followEmailChange(
    trx: Kysely<Database>,
    accountId: string,
    addresses: { former: string | null; current: string },
  ): Promise<void>;
  /** Called when the person chooses another language for emails of a site. */
  changeLanguage(trx: Kysely<Database>, site: string, viewer: Viewer, language: string): Promise<void>;
}

/** Queries and mutations for the viewer's own account. */
export function accountResolvers(parts: {
  database: Kysely<Database>;
  alerts: AddressedData;
  sessions: Sessions;
  passwords: Passwords;
  turns: PasswordQueue;
}) {
  const { database, alerts, sessions, passwords, turns } = parts;

  return {
    Query: {
      getUser: allow<object, Query['getUser']>('anyone', (_args, { viewer, site }) =>
        viewer ? toUser(viewer, site) : null,
      ),
      exportMyData: allow<object, Query['exportMyData']>('self', (_args, { viewer, now }) =>
        exportAccount(database, { accountId: viewer.accountId, now }),
      ),
      mailLanguage: allow<object, Query['mailLanguage']>('self', async (_args, { viewer: { accountId } }) => {
        const account = database.selectFrom('account').select('language').where('id', '=', accountId);
        return (await account.executeTakeFirstOrThrow()).language;
      }),
    },
    Mutation: {
      userLogoutEverywhere: allow<object, Mutation['userLogoutEverywhere']>('self', async (_args, { viewer }) => {
        await sessions.endAll(database, viewer.accountId);
        return true;
      }),
      changePassword: allow<MutationChangePasswordArgs, Mutation['changePassword']>(
        'self',
        ({ currentPassword, newPassword }, context) =>
          turns.take(context, async () =>
            accountResult(
              await passwords.change(context.viewer, currentPassword, newPassword, placeOf(context)),
              context,
            ),
          ),
      ),
      changeName: allow<MutationChangeNameArgs, Mutation['changeName']>('self', async (args, context) =>
        accountResult(await changeName(database, context.viewer, args, placeOf(context)), context),
      ),
      changeMailLanguage: allow<MutationChangeMailLanguageArgs, Mutation['changeMailLanguage']>(
        'self',
        async ({ language }, context) =>
          accountResult(await changeMailLanguage({ database, alerts }, language, context), context),
      ),
      changeEmail: allow<MutationChangeEmailArgs, Mutation['changeEmail']>('self', (args, context) =>
        turns.take(context, async () =>
          accountResult(await requestEmailChange(database, context.viewer, args, placeOf(context)), context),
        ),
      ),
      confirmEmailChange: allow<MutationConfirmEmailChangeArgs, Mutation['confirmEmailChange']>(
        'anyone',
        async ({ token }, context) =>
          accountResult(await confirmEmailChange({ database, alerts }, token, placeOf(context)), context),
      ),
    },
  } satisfies RootResolvers;
}

/** Converts a viewer to the contract's `User` (specification point 3). */
export function toUser(viewer: Viewer, site: Pick<BackendSite, 'name' | 'recruiterApproval'>): User {
  const { profile, roles } = viewer;
  const isVerified = profile.emailVerified !== null;
  const organization = organizationOf(viewer, site.name);
  return {
    __typename: 'User',
    id: viewer.accountId,
    name: profile.name,
    email: viewer.email,
    displayName: profile.name,
    firstName: profile.firstName,
    lastName: profile.lastName,
    roles: roles.map((targetId) => ({ __typename: 'UserRole', targetId })),
    emailVerified: profile.emailVerified?.toISOString() ?? null,
    organization,
    activeOrganization: organization,
    organizations: organizationsOf(viewer, site.name),
    isUserApprovedAndVerified: isVerified && (!roles.includes('recruiter') || isApproved(viewer, site)),
    isEligibleForJobApply: isVerified && roles.includes('applicant'),
    masqueraded: viewer.masqueraderId !== undefined,
  };
}

function organizationOf(viewer: Viewer, site: string): UserOrganization | null {
  const id = activeOrganizationOf(viewer, site);
  const membership = id === undefined ? undefined : viewer.memberships.get(id);
  return membership
    ? { __typename: 'UserOrganization', id: String(id), name: membership.name, ownerId: membership.ownerId }
    : null;
}

function organizationsOf(viewer: Viewer, site: string): UserOrganization[] {
  return [...activeMemberships(viewer)].flatMap(([id, membership]) =>
    membership.site === site
      ? [{ __typename: 'UserOrganization', id: String(id), name: membership.name, ownerId: membership.ownerId }]
      : [],
  );
}

async function changeName(
  database: Kysely<Database>,
  { accountId }: Viewer,
  typed: MutationChangeNameArgs,
  { site, now }: Place,
): Promise<AccountViolation[]> {
  const firstName = oneLine(typed.firstName);
  const lastName = oneLine(typed.lastName);
  const violations = checkAccountForm['change-name']({ firstName, lastName });
  if (violations.length > 0) return violations;
  await database.transaction().execute(async (trx) => {
    await trx
      .updateTable('account')
      .set({ first_name: firstName, last_name: lastName, name: `${firstName} ${lastName}` })
      .where('id', '=', accountId)
      .execute();
    await writeAudit(trx, { action: 'account.name-changed', actorId: accountId, subjectId: accountId, site }, now);
  });
  return [];
}

/** Emails of alerts are written in the language of the alert, which is that of the page on which it was created. */
async function changeMailLanguage(
  { database, alerts }: { database: Kysely<Database>; alerts: AddressedData },
  language: string,
  { site, viewer }: UserContext,
): Promise<AccountViolation[]> {
  if (!site.languages.includes(language)) return [{ field: 'language', rule: 'language' }];
  await database.transaction().execute(async (trx) => {
    await trx.updateTable('account').set({ language }).where('id', '=', viewer.accountId).execute();
    await alerts.changeLanguage(trx, site.name, viewer, language);
  });
  return [];
}

/** Sends a link to the new address unless another account has it; the result does not reveal which. */
async function requestEmailChange(
  database: Kysely<Database>,
  viewer: Viewer,
  { currentPassword, email: typed }: { currentPassword: string; email: string },
  { site, language, now }: Place,
): Promise<AccountViolation[]> {
  const { accountId } = viewer;
  const email = normalizeEmail(typed);
  const violations = [...checkEmail(email), ...(await checkCurrentPassword(database, accountId, currentPassword))];
  if (violations.length > 0) return violations;
  await database.transaction().execute(async (trx) => {
    const token = await accountLinks.make(trx, { accountId, purpose: 'change-email', details: { email }, now });
    const isTaken = await trx
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .where('email_verified', 'is not', null)
      .executeTakeFirst();
    if (isTaken) return;
    const path = `/user/confirm-email?token=${token}`;
    await putMail(trx, { site, language, template: 'change-email', recipient: email, details: { path } }, now);
  });
  return [];
}

/**
 * Sets the address of the link as the address of the account and notifies the old address. An account that was registered with the new
 * address meanwhile but never verified is removed. What the person did with the old address without logging in stays theirs.
 */
async function confirmEmailChange(
  { database, alerts }: { database: Kysely<Database>; alerts: AddressedData },
  token: string,
  { site, language, now }: Place,
): Promise<AccountViolation[]> {
  return database.transaction().execute(async (trx) => {
    const broken: AccountViolation[] = [{ rule: 'link' }];
    const purpose = 'change-email';
    const found = await accountLinks.find(trx, { token, purpose, now });
    if (!found) return broken;
    const { accountId } = found;
    // The account may have been blocked since the link was sent. It is locked before anything is deleted, so that it stays unblocked.
    const account = await trx
      .selectFrom('account')
      .select(['email', 'email_verified'])
      .where('id', '=', accountId)
      .where('blocked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return broken;
    // A concurrent request may have used the link before the account was locked.
    const link = await accountLinks.take(trx, { token, purpose, now });
    const email = link?.details.email;
    if (email === undefined) return broken;
    await trx
      .deleteFrom('account')
      .where('email', '=', email)
      .where('email_verified', 'is', null)
      .where('id', '!=', accountId)
      .execute();
    const { rows } = await sql`
      update account set email = ${email}, email_verified = ${now} where id = ${accountId}::uuid
        and not exists (select from account other where other.email = ${email} and other.id <> account.id)
      returning id
    `.execute(trx);
    if (rows.length === 0) return broken;
    const former = account.email_verified && account.email;
    await alerts.followEmailChange(trx, accountId, { former, current: email });
    await trx.updateTable('job_report').set({ email }).where('email', '=', former).execute();
    // Links that were sent to the old address must no longer give access to the account.
    await accountLinks.voidAll(trx, accountId);
    const details = { newEmail: email };
    const mail = { site, language, template: 'email-changed', recipient: account.email, details } as const;
    await putMail(trx, mail, now);
    await writeAudit(trx, { action: 'account.email-changed', actorId: accountId, subjectId: accountId, site }, now);
    return [];
  });
}

/**
 * Exports all personal data of a user, without credentials (hashes, tokens) and without the identities of other people involved.
 *
 * @returns a JSON document with a property for each table
 */
async function exportAccount(
  database: Kysely<Database>,
  { accountId, now }: { accountId: string; now: Date },
): Promise<string> {
  const { rows } = await sql<{ data: unknown }>`
    with me as (select * from account where id = ${accountId}::uuid)
    select json_build_object(
      'exported', ${now.toISOString()}::text,
      'account', (select to_jsonb(me) - 'password_hash' || jsonb_build_object('has_password', password_hash is not null) from me),
      'account_session', (select coalesce(json_agg(json_build_object(
        'created_at', created_at, 'expires_at', expires_at, 'by_administrator', masquerader_id is not null) order by created_at), '[]')
        from account_session where account_id = (select id from me)),
      'account_login', (select to_jsonb(l) - 'account_id' from account_login l where l.account_id = (select id from me)),
      'account_identity', (select coalesce(json_agg(to_jsonb(i) - 'account_id' order by linked_at), '[]')
        from account_identity i where account_id = (select id from me)),
      'account_link', (select coalesce(json_agg(to_jsonb(l) - 'account_id' - 'digest' order by expires_at), '[]')
        from account_link l where account_id = (select id from me)),
      'user_consent', (select coalesce(json_agg(json_build_object('id', c.id, 'type', i.type, 'placement', i.placement, 'site', i.site,
        'info_id', i.id, 'revision_id', c.revision_id, 'email', c.email, 'given_at', c.given_at, 'method', c.method, 'locale', c.locale,
        'text', coalesce(r.texts ->> c.locale, r.texts ->> left(c.locale, 2), r.texts ->> 'en')) order by c.given_at, c.revision_id), '[]')
        from user_consent c join consent_revision r on r.id = c.revision_id join consent_info i on i.id = r.info_id
        where c.account_id = (select id from me)),
      'recruiter_approval', (select to_jsonb(v) - 'account_id' - 'version' from recruiter_approval v where v.account_id = (select id from me)),
      'resume_contact', (select coalesce(json_agg(json_build_object('organization', o.name, 'message', c.message, 'state', c.state,
        'created_at', c.created_at, 'lapses_at', c.lapses_at, 'decided_at', c.decided_at, 'ended_at', c.ended_at,
        'sent_by_you', c.requested_by is not distinct from (select id from me),
        'about_you', r.account_id = (select id from me), 'resume', r.title,
        'views', (select count(*)::integer from resume_contact_view v where v.contact_id = c.id
          and (select id from me) in (v.account_id, r.account_id)),
        'messages', (select coalesce(jsonb_agg(jsonb_build_object('sent_at', m.sent_at, 'body', m.body,
          'by_you', m.account_id is not distinct from (select id from me)) order by m.id), '[]')
          from resume_contact_message m where m.contact_id = c.id)) order by c.created_at, c.id), '[]')
        from resume_contact c join resume r on r.id = c.resume_id join organization o on o.id = c.organization_id
        where c.id in (
          select sent.id from resume_contact sent where sent.requested_by = (select id from me)
          union
          select got.id from resume own join resume_contact got on got.resume_id = own.id where own.account_id = (select id from me)
        )),
      'resume_contact_view', (select coalesce(json_agg(json_build_object('viewed_at', v.viewed_at, 'resume', r.title) order by v.viewed_at), '[]')
        from resume_contact_view v join resume_contact c on c.id = v.contact_id join resume r on r.id = c.resume_id
        where v.account_id = (select id from me)),
      'resume_contact_message', (select coalesce(json_agg(json_build_object('sent_at', m.sent_at, 'body', m.body) order by m.id), '[]')
        from resume_contact_message m where m.account_id = (select id from me)),
      'resume_contact_block', (select coalesce(json_agg(json_build_object('organization', o.name, 'blocked_at', b.blocked_at) order by b.blocked_at), '[]')
        from resume_contact_block b join organization o on o.id = b.organization_id where b.account_id = (select id from me)),
      'customer_order', (select coalesce(json_agg(json_build_object('id', c.id, 'site', c.site, 'product', c.product -> 'code',
        'quantity', c.quantity, 'currency', c.currency, 'total', c.total, 'billing', c.billing, 'state', c.state, 'placed_at', c.placed_at,
        'paid_at', c.paid_at) order by c.id), '[]') from customer_order c where c.buyer_id = (select id from me)),
      'billing_profile', (select coalesce(json_agg(to_jsonb(b) - 'updated_by' order by b.organization_id), '[]')
        from billing_profile b where b.updated_by = (select id from me)),
      'anonymous_visitor', (select coalesce(json_agg(json_build_object('claimed_at', claimed_at) order by claimed_at), '[]')
        from anonymous_visitor where account_id = (select id from me)),
      'organization_member', (select coalesce(json_agg(json_build_object(
        'organization_id', m.organization_id, 'name', o.name, 'role', m.role) order by o.id), '[]')
        from organization_member m join organization o on o.id = m.organization_id where m.account_id = (select id from me)),
      'organization_account', (select coalesce(json_agg(to_jsonb(c) order by c.organization_id), '[]')
        from organization_account c join organization_member m on m.organization_id = c.organization_id
        where m.account_id = (select id from me) and m.role = 'owner'),
      'recruiting_mail', (select coalesce(json_agg(json_build_object('site', c.site, 'applications', c.applications, 'digest', c.digest,
        'digest_day', c.digest_day) order by c.site), '[]') from recruiting_mail c where c.account_id = (select id from me)),
      'job_mail_recipient', (select coalesce(json_agg(json_build_object('job_id', c.job_id) order by c.job_id), '[]')
        from job_mail_recipient c where c.account_id = (select id from me)),
      'resume', (select coalesce(json_agg(to_jsonb(r) - 'account_id' || jsonb_build_object(
        'private', (select to_jsonb(p) - 'resume_id' from resume_private p where p.resume_id = r.id),
        'picture', (select jsonb_build_object('content_type', c.content_type, 'base64', encode(c.bytes, 'base64'))
          from resume_picture c where c.resume_id = r.id)) order by r.id), '[]')
        from resume r where r.account_id = (select id from me)),
      'resume_form', (select coalesce(json_agg(to_jsonb(f) - 'account_id' || jsonb_build_object(
        'pictures', (select jsonb_agg(jsonb_build_object('name', c.name, 'content_type', c.content_type, 'base64', encode(c.bytes, 'base64')))
          from resume_form_picture c where c.account_id = f.account_id and c.site = f.site)) order by f.site), '[]')
        from resume_form f where f.account_id = (select id from me)),
      'application', (select coalesce(json_agg(to_jsonb(a) - 'account_id' - 'request_key' - 'organization_id' - 'read_at' - 'search_text' - 'tags' - 'rating' || jsonb_build_object(
        'job', (select title from job where job.id = a.job_id),
        'events', (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'state', e.state, 'by_employer', e.by_employer,
          'subject', e.subject, 'body', e.body, 'files', e.files) order by e.id), '[]') from application_event e where e.application_id = a.id
            and (e.visible_at is null or e.visible_at <= ${now})),
        'files', (select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'content_type', f.content_type, 'size', f.size,
          'address', '/application-files/' || f.id || '/' || f.name) order by f.position), '[]')
          from application_file f where f.application_id = a.id))
          || coalesce((select jsonb_build_object('state', v.state) from application_event v where v.application_id = a.id
            and v.subject is null and (v.visible_at is null or v.visible_at <= ${now}) order by v.id desc limit 1), '{}') order by a.created_at), '[]')
        from application a where a.account_id = (select id from me)),
      'application_event', (select coalesce(json_agg(json_build_object('at', e.at, 'state', e.state, 'subject', e.subject, 'body', e.body)
        order by e.id), '[]') from application_event e where e.by_employer and e.account_id = (select id from me)),
      'interview', (select coalesce(json_agg(json_build_object('state', i.state, 'slots', i.slots, 'start', i.starts_at, 'place', i.place,
        'note', i.note) order by i.created_at), '[]') from interview i where i.host_id = (select id from me)),
      'application_note', (select coalesce(json_agg(json_build_object('at', n.at, 'body', n.body) order by n.id), '[]')
        from application_note n where n.account_id = (select id from me)),
      'application_rating', (select coalesce(json_agg(json_build_object('at', g.at, 'rating', g.rating) order by g.at), '[]')
        from application_rating g where g.account_id = (select id from me)),
      'application_bulk', (select coalesce(json_agg(json_build_object('at', k.created_at, 'state', k.state, 'subject', k.subject, 'body', k.body,
        'total', k.total) order by k.id), '[]') from application_bulk k where k.account_id = (select id from me)),
      'bookmark', (select coalesce(json_agg(json_build_object('job_id', b.job_id, 'title', j.title, 'created_at', b.created_at)
        order by b.created_at), '[]') from bookmark b join job j on j.id = b.job_id where b.account_id = (select id from me)),
      'job_report', (select coalesce(json_agg(json_build_object('job_id', p.job_id, 'reason', p.reason, 'body', p.body, 'created_at', p.created_at)
        order by p.created_at), '[]') from job_report p where p.email = (select email from me where email_verified is not null)),
      'alert', (select coalesce(json_agg(to_jsonb(t) - 'account_id' - 'token' - 'search_id' - 'since' || jsonb_build_object('search', s.search,
        'told', (select coalesce(jsonb_agg(jsonb_build_object('item_id', m.item_id, 'sent_at', m.sent_at) order by m.sent_at), '[]')
          from alert_match m where m.alert_id = t.id and m.sent_at is not null)) order by t.created_at), '[]')
        from alert t join alert_search s on s.id = t.search_id where t.account_id = (select id from me)
          or t.email = (select email from me where email_verified is not null)),
      'audit_event', (select coalesce(json_agg(json_build_object('at', e.at, 'action', e.action, 'site', e.site, 'details', e.details - 'masquerader',
        'by_administrator', e.details ? 'masquerader',
        'done_by_you', coalesce(e.details ->> 'masquerader', e.actor_id::text) is not distinct from (select id::text from me),
        'done_to_you', e.subject_id is not distinct from (select id from me)) order by e.id), '[]')
        from audit_event e where (select id from me) in (e.actor_id, e.subject_id)
          or e.details @> jsonb_build_object('masquerader', (select id from me))),
      'organization_draft', (select coalesce(json_agg(json_build_object('organization_id', d.organization_id, 'fields', d.fields, 'changed_at', d.changed_at)
        order by d.organization_id), '[]') from organization_draft d where d.changed_by = (select id from me)),
      'organization_review', (select coalesce(json_agg(json_build_object('organization_id', v.organization_id, 'fields', v.fields, 'submitted_at', v.submitted_at)
        order by v.organization_id), '[]') from organization_review v where v.submitted_by = (select id from me)),
      'organization_invitation', (select coalesce(json_agg(json_build_object('organization', o.name, 'role', i.role, 'created_at', i.created_at,
        'expires_at', i.expires_at, 'by_you', i.invited_by is not distinct from (select id from me)) order by i.created_at), '[]')
        from organization_invitation i join organization o on o.id = i.organization_id
        where i.email = (select email from me) or i.invited_by = (select id from me)),
      'job_draft', (select coalesce(json_agg(json_build_object('job_id', d.job_id, 'fields', d.fields, 'changed_at', d.changed_at) order by d.job_id), '[]')
        from job_draft d where d.changed_by = (select id from me)),
      'job_event', (select coalesce(json_agg(json_build_object('at', j.at, 'job_id', j.job_id, 'step', j.step, 'reason', j.reason) order by j.id), '[]')
        from job_event j where j.actor_id = (select id from me)),
      'retention_notice', (select coalesce(json_agg(json_build_object('kind', n.kind, 'subject_id', n.subject_id, 'announced_at', n.announced_at,
        'deletes_at', n.deletes_at, 'sent_at', n.sent_at) order by n.announced_at, n.subject_id), '[]')
        from retention_notice n where (n.kind, n.subject_id) in (
          select 'account', id from me
          union all select 'application', a.id from application a where a.account_id = (select id from me)
          union all select 'resume', r.key from resume r where r.account_id = (select id from me))),
      'mail', (select coalesce(json_agg(json_build_object('site', site, 'language', language, 'template', template,
        'recipient', recipient, 'created_at', created_at, 'sent_at', sent_at) order by id), '[]')
        from mail where recipient = (select email from me))
    ) as data
  `.execute(database);
  return JSON.stringify(rows[0]?.data, null, 2);
}
