import { sql, type Kysely, type RawBuilder } from 'kysely';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import { ADMINISTRATION_ROLES } from '#contract/accounts/account-roles.js';
import { MAX_MENTIONS } from '#contract/applications/note-rules.js';
import type { Database } from '../../../platform/database/schema.js';
import type { MemberDetails } from '../../../platform/mail/outbox.js';

const MAX_NAMED = 10;
const MAX_MEMBERS = 200;
/** Of members, where nobody is chosen. */
const MAX_UNCHOSEN = 10;

export interface Recipient {
  email: string;
  language: string;
  /** Of the account of a member; undefined: an address that the job names. */
  accountId?: string;
}

/** Of an employer, for the mails about an application. */
export interface EmployerRecipient {
  organization: string;
  /**
   * Whom the job names and which members were chosen for it; where nobody is, everybody who works for its organization. Members only while
   * they may see its applications.
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
 * @param about `interview`: mails that members get although they want none about applications, since somebody counts on them
 * @returns undefined: there is no such job
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
  // An address of the job may be that of a member, who then gets one mail, and none if they want none.
  const memberOf = (address: string) => members.find(({ email }) => email === normalizeEmail(address));
  const namedMembers = named.flatMap((address) => memberOf(address) ?? []);
  const notified = new Set([...namedMembers, ...(chosen.length > 0 ? chosen : everybody)]);
  return [
    ...named.filter((address) => !memberOf(address)).map((email) => ({ email, language })),
    ...[...notified].filter(isTold).map(({ id, email, language: own }) => ({ email, language: own, accountId: id })),
  ];
}

/** @returns the addresses that a job names, each once */
export function namedAddresses({ emails, email }: { emails: readonly string[]; email: string | null }): string[] {
  return emails.length > 0 ? [...new Set(emails)] : email === null ? [] : [email];
}

/** @returns what a mail to a recipient holds, so that `mayStillReceive` can tell whether they may have it when it is sent */
export function memberDetails({ accountId }: Pick<Recipient, 'accountId'>, jobId: number): MemberDetails {
  return accountId === undefined ? {} : { member: accountId, jobId: String(jobId) };
}

/** Whether an account `account` of a member may be written to about applications: it is confirmed, not blocked, and still a recruiter's. */
export const MAY_GET_MAILS: RawBuilder<boolean> = sql`(
  account.email_verified is not null and account.blocked_at is null and account.roles && ${['recruiter', ...ADMINISTRATION_ROLES]}::text[]
)`;

/** Whether somebody wants mails about applications, by their row `r` of `recruiting_mail`, if there is one. */
export const WANTS_MAILS: RawBuilder<boolean> = sql`coalesce(r.applications, true)`;
