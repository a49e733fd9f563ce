import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';

const MAX_COUNT = 10;

export interface Recipient {
  email: string;
  language: string;
}

/** Of an employer, for the mails about an application. */
export interface EmployerRecipient {
  organization: string;
  /** Whom the job names, else everybody who works for its organization. */
  recipients: readonly Recipient[];
}

interface Row {
  organization: string;
  language: string;
  emails: string[];
  email: string | null;
  members: Recipient[];
}

/** @returns undefined: there is no such job */
export async function findEmployerRecipient(
  database: Kysely<Database>,
  jobId: number,
): Promise<EmployerRecipient | undefined> {
  const { rows } = await sql<Row>`
    select o.name as organization, job.language, job.application_emails as emails, job.application_email as email, coalesce((
      select json_agg(member) from (
        select a.email, a.language from organization_member m join account a on a.id = m.account_id
        where m.organization_id = o.id and a.email_verified is not null and a.blocked_at is null
        order by m.role desc, a.created_at limit ${MAX_COUNT}
      ) member), '[]') as members
    from job join organization o on o.id = job.organization_id where job.id = ${jobId}
  `.execute(database);
  const row = rows[0];
  if (!row) return undefined;
  const { organization, language, emails, email, members } = row;
  const named = emails.length > 0 ? emails : email === null ? [] : [email];
  const recipients =
    named.length > 0 ? [...new Set(named)].slice(0, MAX_COUNT).map((each) => ({ email: each, language })) : members;
  return { organization, recipients };
}
