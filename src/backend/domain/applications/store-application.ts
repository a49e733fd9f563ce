import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Selectable } from 'kysely';
import { jobApplicationPath, ownApplicationPath } from '#contract/pages/paths.js';
import type { ApplicationTable } from '../../platform/database/tables/application-tables.js';
import type { Database } from '../../platform/database/schema.js';
import type { StoredJob } from '../jobs/job.repository.js';
import { insertingMails, type Mail } from '../../platform/mail/outbox.js';
import type { PendingFile } from '../../platform/uploads/pending-uploads.js';
import type { EmployerRecipient } from './employer-recipients.js';

/** Of an application, as it was typed. */
export type NewApplication = Omit<Selectable<ApplicationTable>, 'id' | 'state' | 'created_at' | 'updated_at'>;

/**
 * The application, its files, its first event and the mails to both sides: one statement, so all of it or nothing, in one round trip.
 *
 * Whoever archives the job meanwhile waits, or is waited for: nobody comes in unseen after the last answer.
 *
 * @returns its id; undefined: it was there already, the job is not published any more, or a file is not there any more
 */
export async function storeApplication(
  database: Kysely<Database>,
  application: NewApplication,
  {
    files,
    job,
    employer,
    now,
  }: { files: readonly PendingFile[]; job: StoredJob; employer: EmployerRecipient; now: Date },
): Promise<string | undefined> {
  const id = randomUUID();
  const row = JSON.stringify({ id, ...application });
  const fileIds = files.map((file) => file.id);
  const { rows } = await sql`
    with open as materialized (
      select id from job where id = ${job.id} and state = 'published' for share
    ), file as materialized (
      select id from application_file where id = any(${fileIds}::uuid[]) and application_id is null and complete for update
    ), made as (
      insert into application (id, site, job_id, organization_id, account_id, request_key, language, first_name, last_name, email,
        cover_letter, answers, created_at, updated_at)
      select id, site, job_id, organization_id, account_id, request_key, language, first_name, last_name, email,
        cover_letter, answers, ${now}, ${now}
      from jsonb_populate_record(null::application, ${row}::jsonb)
      where (select count(*) from file) = ${fileIds.length} and exists (select from open)
      on conflict do nothing returning id, account_id
    ), claimed as (
      update application_file set application_id = made.id, token = null, owner = null,
        position = array_position(${fileIds}::uuid[], application_file.id)
      from made where application_file.id = any(${fileIds}::uuid[])
    ), event as (
      insert into application_event (application_id, at, state, by_employer, account_id)
      select id, ${now}, 'new', false, account_id from made
    ), mailed as (${insertingMails(mailsOf(id, application, job, employer), 'made', now)})
    select from made
  `.execute(database);
  return rows.length > 0 ? id : undefined;
}

function mailsOf(
  id: string,
  { site, language, email, first_name, last_name, account_id }: NewApplication,
  job: StoredJob,
  { organization, recipients }: EmployerRecipient,
): Mail[] {
  const told = { name: `${first_name} ${last_name}`, title: job.title, organization };
  const path = account_id === null ? {} : { path: ownApplicationPath(id) };
  return [
    { site, language, template: 'application-sent', recipient: email, details: { ...told, ...path } },
    ...recipients.map((recipient): Mail => {
      const details = { ...told, email, path: jobApplicationPath(String(job.id), id) };
      return {
        site,
        language: recipient.language,
        recipient: recipient.email,
        template: 'application-received',
        details,
      };
    }),
  ];
}
