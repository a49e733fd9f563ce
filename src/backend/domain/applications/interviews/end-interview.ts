import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import type { SpeakingSite } from '../../../platform/texts/site-texts.js';
import { findApplication, type StoredApplication } from '../application-rows.js';
import { putEnding } from './interview-mails.js';
import { INTERVIEW_COLUMNS, OPEN_STATES, type StoredInterview } from './interview-rows.js';

/**
 * Ends open interviews with applicants who have just been declined. This takes effect with the mail that declines them, so that both can
 * be undone until it is sent (`undoMail`). Past interviews are kept. To be called with the applications locked, after the decision was
 * written to their history.
 */
export async function endInterviews(
  trx: Kysely<Database>,
  applicationIds: readonly string[],
  context: { site: SpeakingSite; now: Date },
): Promise<void> {
  const { rows } = await sql<StoredInterview & { site: string; decision_mail_id: number; told_at: Date }>`
    select ${INTERVIEW_COLUMNS}, a.site, decision.mail_id as decision_mail_id, decision.visible_at as told_at
    from interview i join application a on a.id = i.application_id left join account on account.id = i.host_id
    cross join lateral (
      select e.mail_id, e.visible_at from application_event e
      where e.application_id = i.application_id and e.state = 'declined' and e.subject is null order by e.id desc limit 1
    ) decision
    where i.application_id = any(${applicationIds}::uuid[]) and i.state = any(${[...OPEN_STATES]})
      and (i.state = 'proposed' or i.starts_at > ${context.now}) and decision.mail_id is not null
  `.execute(trx);
  for (const { site, decision_mail_id: mailId, told_at: endsAt, ...stored } of rows) {
    const row = (await findApplication(trx, site, stored.application_id))!;
    const interview = { ...stored, ended_from: stored.state, sequence: stored.sequence + 1 };
    const hostMailId = await putEnding(trx, { row, interview, mailId, dueAt: endsAt }, context);
    await trx
      .updateTable('interview')
      .set({
        state: 'canceled',
        sequence: interview.sequence,
        ended_from: stored.state,
        ends_at: endsAt,
        ending_mail_id: mailId,
        host_mail_id: hostMailId,
      })
      .where('id', '=', stored.id)
      .execute();
  }
}

/** Queues the messages about the end again, for an interview that the applicant has booked since. */
export async function putEndingAgain(
  trx: Kysely<Database>,
  row: StoredApplication,
  interview: StoredInterview,
  context: { site: SpeakingSite; now: Date },
): Promise<void> {
  const { ending_mail_id: mailId, ends_at: dueAt } = interview;
  if (mailId === null || dueAt === null) return;
  const hostMailId = await putEnding(trx, { row, interview, mailId, dueAt }, context);
  await trx.updateTable('interview').set({ host_mail_id: hostMailId }).where('id', '=', interview.id).execute();
}

/** Deletes the messages about the end, because the applicant has canceled the interview first. The mail about the decision is kept. */
export async function dropEnding(trx: Kysely<Database>, interview: StoredInterview): Promise<void> {
  const { ending_mail_id: mailId, host_mail_id: hostMailId } = interview;
  await sql`delete from mail where id = ${hostMailId}`.execute(trx);
  await sql`delete from mail_attachment where mail_id = ${mailId}`.execute(trx);
  await sql`update mail set details = details - 'ended' where id = ${mailId}`.execute(trx);
  await trx
    .updateTable('interview')
    .set({ ended_from: null, ends_at: null, ending_mail_id: null, host_mail_id: null })
    .where('id', '=', interview.id)
    .execute();
}
