import { type Kysely, sql } from 'kysely';
import type {
  Mutation,
  MutationDecideRecruiterArgs,
  Query,
  QueryRecruitersToApproveArgs,
  RecruiterApproval,
  RecruiterQueue,
  RoleName,
  RecruiterDecision,
  RecruiterDecisionInput,
} from '#contract/generated/resolvers.js';
import {
  type AccountViolation,
  MAX_APPROVAL_MESSAGE_LENGTH,
  MAX_COUNTED_OF_DOMAIN,
} from '#contract/accounts/account-rules.js';
import type { AuditAction } from '#contract/audit.js';
import { DASHBOARD_PATH } from '#contract/pages/paths.js';
import { severalLines } from '#shared/text/typed-lines.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import { isAdmin, isApproved, ADMIN_ROLES } from '../../../platform/graphql/request-context.js';
import { accountResult, placeOf, type Place } from '../../accounts/account-results.js';
import { isUuid } from '../../../platform/database/statement.js';
import { type Mail, putMail } from '../../../platform/mail/outbox.js';
import { writeAudit } from '../../audit/audit-log.js';

const STATE_AFTER: Readonly<Record<RecruiterDecision, StoredState>> = {
  approve: 'approved',
  refuse: 'refused',
  ask: 'asked',
};

const AUDIT_ACTION_OF: Readonly<Record<RecruiterDecision, AuditAction>> = {
  approve: 'recruiter.approved',
  refuse: 'recruiter.refused',
  ask: 'recruiter.asked',
};

const MAX_OF_DOMAIN = 5;

const MAX_ROWS = 100;

/** Resolvers for the manual approval of recruiters, on sites that require it. */
export function recruiterResolvers(database: Kysely<Database>) {
  return {
    Query: {
      recruitersToApprove: allow<QueryRecruitersToApproveArgs, Query['recruitersToApprove']>(
        'administrator',
        ({ limit, offset, refused }, { site }) =>
          recruiterQueue(database, {
            site: site.name,
            refused: refused ?? false,
            limit: Math.min(Math.max(limit ?? 20, 0), MAX_ROWS),
            offset: Math.max(offset ?? 0, 0),
          }),
      ),
      ownRecruiterApproval: allow<object, Query['ownRecruiterApproval']>('user', (_args, { viewer, site }) => {
        const isWaiting = viewer.roles.includes('recruiter') && !isAdmin(viewer) && !isApproved(viewer, site);
        return isWaiting && viewer.profile.emailVerified ? approvalOf(database, viewer.accountId) : null;
      }),
    },
    Mutation: {
      decideRecruiter: allow<MutationDecideRecruiterArgs, Mutation['decideRecruiter']>(
        'administrator',
        async ({ input }, context) =>
          accountResult(await decideRecruiter(database, input, context.viewer.accountId, placeOf(context)), context),
      ),
    },
  } satisfies RootResolvers;
}

interface QueueQuestion {
  site: string;
  refused: boolean;
  limit: number;
  offset: number;
}

interface SameDomain {
  id: string;
  name: string;
  email: string;
  roles: RoleName[];
  isApproved: boolean;
  isBlocked: boolean;
}

interface Row {
  id: string;
  name: string;
  email: string;
  domain: string;
  created_at: Date;
  state: 'asked' | 'refused' | null;
  message: string | null;
  version: number;
  organizations: { id: number; name: string; isPublic: boolean }[];
  sameDomain: { total: number; first: SameDomain[] };
}

/**
 * Recruiters with a verified address who are not approved: those who verified it on the site, and those who have an organization there.
 * Of the accounts with the same domain, few are read: a mail provider may have most accounts of the site.
 *
 * @param question.refused recruiters who were refused, instead of those who wait
 */
async function recruiterQueue(
  database: Kysely<Database>,
  { site, refused, limit, offset }: QueueQuestion,
): Promise<RecruiterQueue> {
  const matching = sql`
    from account a left join recruiter_approval d on d.account_id = a.id
    where 'recruiter' = any(a.roles) and not a.roles && ${[...ADMIN_ROLES]}::text[]
      and a.email_verified is not null and a.approved_at is null and a.blocked_at is null
      and (coalesce(d.state, 'waiting') = 'refused') = ${refused}
      and (a.verified_site = ${site} or exists (
        select from organization_member m join organization o on o.id = m.organization_id
        where m.account_id = a.id and o.site = ${site}))
  `;
  const order = refused ? sql`d.decided_at desc, a.id` : sql`a.created_at, a.id`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<Row>`
      select a.id, a.name, a.email, split_part(a.email, '@', 2) as domain, a.created_at, nullif(d.state, 'approved') as state, d.message,
        coalesce(d.version, 0) as version,
        coalesce((select json_agg(json_build_object('id', o.id, 'name', o.name, 'isPublic', o.state = 'public') order by o.id)
          from organization_member m join organization o on o.id = m.organization_id
          where m.account_id = a.id and o.site = ${site}), '[]') as organizations,
        (select json_build_object('total', count(*), 'first', coalesce(json_agg(json_build_object(
            'id', s.id, 'name', s.name, 'email', s.email, 'roles', s.roles, 'isApproved', s.approved_at is not null,
            'isBlocked', s.blocked_at is not null) order by s.place) filter (where s.place <= ${MAX_OF_DOMAIN}), '[]'))
          from (select *, row_number() over (order by found.created_at, found.id) as place from (
            select * from account other where split_part(other.email, '@', 2) = split_part(a.email, '@', 2) and other.id <> a.id
            limit ${MAX_COUNTED_OF_DOMAIN + 1}
          ) found) s
        ) as "sameDomain"
      ${matching} order by ${order} limit ${limit} offset ${offset}
    `.execute(database),
    sql<{ total: number }>`select count(*)::integer as total ${matching}`.execute(database),
  ]);
  return {
    __typename: 'RecruiterQueue',
    total: counted[0]?.total ?? 0,
    recruiters: rows.map((row) => ({
      __typename: 'WaitingRecruiter',
      id: row.id,
      name: row.name,
      email: row.email,
      domain: row.domain,
      registered: row.created_at.toISOString(),
      organizations: row.organizations.map((each) => ({
        __typename: 'WaitingOrganization',
        ...each,
        id: String(each.id),
      })),
      sameDomain: row.sameDomain.first.map((each) => ({
        __typename: 'AccountOfDomain',
        ...each,
        roles: each.roles.map((targetId) => ({ __typename: 'UserRole', targetId })),
      })),
      sameDomainTotal: row.sameDomain.total,
      approval: row.state && { __typename: 'RecruiterApproval', state: row.state, message: row.message },
      version: row.version,
    })),
  };
}

/** Returns the approval state of an account that is not approved: `waiting` until an administrator has decided. */
async function approvalOf(database: Kysely<Database>, accountId: string): Promise<RecruiterApproval> {
  const found = await database
    .selectFrom('recruiter_approval')
    .select(['state', 'message'])
    .where('account_id', '=', accountId)
    .where('state', '!=', 'approved')
    .executeTakeFirst();
  return {
    __typename: 'RecruiterApproval',
    state: (found?.state as 'asked' | 'refused' | undefined) ?? 'waiting',
    message: found?.message ?? null,
  };
}

type StoredState = 'asked' | 'refused' | 'approved';

/**
 * Decides about a recruiter who waits for approval, or was refused before, with the mail to them and the audit entry, in one transaction.
 *
 * @returns `alreadyDecided` if somebody else has decided since the administrator loaded the recruiter
 */
export async function decideRecruiter(
  database: Kysely<Database>,
  { userId, version, decision, message: typed }: RecruiterDecisionInput,
  administratorId: string,
  { site, now }: Pick<Place, 'site' | 'now'>,
): Promise<AccountViolation[]> {
  const message = decision === 'approve' ? '' : severalLines(typed ?? '');
  if (decision !== 'approve' && message === '') return [{ field: 'message', rule: 'required' }];
  if (message.length > MAX_APPROVAL_MESSAGE_LENGTH) return [{ field: 'message', rule: 'messageLong' }];
  if (!isUuid(userId)) return [{ rule: 'unknownUser' }];
  return database.transaction().execute(async (trx) => {
    // The lock serializes concurrent decisions.
    const account = await trx
      .selectFrom('account')
      .select(['id', 'email', 'language', 'roles', 'email_verified', 'approved_at', 'blocked_at'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!account?.roles.includes('recruiter') || !account.email_verified || account.blocked_at)
      return [{ rule: 'unknownUser' }];
    const decided = await trx
      .selectFrom('recruiter_approval')
      .select('version')
      .where('account_id', '=', account.id)
      .executeTakeFirst();
    if (account.approved_at || (decided?.version ?? 0) !== version) return [{ rule: 'alreadyDecided' }];
    const row = {
      site,
      state: STATE_AFTER[decision],
      message: message || null,
      version: version + 1,
      decided_at: now,
    };
    await trx
      .insertInto('recruiter_approval')
      .values({ account_id: account.id, ...row })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
      .execute();
    if (decision === 'approve')
      await trx.updateTable('account').set({ approved_at: now }).where('id', '=', account.id).execute();
    const to = { site, language: account.language, recipient: account.email };
    await putMail(trx, mailOf(decision, message, to), now);
    const details = message ? { reason: message } : {};
    const entry = { action: AUDIT_ACTION_OF[decision], actorId: administratorId, subjectId: account.id, site, details };
    await writeAudit(trx, entry, now);
    return [];
  });
}

function mailOf(
  decision: RecruiterDecision,
  message: string,
  to: { site: string; language: string; recipient: string },
): Mail {
  switch (decision) {
    case 'approve':
      return { ...to, template: 'recruiter-approved', details: { path: DASHBOARD_PATH } };
    case 'refuse':
      return { ...to, template: 'recruiter-refused', details: { message } };
    case 'ask':
      return { ...to, template: 'recruiter-question', details: { message } };
  }
}
