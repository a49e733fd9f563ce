import { sql, type Kysely } from 'kysely';
import type { SchemaMigration } from './schema-migration.js';

/** Only pages of those concerned show it, which are never cached, so that no trigger tells pages of its changes. */
const TABLES = `
create table interview (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references application (id) on delete cascade,
  host_id uuid references account (id) on delete set null,
  state text not null check (state in ('proposed', 'booked', 'others_wanted', 'canceled')),
  created_at timestamptz not null,
  time_zone text not null,
  minutes smallint not null,
  place text not null,
  note text not null,
  slots timestamptz[] not null,
  starts_at timestamptz,
  reply text,
  sequence integer not null default 0,
  mail_id bigint,
  visible_at timestamptz not null,
  check (state <> 'booked' or starts_at is not null)
);
comment on table interview is 'Times that an employer has proposed to an applicant, and what has become of them.';
comment on column interview.host_id is 'Who proposed it, and has time for one interview at a time.';
comment on column interview.mail_id is 'Of the proposal. While it waits in the outbox, the proposal can be undone.';
comment on column interview.sequence is 'Of its entry in calendars (RFC 5545): grows with each change that they are told of.';
create index interview_application on interview (application_id, created_at desc);
create unique index interview_open on interview (application_id) where state in ('proposed', 'booked');
create unique index interview_host on interview (host_id, starts_at) where state = 'booked' and host_id is not null;
create index interview_host_account on interview (host_id) where host_id is not null;
`;

/** Employers propose times for an interview, and applicants choose one. */
export const interviews: SchemaMigration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
