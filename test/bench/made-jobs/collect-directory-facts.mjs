// Data for making addresses of /resumes and /organizations: facet values with their counts, and words and places of a sample.
import { sql } from 'kysely';

const SAMPLE = 2000;
const VALUE_BITS = 24;
const DIRECTORIES = { resumes: 'resume', organizations: 'organization' };
const MIN_WORD_LENGTH = 4;

/** @returns by the name of the search: the number of entries, facet values by the facet's number, and the sample */
export async function collectDirectoryFacts(database) {
  const facts = {};
  for (const [name, entity] of Object.entries(DIRECTORIES)) {
    const [directory, table] = [sql.table(`directory_${entity}`), sql.table(entity)];
    const { rows: values } = await sql`
      select code >> ${sql.lit(VALUE_BITS)} as facet, code & ${sql.lit(2 ** VALUE_BITS - 1)} as value, count(*)::integer as n
      from ${directory}, unnest(facets) as code group by code having code & ${sql.lit(2 ** VALUE_BITS - 1)} > 0 order by 1, 3 desc, 2
    `.execute(database);
    const { rows: sample } = await sql`
      with numbered as (select id, label, row_number() over (order by id) as place, count(*) over () as n from ${directory})
      select numbered.label, e.locality, e.country_code as country from numbered join ${table} e using (id)
      where place % greatest(n / ${sql.lit(SAMPLE)}, 1) = 0 order by place limit ${sql.lit(SAMPLE)}
    `.execute(database);
    const { rows: all } = await sql`select count(*)::integer as n from ${directory}`.execute(database);
    facts[name] = {
      entries: all[0].n,
      values,
      sample: sample.map(({ label, ...place }) => ({ words: wordsOf(label), place })),
    };
  }
  return facts;
}

function wordsOf(text) {
  return [...new Set(text.toLowerCase().match(/\p{L}+/gu) ?? [])].filter((word) => word.length >= MIN_WORD_LENGTH);
}
