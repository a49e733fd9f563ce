import { sql, type Kysely } from 'kysely';
import { isUuid } from '../../../platform/database/id.js';
import type { Database } from '../../../platform/database/schema.js';
import type { ReceiptCheck } from '../../../platform/mail/outbox-worker.js';
import { MAY_GET_MAILS, WANTS_MAILS } from './employer-recipients.js';

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
