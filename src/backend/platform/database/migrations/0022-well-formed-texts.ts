import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { parseFragment, serialize } from 'parse5';

const BATCH = 100;

/** Where the HTML that earlier versions cleaned is stored, as pages show it. Drafts are cleaned when they are published. */
const HTML_COLUMNS = [
  ['job', 'description'],
  ['organization', 'presentation'],
] as const;

/** Texts without markup that people typed and others read. */
const PLAIN_COLUMNS = [
  ['account', ['name', 'first_name', 'last_name']],
  ['organization', ['name']],
  ['application', ['first_name', 'last_name', 'cover_letter', 'answers']],
  ['application_event', ['subject', 'body']],
] as const;

/**
 * Repairs stored texts once, so that pages need not look at them each time they are shown: earlier versions closed a link whose address
 * they refused as `span`, which left the next link open, and stored characters that turn text around.
 */
export const wellFormedTexts: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    for (const [table, column] of HTML_COLUMNS) await repairHtml(database, table, column);
    for (const [table, columns] of PLAIN_COLUMNS)
      for (const column of columns) await removeBidiControls(database, table, column);
  },
};

/** No permitted text has a `span`: one that is closed is the mark of such a link. */
async function repairHtml(database: Kysely<unknown>, table: string, column: string): Promise<void> {
  let after = 0;
  for (;;) {
    const { rows } = await sql<{ id: number; html: string }>`
      select id, ${sql.ref(column)} as html from ${sql.table(table)}
      where id > ${after} and ${sql.ref(column)} like '%</span>%' order by id limit ${BATCH}
    `.execute(database);
    for (const { id, html } of rows)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${serialize(parseFragment(html))} where id = ${id}`.execute(
        database,
      );
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

async function removeBidiControls(database: Kysely<unknown>, table: string, column: string): Promise<void> {
  const text = sql`${sql.ref(column)}::text`;
  const clean = sql`regexp_replace(${text}, '[\\u202a-\\u202e\\u2066-\\u2069]', '', 'g')`;
  const type = column === 'answers' ? sql`jsonb` : sql`text`;
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = (${clean})::${type} where ${text} ~ '[\\u202a-\\u202e\\u2066-\\u2069]'
  `.execute(database);
}
