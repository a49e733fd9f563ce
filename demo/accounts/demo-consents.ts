import { type Kysely, sql } from 'kysely';
import type { Database } from '../../src/backend/platform/database/schema.js';

/**
 * Records the demo accounts' consent to the terms of each site's registration, which every registered user has given. They are then
 * asked for consent only after a text has changed.
 */
export async function provideDemoConsents(
  database: Kysely<Database>,
  { emails, sites, now }: { emails: readonly string[]; sites: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    insert into user_consent (account_id, revision_id, email, locale, method, given_at)
    select a.id, r.id, a.email, a.language, 'registration', ${now}
    from account a cross join consent_info i join lateral (
      select id from consent_revision where info_id = i.id and withdrawn_at is null order by id desc limit 1
    ) r on true
    where a.email = any(${emails}::text[]) and i.site = any(${sites}::text[])
      and i.type = 'PRIVACY_POLICY' and i.placement = 'REGISTRATION'
      and not exists (
        select from user_consent c join consent_revision agreed on agreed.id = c.revision_id
        where c.account_id = a.id and agreed.info_id = i.id
      )
    on conflict do nothing
  `.execute(database);
}
