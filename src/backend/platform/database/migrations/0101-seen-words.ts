import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './schema-migration.js';

const WEEK = `(floor(extract(epoch from now()) / 604800))::smallint`;
const COLUMNS = 'scope, kind, word, label, n';

/**
 * Adds the week in which a word of the dictionary was last seen in a job, so that words of removed jobs can be deleted. The first removal
 * marks the existing words. The default is for processes of the release before, which do not know the column.
 */
export const seenWords: SchemaMigration = {
  async up(database: Kysely<unknown>): Promise<void> {
    for (const table of ['search_word', 'search_word_delta'])
      await sql
        .raw(
          `alter table ${table} add column seen smallint not null default 0;
           alter table ${table} alter column seen set default ${WEEK};`,
        )
        .execute(database);
    await sql.raw(LOG).execute(database);
  },
};

/** A word that was only seen again is the same to everybody who has read it. */
const LOG = `
  create or replace function log_search_word_update() returns trigger language plpgsql as $$
  begin
    with changed as (
      (select ${COLUMNS} from came except select ${COLUMNS} from gone)
      union all (select ${COLUMNS} from gone except select ${COLUMNS} from came)
    )
    insert into data_change (kind, site, ids, words)
    select 'words', s.site, null, array_agg(distinct r.word)
    from changed r join search_scope s on s.id = r.scope where r.kind = 0 group by s.site;
    return null;
  end $$;
`;
