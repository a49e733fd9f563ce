// Copies jobs and their search rows by SQL, a million in a minute or two. A copy has the same words, so its index row is valid; properties
// that do not depend on the words vary: date of publication, years of experience, exact position. Counts are computed again.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';

// Difference in age between two copies.
const SECONDS_BETWEEN = 7919;
const TABLES = ['job', 'search_job'];

/** @param factor by which the number of jobs grows */
export async function multiplyJobs(database, factor) {
  await database.connection().execute(async (connection) => {
    const run = (text) => sql.raw(text).execute(connection);
    // Triggers and constraints are skipped, because the data is known to be valid.
    await run(
      `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '768MB'`,
    );
    try {
      const indexes = await dropIndexes(connection);
      await run(PLAN(factor));
      await run(await insertJobs(connection));
      await run(await insertSearchRows(connection));
      await run('drop table copies');
      for (const { definition } of indexes) await run(definition);
    } finally {
      await run('reset all');
    }
  });
}

/** Computes counts of words and facet values, and planner statistics, and deletes log entries that would be read as changes. */
export async function finishTables(database, factor, dataDir) {
  if (factor > 1) {
    await sql.raw(`update search_word set n = n * ${factor}`).execute(database);
    await database.transaction().execute((trx) => sql.raw(TALLIES).execute(trx));
  }
  const { rows: logs } = await sql`
    select relname as name from pg_class where relkind = 'r' and relname in ('data_change', 'search_change', 'job_change')
  `.execute(database);
  for (const { name } of logs) await sql`truncate ${sql.table(name)}`.execute(database);
  // A saved index contains the jobs before the copying.
  rmSync(join(dataDir, 'search-index'), { recursive: true, force: true });
  await sql`vacuum analyze`.execute(database);
  await sql`checkpoint`.execute(database);
}

/** @returns the statements that create the indexes again */
async function dropIndexes(connection) {
  const { rows } = await sql`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = any(${TABLES}::regclass[]) and not exists (select from pg_constraint where conindid = i.indexrelid)
  `.execute(connection);
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(connection);
  return rows;
}

/** One row per copy: new id, age difference, experience, position. */
const PLAN = (factor) => `
  create temp table copies as
  with ids as (select max(id) as most from job), levels as (select array_agg(tid order by tid) as tids from term where vid = 'experience')
  select job.id as original, ids.most * copy + job.id as id, copy, copy * ${SECONDS_BETWEEN} as older,
    case when (job.id + copy) % 3 = 0 then tids[1 + (job.id * 7 + copy * 3) % cardinality(tids)] else experience_tid end as experience,
    round((lat + ((copy * 13 + job.id) % 9 - 4) * 0.004)::numeric, 3)::float8 as lat,
    round((lon + ((copy * 5 + job.id) % 9 - 4) * 0.004)::numeric, 3)::float8 as lon
  from job, ids, levels, generate_series(1, ${factor - 1}) as copy;
  create unique index on copies (original, copy);
  analyze copies;
`;

/** @param varied expressions by column; all other columns are copied from `o` */
export async function columnsOf(connection, table, varied) {
  const { rows } = await sql`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  `.execute(connection);
  const names = rows.map(({ name }) => name);
  return { names: names.join(), values: names.map((name) => varied[name] ?? `o.${name}`).join() };
}

async function insertJobs(connection) {
  const older = "c.older * interval '1 second'";
  const { names, values } = await columnsOf(connection, 'job', {
    id: 'c.id',
    source_key: "'copy-' || c.id",
    published_at: `o.published_at - ${older}`,
    experience_tid: 'c.experience',
    lat: 'c.lat',
    lon: 'c.lon',
  });
  return `
    insert into job (${names}) overriding system value select ${values} from copies c join job o on o.id = c.original order by c.copy, o.id;
    select setval(pg_get_serial_sequence('job', 'id'), (select max(id) from job));
  `;
}

async function insertSearchRows(connection) {
  const { names, values } = await columnsOf(connection, 'search_job', {
    rank: `((greatest((o.rank >> 32) - c.older, 0) << 32) | c.id)`,
    facets: '((o.facets >> 32 << 32) | n.id)',
    point: 'coalesce(p.id, 0)',
  });
  const key = "array_to_string(parts[1:4] || coalesce(c.experience::text, '') || parts[6:], '|')";
  return `
    create temp table combo_key as
    select c.id, o.ctid as at, ${key} as key
    from copies c join search_job o on (o.rank & 4294967295) = c.original join search_combo on search_combo.id = (o.facets & 4294967295),
      string_to_array(search_combo.key, '|') as parts;
    insert into search_combo (key) select distinct key from combo_key on conflict do nothing;
    insert into search_point (lat, lon) select distinct lat, lon from copies where lat is not null on conflict do nothing;
    analyze combo_key, search_combo, search_point;
    insert into search_job (${names})
    select ${values}
    from combo_key k join copies c on c.id = k.id join search_job o on o.ctid = k.at join search_combo n on n.key = k.key
      left join search_point p on p.lat = c.lat and p.lon = c.lon
    order by 1;
    drop table combo_key;
  `;
}

/** Totals that the indexer updates with each change; see migration 0002 for the kinds. */
const TALLIES = `
  truncate search_tally, search_tally_delta;
  create temp table counted on commit drop as
  select scope, (facets >> 32)::integer as organization, (facets & 4294967295)::integer as combo, count(*)::integer as n
  from search_job group by 1, 2, 3;
  create temp table in_scope on commit drop as
  select s.id as part, t.id as scope from search_scope s
  join search_scope t on t.site = s.site and (t.id = s.id or t.language = '') where s.language <> '';
  create temp table combo_value on commit drop as
  select id as combo, (place - 1)::smallint as kind, coalesce(nullif(tid, '')::integer, 0) as value
  from search_combo, unnest(string_to_array(key, '|')) with ordinality as parts(part, place),
    unnest(case when part = '' then '{""}' else string_to_array(part, ',') end) as tid
  where place <= 5;
  analyze combo_value;
  insert into search_tally (scope, kind, value, n)
  select in_scope.scope, kind, value, sum(n) from counted join in_scope on part = counted.scope join combo_value using (combo) group by 1, 2, 3
  union all
  select in_scope.scope, 5, organization, sum(n) from counted join in_scope on part = counted.scope group by 1, 3
  union all
  select in_scope.scope, 6, 0, sum(n) from counted join in_scope on part = counted.scope group by 1;
`;
