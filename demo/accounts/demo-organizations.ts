import { sql, type Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { grantCredits } from '../../src/backend/domain/ledger/ledger.js';
import type { Database } from '../../src/backend/platform/database/schema.js';

const DEMO_CREDITS = [
  ['job', 12n],
  ['resume_contact', 25n],
] as const;

/**
 * On each site where the demo recruiter has no organization, assigns one of the demo data to this account, with credit to spend. Among
 * the organizations whose profile has all groups of fields, it is the one with the most open jobs, so that there is most to show.
 */
export async function provideDemoOrganizations(
  database: Kysely<Database>,
  { email, sites, now }: { email: string; sites: readonly BackendSite[]; now: Date },
): Promise<void> {
  for (const { name: site } of sites) {
    await database.transaction().execute(async (trx) => {
      const { rows } = await sql<{ organization_id: number }>`
        insert into organization_member (organization_id, account_id, role)
        select o.id, a.id, 'owner' from account a cross join lateral (
          select o.id from organization o where o.site = ${site} and o.source = 'demo'
          order by coalesce((select (o.logo_file is not null and d.cover_file is not null and d.gallery <> '[]' and d.videos <> '[]'
              and d.contacts <> '[]' and d.locations <> '[]' and d.questions <> '[]' and d.attachments <> '[]')
            from organization_details d where d.organization_id = o.id), false) desc,
            (select count(*) from job where job.organization_id = o.id and job.state = 'published') desc, o.id limit 1
        ) o
        where a.email = ${email} and not exists (
          select from organization_member m join organization mine on mine.id = m.organization_id
          where m.account_id = a.id and mine.site = ${site}
        )
        on conflict do nothing returning organization_id
      `.execute(trx);
      const organization_id = rows[0]?.organization_id;
      if (organization_id === undefined) return;
      const owner = { site, kind: 'organization', id: String(organization_id) } as const;
      for (const [unit, amount] of DEMO_CREDITS) {
        await grantCredits(trx, {
          owner,
          unit,
          amount,
          key: `demo:${unit}`,
          cause: { kind: 'demo' },
          source: 'granted',
        });
      }
      await trx
        .insertInto('subscription')
        .values({
          organization_id,
          type: 'job_slots',
          status: 'active',
          label: 'Five job slots',
          product_id: 'job-slots-5',
          product_name: 'Five job slots',
          job_slots: 5,
          resume_contact_slots: 20,
          resume_contact_slots_used: 3,
          start_at: now,
          end_at: new Date(now.getTime() + 365 * 86_400_000),
        })
        .execute();
    });
  }
}
