import { sql, type Kysely } from 'kysely';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import type { ApplicationState, EarlierApplication } from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import type { StoredApplication } from '../application-rows.js';
import { worksFor } from '../team/team-notes.js';

const MAX_SHOWN = 20;
/** Minimum number of digits of a phone number. */
const MIN_PHONE_DIGITS = 7;

/**
 * Finds other applications of the same person to the same organization: with the same account, the same email address, or the same name
 * and a phone number that both resumes contain.
 *
 * @returns the newest first; empty if the viewer does not work for the organization
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

/** @returns the phone numbers in the contact lines of a resume, in any notation: their last digits, without the country code */
function phonesOf(contact: readonly string[]): string[] {
  return contact.flatMap((line) => {
    const digits = line.replaceAll(/\D/g, '');
    const isPhone = /^[+\d][\d\s()./-]*$/.test(line.trim()) && digits.length >= MIN_PHONE_DIGITS;
    return isPhone ? [digits.slice(-9)] : [];
  });
}
