import { sql, type Kysely } from 'kysely';
import { JOB_WIZARD_PATH, type Path } from '../../../contract/paths.js';
import type { Database } from '../../database/schema.js';
import { putMail } from '../../mail/outbox.js';

/** What became of a job that was sent to be looked at. */
export type Verdict = { approved: true; path: Path } | { approved: false; reason: string };

/**
 * Writes to whoever sent a job to be looked at; to the owners of its organization where that account is no more. Within the transaction
 * that decides it.
 */
export async function tellSubmitter(
  trx: Kysely<Database>,
  { jobId, organizationId, title, site }: { jobId: number; organizationId: number; title: string; site: string },
  verdict: Verdict,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ email: string; language: string }>`
    with submitter as (
      select e.actor_id from job_event e where e.job_id = ${jobId} and e.to_state = 'needs_review' order by e.id desc limit 1
    ), own as (
      select a.email, a.language from submitter s join account a on a.id = s.actor_id
    )
    select * from own
    union all
    select a.email, a.language from organization_member m join account a on a.id = m.account_id
    where m.organization_id = ${organizationId} and m.role = 'owner' and not exists (select from own)
  `.execute(trx);
  for (const { email: recipient, language } of rows) {
    const to = { site, language, recipient };
    if (verdict.approved)
      await putMail(trx, { ...to, template: 'job-approved', details: { path: verdict.path, title } }, now);
    else {
      const details = { path: `${JOB_WIZARD_PATH}?job=${jobId}`, title, reason: verdict.reason };
      await putMail(trx, { ...to, template: 'job-sent-back', details }, now);
    }
  }
}
