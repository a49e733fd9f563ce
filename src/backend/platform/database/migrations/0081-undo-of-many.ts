import { sql, type Kysely } from 'kysely';
import type { SchemaMigration } from './schema-migration.js';

/** Only pages of those concerned show any of it, which are never cached, so that no trigger tells pages of its changes. */
const TABLES = `
alter table interview add column ended_from text, add column ends_at timestamptz, add column ending_mail_id bigint,
  add column host_mail_id bigint;
comment on column interview.ended_from is 'The state before a decision about the application ended the interview; the applicant sees it until ends_at.';
comment on column interview.ends_at is 'When the applicant is told of that decision.';
comment on column interview.ending_mail_id is 'Of the mail that tells the applicant. While it waits in the outbox, the interview can come back.';
comment on column interview.host_mail_id is 'Of the mail that cancels the interview in the calendar of whoever proposed it; it waits as long.';

alter table application_bulk add column ends_interviews boolean not null default false, add column undone_at timestamptz,
  add column undone integer not null default 0, add column undo_sent integer not null default 0,
  add column undo_changed integer not null default 0;
comment on column application_bulk.ends_interviews is 'Whoever began it knows that interviews are booked, and cancels them by declining.';
comment on column application_bulk.undone is 'How many applications were put back where they were, or had not been reached yet.';
comment on column application_bulk.undo_sent is 'How many stayed because the mail had been sent.';
comment on column application_bulk.undo_changed is 'How many stayed because somebody had changed them since.';

create table application_bulk_event (
  event_id bigint primary key references application_event (id) on delete cascade,
  bulk_id bigint not null references application_bulk (id) on delete cascade
);
comment on table application_bulk_event is 'Which events a step or an answer for many applications has written, so that all of them can be undone.';
create index application_bulk_event_bulk on application_bulk_event (bulk_id);
`;

/** Interviews end with a decision that can be undone, and so does a step or an answer for many applications as a whole. */
export const undoOfMany: SchemaMigration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
