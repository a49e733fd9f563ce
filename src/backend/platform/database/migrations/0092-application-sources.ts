import { sql, type Kysely } from 'kysely';
import type { SchemaMigration } from './schema-migration.js';

/** As of the columns beside them, no trigger tells pages of their changes. */
const COLUMNS = `
alter table job_day
  add column sent integer,
  add column started_search integer not null default 0,
  add column started_related integer not null default 0,
  add column started_site integer not null default 0,
  add column started_mail integer not null default 0,
  add column started_elsewhere integer not null default 0,
  add column started_direct integer not null default 0,
  add column sent_search integer not null default 0,
  add column sent_related integer not null default 0,
  add column sent_site integer not null default 0,
  add column sent_mail integer not null default 0,
  add column sent_elsewhere integer not null default 0,
  add column sent_direct integer not null default 0;
comment on column job_day.sent is
  'Applications that were sent, those since withdrawn or deleted included. null: a day before they were counted here, and by source.';
`;

/** From which sources applications were started and sent, in the row of the job's day; no application says so of itself. */
export const applicationSources: SchemaMigration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(COLUMNS).execute(database);
  },
};
