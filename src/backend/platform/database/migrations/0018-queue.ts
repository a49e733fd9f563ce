import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const CHANGES = `
alter table mail add column taken_at timestamptz;
comment on column mail.taken_at is 'Since when the process that is sending it has it; null: none has.';
comment on column mail.details is 'Emptied when it was sent: links in it give access to accounts. What was given up may be sent again.';
create index mail_taken on mail (due_at) where taken_at is not null;
create index mail_given_up on mail (given_up_at desc, id desc) where given_up_at is not null;
create index application_state on application (job_id, state);
`;

/** Work that is done later can be seen and tried again. */
export const queue: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(CHANGES).execute(database);
  },
};
