// node fill-directories.mjs DATA_DIR ENTRIES: adds that many resumes to a data folder with jobs, and as many organizations up to a limit. A
// base is made by the product's own generator and indexer; the rest are SQL copies that differ in name, date and position.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { collectDirectoryFacts } from './collect-directory-facts.mjs';
import { columnsOf } from './multiply-jobs.mjs';
import { openBench } from './open-bench.mjs';

const MAX_BASE_SIZE = 5000;
const MAX_ORGANIZATIONS = 100_000;
const SECONDS_BETWEEN = 7919;
const SITE = {
  name: 'default',
  languages: ['en', 'de', 'fr'],
  countries: ['GB', 'US', 'CA'],
  demo: 'international',
};

const OLDER = `c.copy * ${SECONDS_BETWEEN} * interval '1 second'`;
const MOVED = {
  lat: 'round((o.lat + ((c.copy * 13 + o.id) % 9 - 4) * 0.02)::numeric, 2)::float8',
  lon: 'round((o.lon + ((c.copy * 5 + o.id) % 9 - 4) * 0.02)::numeric, 2)::float8',
};
const NUMBERED = (column) => `o.${column} || ' ' || c.copy`;

const RESUME = {
  before: `insert into account (id, email, name, roles, email_verified)
    select account, 'copy-' || id || '@people.test', 'Copy', '{applicant}', now() from copies`,
  own: { key: 'gen_random_uuid()', account_id: 'c.account', updated_at: `o.updated_at - ${OLDER}` },
  listed: { at: `o.at - ${OLDER}`, ...MOVED },
};
const ORGANIZATION = {
  own: { name: NUMBERED('name'), slug: `o.slug || '-' || c.copy`, source_key: "'copy-' || c.id", featured: 'false' },
  listed: { label: NUMBERED('label'), sort_name: NUMBERED('sort_name'), featured: 'false', ...MOVED },
};

const [dataDir, entries] = [process.argv[2], Number(process.argv[3])];
const bench = await openBench(dataDir);
const { database, backend } = bench;
try {
  const { seedDemoResumes } = await backend('../../demo/seed/seed-demo-resumes.js');
  await bench.search.catchUp();
  await database.transaction().execute((trx) =>
    seedDemoResumes({
      trx,
      site: SITE,
      terms: bench.terms,
      indexer: bench.search.indexer,
      now: new Date(),
      count: Math.min(entries, MAX_BASE_SIZE),
    }),
  );
  await database.connection().execute(async (connection) => {
    const run = (text) => sql.raw(text).execute(connection);
    // Triggers and constraints are skipped, because the data is known to be valid.
    await run(`set session_replication_role = replica; set synchronous_commit = off`);
    try {
      await multiply(connection, run, 'resume', entries, RESUME);
      await multiply(connection, run, 'organization', Math.min(entries, MAX_ORGANIZATIONS), ORGANIZATION);
    } finally {
      await run('reset all');
    }
  });
  await sql`truncate data_change`.execute(database);
  await sql`vacuum analyze`.execute(database);
  await sql`checkpoint`.execute(database);
  writeFileSync(join(dataDir, 'directory-facts.json'), JSON.stringify(await collectDirectoryFacts(database)));
} finally {
  await bench.close();
}

async function multiply(connection, run, table, wanted, { before, own, listed }) {
  const { rows } = await sql`select count(*)::integer as n from ${sql.table(table)}`.execute(connection);
  const factor = Math.round(wanted / rows[0].n);
  if (factor < 2) return;
  await run(`create temp table copies as
    select o.id as original, most * copy + o.id as id, copy, gen_random_uuid() as account
    from ${table} o, (select max(id) as most from ${table}) as largest, generate_series(1, ${factor - 1}) as copy;
    analyze copies`);
  if (before) await run(before);
  for (const [name, varied] of [
    [table, own],
    [`directory_${table}`, listed],
  ]) {
    const { names, values } = await columnsOf(connection, name, { ...varied, id: 'c.id' });
    await run(`insert into ${name} (${names}) ${name === table ? 'overriding system value' : ''}
      select ${values} from copies c join ${name} o on o.id = c.original order by c.id`);
  }
  await run(
    `drop table copies; select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
  );
}
