import { sql, type Kysely } from 'kysely';
import { MAX_MENTIONS } from '#contract/applications/note-rules.js';
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
import { isUuid, parseId } from '../../../platform/database/statement.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { applicationErrors, type ApplicationViolation } from '../application-errors.js';
import { ACCOUNT_NAME } from '../application-rows.js';
import { MAY_GET_MAILS, namedAddresses, WANTS_MAILS } from './employer-recipients.js';
import { worksFor } from '../team/team-view.js';

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
  return [...viewer.memberships.values()].some((membership) => membership.site === site.name);
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
