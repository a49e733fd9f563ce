import { sql, type Kysely } from 'kysely';
import { JOB_WIZARD_PATH, jobPath } from '#contract/pages/paths.js';
import { dayIn } from '#shared/time-zones/time-zone.js';
import type { Database } from '../../../platform/database/schema.js';
import { type Mail, putMail } from '../../../platform/mail/outbox.js';
import type { AllowedMove } from './store-move.js';

interface Recipient {
  email: string;
  language: string;
}

type Verdict = Pick<
  Extract<Mail, { template: 'job-approved' | 'job-sent-back' | 'job-unpublished' }>,
  'template' | 'details'
>;

/**
 * Mails the result of a review to the person who submitted the job or the change, or to the owners of its organization if that account is
 * gone. If a reviewer has unpublished a job, all members of its organization are notified. Runs within the transaction of the step; other
 * steps need no mail.
 */
export async function mailVerdict(
  trx: Kysely<Database>,
  { site, reason = '', ...move }: AllowedMove & { site: string; reason?: string | undefined },
  now: Date,
): Promise<void> {
  const verdict = verdictOf(move, reason);
  if (!verdict) return;
  const { id, organization_id: organizationId } = move.drafted.job;
  const { rows } = await (move.step === 'unpublish' ? members(organizationId) : submitter(id, organizationId)).execute(
    trx,
  );
  for (const { email: recipient, language } of rows) await putMail(trx, { site, language, recipient, ...verdict }, now);
}

function members(organizationId: number) {
  return sql<Recipient>`
    select a.email, a.language from organization_member m join account a on a.id = m.account_id
    where m.organization_id = ${organizationId} and a.blocked_at is null
  `;
}

function submitter(id: number, organizationId: number) {
  return sql<Recipient>`
    with submitter as (
      select e.actor_id from job_event e where e.job_id = ${id} and e.to_state = 'needs_review' order by e.id desc limit 1
    ), own as (
      select a.email, a.language from submitter s join account a on a.id = s.actor_id
    )
    select * from own
    union all
    select a.email, a.language from organization_member m join account a on a.id = m.account_id
    where m.organization_id = ${organizationId} and m.role = 'owner' and not exists (select from own)
  `;
}

function verdictOf({ step, drafted, to, change }: AllowedMove, reason: string): Verdict | undefined {
  const { job, fields } = drafted;
  const title = fields.title?.[0] ?? job.title;
  const subject = change === undefined ? 'job' : job.state === 'archived' ? 'renewal' : 'change';
  if (step === 'send_back') {
    const details = { path: `${JOB_WIZARD_PATH}?job=${job.id}`, title, reason, subject } as const;
    return { template: 'job-sent-back', details };
  }
  const wizard = `${JOB_WIZARD_PATH}?job=${job.id}` as const;
  if (step === 'unpublish') return { template: 'job-unpublished', details: { path: wizard, title, reason } };
  if (step !== 'approve') return undefined;
  const startsOn = to === 'scheduled' ? { startsOn: dayIn(job.time_zone, job.published_at) } : {};
  return { template: 'job-approved', details: { path: jobPath(String(job.id), title), title, subject, ...startsOn } };
}
