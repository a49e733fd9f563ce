import { sql, type Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../src/backend/platform/database/schema.js';

/**
 * On each site where the demo applicant has no resume, assigns the first one of the demo data, which is the most complete. The invented
 * person who owned it is deleted.
 */
export async function provideDemoResumes(
  database: Kysely<Database>,
  { email, sites }: { email: string; sites: readonly BackendSite[] },
): Promise<void> {
  const domains = sites.map(({ name }) => `%@${peopleDomain(name)}`);
  await database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; former: string }>`
      update resume r set account_id = a.id, salutation = 'ms'
      from account a, (
        select distinct on (site) resume.id, site, account_id from resume join account p on p.id = account_id
        where p.password_hash is null and p.email like any(${domains}::text[]) order by site, resume.id
      ) first
      where r.id = first.id and a.email = ${email}
        and not exists (select from resume own where own.account_id = a.id and own.site = first.site)
      returning r.id, first.account_id as former
    `.execute(trx);
    if (rows.length === 0) return;
    await sql`
      update resume_private p set first_name = a.first_name, last_name = a.last_name
      from resume r join account a on a.id = r.account_id where p.resume_id = r.id and r.id = any(${rows.map(({ id }) => id)}::bigint[])
    `.execute(trx);
    await trx
      .deleteFrom('account')
      .where(
        'id',
        'in',
        rows.map(({ former }) => former),
      )
      .execute();
  });
}

/** Domain of the email addresses of people invented for a site. */
export function peopleDomain(site: string): string {
  return `${site}.people.test`;
}
