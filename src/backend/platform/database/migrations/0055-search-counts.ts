import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table search_count (
  site text not null,
  language text not null,
  week date not null,
  digest bytea not null,
  words text,
  searches integer not null,
  empty integer not null,
  primary key (site, week, language, digest)
) with (fillfactor = 80);
comment on table search_count is 'How often words were searched for, without anything about who did.';
comment on column search_count.week is 'its Monday (UTC)';
comment on column search_count.digest is 'a keyed hash of the words';
comment on column search_count.words is 'null until they were searched for often enough in the week: rare words may be about a person';
comment on column search_count.empty is 'how many of the searches found nothing';
create index search_count_week on search_count (week);
`;

/** How often words are searched for, and find nothing. */
export const searchCounts: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
