import { sql, type Kysely } from 'kysely';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import type { ApplicationState, EarlierApplication } from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import type { StoredApplication } from '../application-rows.js';
import { worksFor } from '../team/team-notes.js';

const MAX_SHOWN = 20;
/** Fewer digits are no number of a phone. */
const MIN_PHONE_DIGITS = 7;

/**
 * Finds what the same person has sent to the same organization besides: from the same account, with the same email address, or under the
 * same name and with the same phone number in the resume that came along.
 *
 * @returns the newest first; none where the viewer does not work for the organization
 */
export async function findEarlier(
  database: Kysely<Database>,
  row: StoredApplication,
  context: UserContext,
): Promise<EarlierApplication[]> {
  if (!worksFor(context, row)) return [];
  const phones = phonesOf(row.resume?.contact ?? []);
  const { rows } = await sql<{
    id: string;
    job_id: number;
    title: string;
    state: ApplicationState;
    created_at: Date;
    contact: string[] | null;
    isSame: boolean;
  }>`
    select a.id, a.job_id, job.title, a.state, a.created_at, a.resume -> 'contact' as contact,
      (a.account_id = ${row.account_id}::uuid or lower(trim(a.email)) = ${normalizeEmail(row.email)}) is true as "isSame"
    from application a join job on job.id = a.job_id
    where a.organization_id = ${row.organization_id} and a.site = ${row.site} and a.id <> ${row.id}::uuid
      and (a.account_id = ${row.account_id}::uuid or lower(trim(a.email)) = ${normalizeEmail(row.email)}
        or (${phones.length > 0} and lower(a.first_name) = lower(${row.first_name}) and lower(a.last_name) = lower(${row.last_name})))
    order by a.created_at desc, a.id
  `.execute(database);
  return rows
    .filter(({ isSame, contact }) => isSame || phonesOf(contact ?? []).some((phone) => phones.includes(phone)))
    .slice(0, MAX_SHOWN)
    .map(({ id, job_id: jobId, title, state, created_at: created }) => ({
      id,
      jobId: String(jobId),
      jobTitle: title,
      state,
      created: created.toISOString(),
    }));
}

/** @returns the phone numbers among the lines of a resume, however they are written: their last digits, without the country's */
function phonesOf(contact: readonly string[]): string[] {
  return contact.flatMap((line) => {
    const digits = line.replaceAll(/\D/g, '');
    const isPhone = /^[+\d][\d\s()./-]*$/.test(line.trim()) && digits.length >= MIN_PHONE_DIGITS;
    return isPhone ? [digits.slice(-9)] : [];
  });
}
