import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const COLUMNS = `
alter table application_event add column mail_id bigint, add column visible_at timestamptz;
comment on column application_event.mail_id is 'The mail that tells the applicant. While it waits in the outbox, the event can be undone.';
comment on column application_event.visible_at is 'When the applicant sees it; null: at once.';
`;

/** Employers can take back what they have decided about an application until the applicant is told. */
export const delayedAnswers: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(COLUMNS).execute(database);
  },
};
