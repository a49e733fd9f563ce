import { sql, type Kysely, type RawBuilder } from 'kysely';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import { EMPLOYER_ROLES } from '#contract/accounts/account-roles.js';
import { MAX_MENTIONS } from '#contract/applications/recruiting-rules.js';
import type {
  ApplicationRecipient,
  ApplicationRecipients,
  Mutation,
  MutationChangeRecruitingMailsArgs,
  MutationChooseApplicationRecipientsArgs,
  MutationEndDigestByLinkArgs,
  Query,
  QueryApplicationRecipientsArgs,
  RecruitingMails,
} from '#contract/generated/resolvers.js';
import { dayIn, timeZoneOf } from '#shared/time-zones/time-zone.js';
import type { Database } from '../../../platform/database/schema.js';
import type { MemberDetails } from '../../../platform/mail/outbox.js';
import { isUuid, parseId } from '../../../platform/database/statement.js';
import type { ReceiptCheck } from '../../../platform/mail/outbox-worker.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import { activeMemberships, type UserContext } from '../../../platform/graphql/request-context.js';
import { applicationErrors, type ApplicationViolation } from '../application-errors.js';
import { ACCOUNT_NAME } from '../application-rows.js';
import { worksFor } from '../team/team-view.js';

const MAX_NAMED = 10;
const MAX_MEMBERS = 200;
/** Maximum number of members who get mail if nobody is chosen. */
const MAX_UNCHOSEN = 10;

export interface Recipient {
  email: string;
  language: string;
  /** Account of a member; undefined for an address that the job names. */
  accountId?: string;
}

/** Recipients of an employer for the mails about an application. */
export interface EmployerRecipient {
  organization: string;
  /**
   * The addresses that the job names and the members chosen for it; without either, all members of its organization. Members only as long
   * as they may see its applications.
   */
  recipients: readonly Recipient[];
}

interface Row {
  organization: string;
  language: string;
  emails: string[];
  email: string | null;
  members: { id: string; email: string; language: string; isChosen: boolean; wantsMails: boolean }[];
}

/**
 * @param about `interview` for mails that members get even if they opted out of mails about applications, because somebody counts on them
 * @returns undefined if there is no such job
 */
export async function findEmployerRecipient(
  database: Kysely<Database>,
  jobId: number,
  about: 'application' | 'interview' = 'application',
): Promise<EmployerRecipient | undefined> {
  const { rows } = await sql<Row>`
    select o.name as organization, job.language, job.application_emails as emails, job.application_email as email, coalesce((
      select json_agg(member) from (
        select account.id, account.email, account.language, chosen.job_id is not null as "isChosen", ${WANTS_MAILS} as "wantsMails"
        from organization_member m join account on account.id = m.account_id
        left join job_mail_recipient chosen on chosen.job_id = job.id and chosen.account_id = account.id
        left join recruiting_mail r on r.account_id = account.id and r.site = job.site
        where m.organization_id = o.id and ${MAY_GET_MAILS}
        order by chosen.job_id is null, m.role desc, account.created_at limit ${MAX_MEMBERS}
      ) member), '[]') as members
    from job join organization o on o.id = job.organization_id where job.id = ${jobId}
  `.execute(database);
  const row = rows[0];
  if (!row) return undefined;
  return { organization: row.organization, recipients: recipientsOf(row, about) };
}

function recipientsOf({ language, members, ...row }: Row, about: 'application' | 'interview'): Recipient[] {
  const named = namedAddresses(row).slice(0, MAX_NAMED);
  const chosen = members.filter(({ isChosen }) => isChosen).slice(0, MAX_MENTIONS);
  const isTold = ({ wantsMails }: Row['members'][number]) => wantsMails || about === 'interview';
  const everybody = named.length > 0 ? [] : members.filter(isTold).slice(0, MAX_UNCHOSEN);
  // An address that the job names may belong to a member, who then gets one mail, or none if they opted out.
  const memberOf = (address: string) => members.find(({ email }) => email === normalizeEmail(address));
  const namedMembers = named.flatMap((address) => memberOf(address) ?? []);
  const notified = new Set([...namedMembers, ...(chosen.length > 0 ? chosen : everybody)]);
  return [
    ...named.filter((address) => !memberOf(address)).map((email) => ({ email, language })),
    ...[...notified].filter(isTold).map(({ id, email, language: own }) => ({ email, language: own, accountId: id })),
  ];
}

/** @returns the addresses that a job names, without duplicates */
export function namedAddresses({ emails, email }: { emails: readonly string[]; email: string | null }): string[] {
  return emails.length > 0 ? [...new Set(emails)] : email === null ? [] : [email];
}

/** @returns the details to store with a mail, from which `memberReceipts` decides when it is sent */
export function memberDetails({ accountId }: Pick<Recipient, 'accountId'>, jobId: number): MemberDetails {
  return accountId === undefined ? {} : { member: accountId, jobId: String(jobId) };
}

/** Whether the account `account` of a member may receive mails about applications: it is confirmed, not blocked, and still has a role for it. */
export const MAY_GET_MAILS: RawBuilder<boolean> = sql`(
  account.email_verified is not null and account.blocked_at is null and account.roles && ${[...EMPLOYER_ROLES]}::text[]
)`;

/** Whether a person wants mails about applications, by their row `r` of `recruiting_mail` if there is one. */
export const WANTS_MAILS: RawBuilder<boolean> = sql`coalesce(r.applications, true)`;

/**
 * Checks whether a mail may still go to its recipient when it is sent, which may be hours after it was written: members may have left the
 * organization, been blocked, or opted out meanwhile. Mails that do not address a member are always allowed.
 */
export function memberReceipts(database: Kysely<Database>): ReceiptCheck {
  return async ({ site, template, details: { member, jobId, organizations } }) => {
    if (member === undefined || !isUuid(member)) return true;
    const wants = template === 'recruiting-digest' ? sql`coalesce(r.digest, 'weekly') <> 'off'` : WANTS_MAILS;
    const ids = organizations === undefined ? [] : (JSON.parse(organizations) as number[]);
    const isMemberOf = (organization: ReturnType<typeof sql>) => sql`exists (
      select from organization_member m where m.account_id = account.id and m.organization_id = ${organization}
    )`;
    const { rows } = await sql`
      select from account left join recruiting_mail r on r.account_id = account.id and r.site = ${site}
      where account.id = ${member}::uuid and ${MAY_GET_MAILS} and ${wants}
        and (${jobId ?? null}::bigint is null or exists (select from job where id = ${jobId ?? null}::bigint and ${isMemberOf(sql`job.organization_id`)}))
        and not exists (select from unnest(${ids}::bigint[]) as told(id) where not ${isMemberOf(sql`told.id`)})
    `.execute(database);
    return rows.length > 0;
  };
}

/** Resolvers for email notifications: which members are notified for a job, and what each member wants to receive. */
export function recruitingMailResolvers(database: Kysely<Database>) {
  return {
    Query: {
      applicationRecipients: allow<QueryApplicationRecipientsArgs, Query['applicationRecipients']>(
        'user',
        async ({ jobId }, context) => (await findRecipients(database, jobId, context)) ?? null,
      ),
      recruitingMails: allow<object, Query['recruitingMails']>(
        'self',
        async (_args, context) => (await findMails(database, context)) ?? null,
      ),
    },
    Mutation: {
      chooseApplicationRecipients: allow<
        MutationChooseApplicationRecipientsArgs,
        Mutation['chooseApplicationRecipients']
      >('user', async (args, context) => {
        const violations = await chooseRecipients(database, args, context);
        return violations ? { __typename: 'AccountResult', errors: applicationErrors(violations, context) } : null;
      }),
      changeRecruitingMails: allow<MutationChangeRecruitingMailsArgs, Mutation['changeRecruitingMails']>(
        'self',
        ({ mails }, context) => changeMails(database, mails, context),
      ),
      endDigestByLink: allow<MutationEndDigestByLinkArgs, Mutation['endDigestByLink']>(
        'anyone',
        ({ token }, { site }) => endDigest(database, { token, site: site.name }),
      ),
    },
  } satisfies RootResolvers;
}

interface JobRow {
  id: number;
  organization_id: number;
  emails: string[];
  email: string | null;
}

/** @returns undefined if the site has no such job, or the viewer does not work for its organization */
async function findOwnJob(
  database: Kysely<Database>,
  jobId: string,
  { viewer, site }: Pick<UserContext, 'viewer' | 'site'>,
): Promise<JobRow | undefined> {
  const id = parseId(jobId);
  if (id === undefined) return undefined;
  const job = await database
    .selectFrom('job')
    .select(['id', 'organization_id', 'application_emails as emails', 'application_email as email'])
    .where('id', '=', id)
    .where('site', '=', site.name)
    .executeTakeFirst();
  return job && worksFor({ viewer }, job) ? job : undefined;
}

async function findRecipients(
  database: Kysely<Database>,
  jobId: string,
  context: UserContext,
): Promise<ApplicationRecipients | undefined> {
  const job = await findOwnJob(database, jobId, context);
  if (!job) return undefined;
  const { rows } = await sql<Omit<ApplicationRecipient, '__typename'>>`
    select account.id, ${ACCOUNT_NAME} as name, account.email, chosen.job_id is not null as "isChosen",
      ${MAY_GET_MAILS} and ${WANTS_MAILS} as "getsMails"
    from organization_member m join account on account.id = m.account_id
    left join job_mail_recipient chosen on chosen.job_id = ${job.id} and chosen.account_id = account.id
    left join recruiting_mail r on r.account_id = account.id and r.site = ${context.site.name}
    where m.organization_id = ${job.organization_id} order by name, account.id
  `.execute(database);
  return { members: rows, addresses: namedAddresses(job) };
}

/** Stores the chosen members, who must belong to the organization now; whether they still do is checked for each mail. */
async function chooseRecipients(
  database: Kysely<Database>,
  { jobId, members }: MutationChooseApplicationRecipientsArgs,
  context: UserContext,
): Promise<ApplicationViolation[] | undefined> {
  const job = await findOwnJob(database, jobId, context);
  if (!job) return undefined;
  const chosen = [...new Set(members)];
  if (chosen.length > MAX_MENTIONS) return [{ field: 'member', rule: 'mentions' }];
  return database.transaction().execute(async (trx): Promise<ApplicationViolation[]> => {
    const { rows } = await sql<{ id: string }>`
      select account_id as id from organization_member
      where organization_id = ${job.organization_id} and account_id::text = any(${chosen})
    `.execute(trx);
    if (rows.length < chosen.length) return [{ field: 'member', rule: 'colleague' }];
    await trx.deleteFrom('job_mail_recipient').where('job_id', '=', job.id).execute();
    if (rows.length > 0)
      await trx
        .insertInto('job_mail_recipient')
        .values(rows.map(({ id }) => ({ job_id: job.id, account_id: id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    return [];
  });
}

/** Whether the viewer works for an organization of a site. */
function worksOn({ viewer, site }: Pick<UserContext, 'viewer' | 'site'>): boolean {
  return [...activeMemberships(viewer).values()].some((membership) => membership.site === site.name);
}

async function findMails(
  database: Kysely<Database>,
  { viewer, site }: Pick<UserContext, 'viewer' | 'site'>,
): Promise<RecruitingMails | undefined> {
  if (!worksOn({ viewer, site })) return undefined;
  const row = await database
    .selectFrom('recruiting_mail')
    .select(['applications', 'digest'])
    .where('account_id', '=', viewer.accountId)
    .where('site', '=', site.name)
    .executeTakeFirst();
  return row ?? { applications: true, digest: 'weekly' };
}

/**
 * Stores the preferences. After a change of frequency, the next digest comes on the next day or in the next week, not in the current one.
 */
async function changeMails(
  database: Kysely<Database>,
  { applications, digest }: RecruitingMails,
  { viewer, site, now }: UserContext,
): Promise<boolean> {
  if (!worksOn({ viewer, site })) return false;
  const today = dayIn(timeZoneOf(site), now);
  await sql`
    insert into recruiting_mail as r (account_id, site, applications, digest, digest_day)
    values (${viewer.accountId}::uuid, ${site.name}, ${applications}, ${digest}, case when ${digest} <> 'weekly' then ${today}::date end)
    on conflict (account_id, site) do update set applications = excluded.applications, digest = excluded.digest,
      digest_day = case when r.digest = excluded.digest then r.digest_day else ${today}::date end
  `.execute(database);
  return true;
}

async function endDigest(
  database: Kysely<Database>,
  { token, site }: { token: string; site: string },
): Promise<boolean> {
  if (!isUuid(token)) return false;
  const { numUpdatedRows } = await database
    .updateTable('recruiting_mail')
    .set({ digest: 'off' })
    .where('token', '=', token)
    .where('site', '=', site)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
