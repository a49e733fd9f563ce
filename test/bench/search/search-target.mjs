// The product's search in PostgreSQL as a target of a benchmark program: jobs are loaded through the product's own migrations and indexer,
// and searched by its own code. Needs `npm run build` (or SERVER_BUILD: a folder with the compiled server). With KEEP_FILLED=1 the filled
// database stays in the scratch folder, and is used again when the same jobs are loaded next.
// `load(jobs, { scratch })`, `search(query, lane)`, `stats()`, `close()`.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const BACKEND = `${process.env.SERVER_BUILD ?? join(ROOT, 'build/server')}/src/backend`;
const require = createRequire(join(ROOT, 'package.json'));
const { sql } = await import(require.resolve('kysely'));
const { openPool } = await import(`${BACKEND}/platform/database/pool.js`);
const { findPostgresBinaries } = await import(`${BACKEND}/platform/embedded-postgres/cluster-files.js`);
const { loadListedJobs, toJobDocument } = await import(`${BACKEND}/domain/jobs/job-document.js`);
const { PostgresSimilarWords } = await import(`${BACKEND}/search/suggest/similar-words.js`);
const { JobIndexer } = await import(`${BACKEND}/search/indexing/job-indexer.js`);
const { rebuildIndex } = await import(`${BACKEND}/search/indexing/job-indexer.js`);
const { CorrectingSearch } = await import(`${BACKEND}/search/query/correcting-search.js`);
const { PostgresSearchEngine } = await import(`${BACKEND}/search/engines/postgres/postgres.search-engine.js`);
const { Scopes } = await import(`${BACKEND}/search/codes/codes.js`);
const { parseKeywords } = await import(`${BACKEND}/search/port/keyword-grammar.js`);
const { jobAnalysis } = await import(`${BACKEND}/search/analysis/keyword-query.js`);
const { parseSearchFeatures } = await import(`${BACKEND}/../contract/search/search-features.js`);
const { thesaurusTagger } = await import(`${BACKEND}/search/thesaurus/thesaurus.js`);
const { prepareDatabase } = await import(`${BACKEND}/reference/prepare-database.js`);

export const typo = true;
/** SEARCH_FEATURES, parsed as in the product. */
export const analysis = jobAnalysis(parseSearchFeatures(process.env.SEARCH_FEATURES ?? 'all'));

const PORT = 54331;
const SITE = 'bench';
// The settings of the yardstick's own server.
const SETTINGS = `
shared_buffers=2GB
work_mem=256MB
maintenance_work_mem=1GB
effective_cache_size=14GB
random_page_cost=1.1
max_worker_processes=4
max_parallel_workers=2
max_parallel_workers_per_gather=2
max_parallel_maintenance_workers=2
jit=off
wal_level=minimal
max_wal_senders=0
max_wal_size=8GB
synchronous_commit=off
autovacuum=off
max_connections=20
`;
const FACETS = ['remote', 'employment_type', 'industry', 'occupation', 'experience', 'company'];
const FIRST_TID = { remote: 1, employment_type: 1001, industry: 2001, occupation: 3001, experience: 4001, company: 1 };
const silent = { info() {}, warn: console.error, error: console.error };

const tids = Object.fromEntries(FACETS.map((facet) => [facet, new Map()]));
const labels = Object.fromEntries(FACETS.map((facet) => [facet, new Map()]));
let directory;
let binaries;
/** Set by `load`. */
export let database;
export const connection = { host: '127.0.0.1', port: PORT, user: 'postgres', database: 'postgres' };
let jobs;
let terms;

function tidOf(facet, label) {
  // Organizations have the numbers in their names, so that ties are sorted by name.
  const number = facet === 'company' ? Number(label.slice(4)) : tids[facet].size;
  let tid = tids[facet].get(label);
  if (tid === undefined) {
    tid = FIRST_TID[facet] + number;
    // The term ids by which the product recognizes remote options.
    if (facet === 'remote') tid = { onsite: 1, hybrid: 2, remote: 3 }[label];
    tids[facet].set(label, tid);
    labels[facet].set(tid, label);
  }
  return tid;
}

const filledMark = () => `${directory}/filled`;

/** Internal numbers of a job's facet values, which depend on the order of the jobs. */
function codesOf(job) {
  for (const [there, here] of Object.entries(NAME_HERE)) tidOf(here, job[there]);
}

export async function load(source, { scratch }) {
  directory = `${scratch}/pg-product`;
  const filled = existsSync(filledMark());
  if (!filled) createServer();
  startServer();
  database = openPool(connection, silent, { max: 4 });
  ({ terms } = await prepareDatabase(database));
  let index_s;
  if (filled) for await (const job of source) codesOf(job);
  else index_s = await fill(source);
  if (!filled && process.env.KEEP_FILLED) writeFileSync(filledMark(), '');
  const scopes = new Scopes(database);
  jobs = new CorrectingSearch({
    similarWords: new PostgresSimilarWords(database),
    engine: new PostgresSearchEngine(database, analysis, scopes),
    scopes,
    // Nothing is cached.
    isCurrent: undefined,
    cacheBytes: 0,
  });
  const { rows } = await sql`select pg_relation_size('search_job') as heap, pg_relation_size('search_job_words') as gin,
    pg_total_relation_size('search_job') as total, (select count(*) from search_combo) as combos`.execute(database);
  return { index_s, note: rows[0] };
}

/** @returns duration of indexing in seconds */
async function fill(source) {
  // Constraints are dropped, because bulk loading is not measured.
  await sql`alter table job drop constraint if exists job_experience_tid_fkey, drop constraint if exists job_remote_tid_fkey`.execute(
    database,
  );
  const known = new Set();
  let batch = [];
  for await (const job of source) {
    batch.push(job);
    if (batch.length === 2000) batch = await insert(batch, known);
  }
  await insert(batch, known);
  await sql`analyze job, organization`.execute(database);
  const indexer = new JobIndexer(database, analysis.stemmer, thesaurusTagger(), () => new Date(), silent);
  const start = Date.now();
  await rebuildIndex(database, indexer);
  const seconds = (Date.now() - start) / 1000;
  await sql`vacuum analyze`.execute(database);
  return seconds;
}

async function insert(batch, known) {
  if (batch.length === 0) return batch;
  const organizations = [...new Set(batch.map((job) => job.organization))].filter((name) => !known.has(name));
  organizations.forEach((name) => known.add(name));
  await sql`insert into organization (id, site, slug, name, language, source, source_key)
    select id, ${SITE}, name, name, 'xx', 'bench', name
    from unnest(${organizations.map((name) => tidOf('company', name))}::bigint[], ${organizations}::text[]) as u(id, name)`.execute(
    database,
  );
  const column = (pick) => batch.map(pick);
  await sql`insert into job (id, site, organization_id, title, language, description, state, employment_type_tids, industry_tids,
      occupation_tids, experience_tid, remote_tid, country_code, address_line1, lat, lon, published_at,
      application_workflow, source, source_key, content_hash)
    select id, ${SITE}, organization, title, 'xx', description, 'published', array[emp], array[ind], array[occ], exp, rem, 'CA', city,
      lat, lon, to_timestamp(published), 'form', 'bench', id::text, ''
    from unnest(${column((job) => job.id)}::bigint[], ${column((job) => tidOf('company', job.organization))}::bigint[],
      ${column((job) => job.title)}::text[], ${column((job) => job.description)}::text[],
      ${column((job) => tidOf('employment_type', job.employment_type))}::int[], ${column((job) => tidOf('industry', job.industry))}::int[],
      ${column((job) => tidOf('occupation', job.occupation))}::int[], ${column((job) => tidOf('experience', job.experience))}::int[],
      ${column((job) => tidOf('remote', job.remote))}::int[], ${column((job) => job.city)}::text[],
      ${column((job) => job.lat)}::float8[], ${column((job) => job.lon)}::float8[], ${column((job) => job.published)}::bigint[])
      as u(id, organization, title, description, emp, ind, occ, exp, rem, city, lat, lon, published)`.execute(database);
  return [];
}

const NAME_HERE = {
  employment_type: 'employment_type',
  industry: 'industry',
  occupation: 'occupation',
  experience: 'experience',
  remote: 'remote',
  organization: 'company',
};
const NAME_THERE = Object.fromEntries(Object.entries(NAME_HERE).map(([there, here]) => [here, there]));
const REQUESTS = FACETS.map((facet) => ({ facet, limit: facet === 'company' ? 20 : 100, minCount: 1, missing: false }));

/** Ids, total and facets of a search. @param by search engine; defaults to the product's search in PostgreSQL */
export async function find(query, by = jobs) {
  const keys = query.words.map((word) => (query.prefix ? `${word}*` : word)).join(' ');
  const clauses = parseKeywords(keys);
  const answer = await by.search({
    site: SITE,
    languages: ['xx'],
    keywords: clauses.length > 0 ? { boxes: [clauses], any: false, fields: ['everything'] } : undefined,
    where: { kind: 'and', parts: [] },
    selections: Object.entries(query.facets ?? {})
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => {
        const facet = NAME_HERE[name];
        return {
          facet,
          where: { kind: 'or', parts: values.map((label) => ({ kind: 'facet', facet, value: tidOf(facet, label) })) },
        };
      }),
    area: query.place ? { kind: 'radius', ...query.place } : undefined,
    sort: query.sort,
    offset: (query.page - 1) * 10,
    limit: 10,
    facets: REQUESTS,
  });
  return {
    total: answer.total,
    ids: answer.ids,
    facets: Object.fromEntries(
      answer.facets.map(({ facet, values }) => [NAME_THERE[facet], labelled(values, labels[facet])]),
    ),
  };
}

function labelled(values, labelOf) {
  const counts = {};
  for (const { value, count } of values) counts[labelOf.get(value)] = count;
  return counts;
}

export async function search(query) {
  const { total, ids, facets } = await find(query);
  const documents = (await loadListedJobs(database, ids.map(Number))).map(({ row }) => toJobDocument(row, terms, 'en'));
  return {
    total,
    rows: documents.map((document) => ({
      id: Number(document.id),
      title: document.title,
      organization: document.organization.name,
      city: document.address.addressLine1,
      published: Date.parse(document.published) / 1000,
    })),
    facets,
  };
}

export async function stats() {
  return { disk_bytes: sizeOf(`${directory}/d/base`), pids: [process.pid, ...serverPids()] };
}

export async function close() {
  await database?.destroy();
  if (directory && existsSync(`${directory}/d/postmaster.pid`)) {
    const pid = serverPids()[0];
    process.kill(pid, 'SIGINT');
    while (existsSync(`${directory}/d/postmaster.pid`)) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (directory && !existsSync(filledMark())) rmSync(directory, { recursive: true, force: true });
}

function createServer() {
  binaries = findPostgresBinaries();
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o755);
  run('chown', ['postgres', directory]);
  asPostgres([binaries.initdb, '-D', `${directory}/d`, '-A', 'trust', '-U', 'postgres', '--locale=C', '-E', 'UTF8']);
  appendFileSync(
    `${directory}/d/postgresql.conf`,
    `${SETTINGS}port=${PORT}\nlisten_addresses='127.0.0.1'\nunix_socket_directories='${directory}'\n`,
  );
}

function startServer() {
  binaries = findPostgresBinaries();
  asPostgres([
    join(binaries.postgres, '../pg_ctl'),
    '-D',
    `${directory}/d`,
    '-l',
    `${directory}/log`,
    '-w',
    '-t',
    '30',
    'start',
  ]);
}

function asPostgres(args) {
  run('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', ...args]);
}

function run(file, args) {
  const { status, stderr, stdout } = spawnSync(file, args, {
    encoding: 'utf8',
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}: ${stderr}${stdout}`);
}

function serverPids() {
  const first = Number(readFileSync(`${directory}/d/postmaster.pid`, 'utf8').split('\n')[0]);
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim();
  return [first, ...children.split(' ').filter(Boolean).map(Number)];
}

function sizeOf(path) {
  const entry = statSync(path);
  return entry.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : entry.size;
}
