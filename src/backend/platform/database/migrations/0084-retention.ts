import { sql, type Kysely } from 'kysely';
import type { SchemaMigration } from './schema-migration.js';

/** Only pages of administrators and of those concerned show any of it, which are never cached, so that no trigger tells pages of its changes. */
const TABLES = `
create table retention_run (
  kind text primary key,
  started_at timestamptz,
  finished_at timestamptz,
  failed_at timestamptz,
  deleted jsonb not null default '{}'
);
comment on table retention_run is 'The last run that deleted what is kept no longer, of each kind of data. A run that has no end is gone on with by any process.';
comment on column retention_run.deleted is 'How many rows by site; those of no site under an empty name. Of the run under way, or else of the last one.';
comment on column retention_run.failed_at is 'When the run last failed; null: it has succeeded since.';

create table retention_notice (
  kind text not null,
  subject_id uuid not null,
  announced_at timestamptz not null,
  deletes_at timestamptz not null,
  mail_id bigint,
  sent_at timestamptz,
  primary key (kind, subject_id)
);
comment on table retention_notice is 'What was announced to somebody: that an application, or an account, is deleted at a time. It proves the mail when the outbox has forgotten it.';
comment on column retention_notice.mail_id is 'Of the mail in the outbox; without a foreign key, since the notice stays longer.';
comment on column retention_notice.sent_at is 'When the mail server accepted the mail.';
create index retention_notice_mail on retention_notice (mail_id) where sent_at is null;

-- In the transaction that notes the mail as sent, by a process of whatever release.
create function note_sent_notice() returns trigger language plpgsql as $$
begin
  update retention_notice set sent_at = new.sent_at where mail_id = new.id and sent_at is null;
  return null;
end $$;
create trigger mail_proves_notice after update of sent_at on mail
  for each row when (old.sent_at is null and new.sent_at is not null) execute function note_sent_notice();
`;

/** How long data is kept: what was deleted, and to whom it was announced. */
export const retention: SchemaMigration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
