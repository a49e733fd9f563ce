import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// They are filled when the index is rebuilt, as its format has changed; until then no job states its pay or closes. All of them are
// narrow: a row that a scan reads stays under 200 bytes.
const COLUMNS = `
alter table search_job
  add column pay integer not null default 0,
  add column currency smallint not null default 0,
  add column closing smallint not null default 32767;
comment on column search_job.pay is 'the top of the pay, a year, in the currency of the job; 0: not stated';
comment on column search_job.currency is 'its ISO 4217 code in base 26, from 1; 0: none';
comment on column search_job.closing is 'the day (UTC) of its end, since 2000; 32767: it has none';
`;

/** What jobs are filtered by: their pay, and when they close. */
export const searchPayAndClosing: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(COLUMNS).execute(database);
  },
};
