// PostgreSQL's standard full text search: weight A for titles and B for the rest, each with the configuration of its language, ranked by
// ts_rank. If no document has all words of a query, some of them are enough.
import { sql } from 'kysely';

const DOCUMENTS = 50;
const CONFIGURATIONS = { en: 'english', de: 'german', fr: 'french' };
const BATCH = 500;

/** @param corpus from open-corpus.mjs @returns `search(query)`, which returns job ids, best first, and `close` */
export async function openTextRank({ database, texts }) {
  await sql`create table judged_document (
    id text primary key, site text not null, language text not null, words tsvector not null
  )`.execute(database);
  for (let from = 0; from < texts.length; from += BATCH) {
    const rows = texts
      .slice(from, from + BATCH)
      .map((each) => ({ ...each, configuration: CONFIGURATIONS[each.language] }));
    await sql`
      insert into judged_document (id, site, language, words)
      select id, site, language, setweight(to_tsvector(configuration::regconfig, title), 'A')
        || setweight(to_tsvector(configuration::regconfig, body), 'B')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row(id text, site text, language text, configuration text, title text, body text)
    `.execute(database);
  }
  await sql`create index on judged_document using gin (words)`.execute(database);
  return {
    name: 'ts_rank',
    async search({ text, where, site }) {
      const typed = [text, where].filter(Boolean).join(' ');
      const strict = await find(database, site, sql`websearch_to_tsquery(configuration::regconfig, ${typed})`);
      if (strict.length > 0) return strict;
      const words = sql`plainto_tsquery(configuration::regconfig, ${typed})`;
      return find(database, site, sql`replace(${words}::text, '&', '|')::tsquery`);
    },
    close: () => sql`drop table judged_document`.execute(database),
  };
}

/** @param query expression that uses the column `configuration`, the text search configuration of a language @returns ids, best first */
async function find(database, site, query) {
  const { rows } = await sql`
    with asked as (
      select language, ${query} as words
      from jsonb_each_text(${JSON.stringify(CONFIGURATIONS)}::jsonb) as known(language, configuration)
    )
    select document.id from judged_document as document join asked using (language)
    where document.site = ${site} and document.words @@ asked.words
    order by ts_rank(document.words, asked.words) desc, document.id
    limit ${DOCUMENTS}
  `.execute(database);
  return rows.map(({ id }) => id);
}
