import { sql, type Kysely } from 'kysely';
import type { SchemaMigration } from './schema-migration.js';

/** Only pages of members show it, which are never cached, so that no trigger tells pages of its changes. */
const TABLES = `
create table job_mail_recipient (
  job_id bigint not null references job (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  primary key (job_id, account_id)
);
comment on table job_mail_recipient is
  'Members of the organization who were chosen to be told of applications for a job. Whether they may be told is checked for each mail.';
create index job_mail_recipient_account on job_mail_recipient (account_id);

create table recruiting_mail (
  account_id uuid not null references account (id) on delete cascade,
  site text not null,
  applications boolean not null default true,
  digest text not null default 'weekly' check (digest in ('off', 'weekly', 'daily')),
  token uuid not null unique default gen_random_uuid(),
  digest_day date,
  primary key (account_id, site)
);
comment on table recruiting_mail is 'Which mails somebody gets on a site for what they do for organizations. Without a row: those of the defaults.';
comment on column recruiting_mail.applications is 'Whether they are told of applications one by one.';
comment on column recruiting_mail.token is 'Of the address that ends the digest by a POST of a mail program.';
comment on column recruiting_mail.digest_day is 'The last day, in the zone of the site, on which it was looked whether there is a digest for them.';
`;

/** Who is told of applications for a job, and which mails members of organizations want. */
export const recruitingMails: SchemaMigration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
