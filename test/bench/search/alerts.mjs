// Cost of alerts: a thousand new jobs are matched with every stored search, and mails with the matches are written, by the product's own
// code in one process.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { backendModule, openBench } from '../made-jobs/open-bench.mjs';
import { SeededRandom } from '../random.mjs';

const SITE = 'default';
const NEW_JOBS = 1000;
const SIZES = [10_000, 100_000];
const QUICK_SIZES = [500, 5000];
/** With ten times the alerts, the cost per alert may grow by this factor. */
const FLAT = 1.3;
const MAX_MB = 50;
const VOCABULARY = 30_000;
const ORGANIZATIONS = 50;
const BATCH = 5000;
const DAY_S = 86_400;
const MEGABYTE = 1_000_000;
const LOOK_MS = 250;
const PLACES = [
  { label: 'London', country: 'GB', area: 'England', lat: 51.5, lon: -0.12 },
  { label: 'Leeds', country: 'GB', area: 'England', lat: 53.8, lon: -1.55 },
  { label: 'Glasgow', country: 'GB', area: 'Scotland', lat: 55.86, lon: -4.25 },
  { label: 'Cardiff', country: 'GB', area: 'Wales', lat: 51.48, lon: -3.18 },
];
const silent = { info() {}, warn() {}, error: console.error };
const part = 'alerts';

export async function measureAlerts({ quick }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-bench-'));
  const bench = await openBench(dataDir);
  try {
    await insertOrganizations(bench.database);
    const results = [];
    const sizes = quick ? QUICK_SIZES : SIZES;
    // Compiles the code and fills the caches for words.
    await measure(bench, Math.min(...sizes));
    for (const alerts of sizes) results.push({ alerts, ...(await measure(bench, alerts)) });
    return results.flatMap((result, at) => rowsOf(result, results[at - 1]));
  } finally {
    await bench.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function rowsOf({ alerts, searches, matches, mails, mb, matching, sending }, before) {
  const what = `${NEW_JOBS} new jobs, ${alerts} alerts`;
  const each = (matching.cpuMs / alerts) * 1000;
  const note = `${searches} different searches found ${matches} times; ${(matching.cpuMs / 1000).toFixed(2)} s of CPU, ${(matching.ms / 1000).toFixed(2)} s with the database`;
  const compared = before && {
    yardstick: (before.matching.cpuMs / before.alerts) * 1000,
    ratio: each / ((before.matching.cpuMs / before.alerts) * 1000),
    most: FLAT,
    note: `yardstick: with ${before.alerts}; ${note}`,
  };
  return [
    { part, what: `${what}: matching, CPU µs an alert`, value: each, note, ...compared },
    { part, what: `${what}: matching, CPU ms a job`, value: matching.cpuMs / NEW_JOBS },
    { part, what: `${what}: matching, memory beside the rest, MB`, value: mb, most: MAX_MB },
    { part, what: `${what}: writing ${mails} mails, CPU µs a mail`, value: (sending.cpuMs / mails) * 1000 },
  ];
}

async function measure({ database, search, terms }, alerts) {
  const { matchArrivals } = await backendModule('search/alerts/match-arrivals.js');
  const { sendAlerts } = await backendModule('search/alerts/send-alerts.js');
  await sql`truncate alert, alert_search, alert_arrival, alert_match, mail, mail_attachment, job, search_job cascade`.execute(
    database,
  );
  const random = new SeededRandom(7);
  const searches = await insertAlerts(database, alerts, random);
  await insertJobs(database, search, random);
  await sql`analyze`.execute(database);
  const match = async () => {
    while ((await matchArrivals({ database, index: search.kept.job, logger: silent }, 'job')) === 'matched');
  };
  const matching = await watched(match);
  // A second run, because measuring memory takes time.
  await sql`truncate alert_match`.execute(database);
  await sql`insert into alert_arrival (kind, item_id) select 'job', id from job`.execute(database);
  const mb = await peakMemory(match);
  const { rows } = await sql`select count(*)::integer as n from alert_match`.execute(database);
  const site = { name: SITE, languages: ['en'], countries: ['GB'] };
  const now = new Date(Date.now() + 2 * DAY_S * 1000);
  let mails = 0;
  const sending = await watched(async () => {
    for (let due = 1; due > 0;) {
      const turn = await sendAlerts({ database, indexes: search.kept, sites: [site] }, 'job', now);
      due = turn.due;
      mails += turn.mails;
    }
  });
  if (terms && mails === 0) throw new Error('no alert found anything');
  return { searches, matches: rows[0].n, mails, mb, matching, sending };
}

/** @returns CPU time of this process, and elapsed time */
async function watched(work) {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - started, cpuMs: (user + system) / 1000 };
}

/** @returns peak growth of the used memory without garbage, which is collected before each measurement */
async function peakMemory(work) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const inUse = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = inUse();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, inUse())), LOOK_MS);
  await work();
  clearInterval(timer);
  return (Math.max(most, inUse()) - before) / MEGABYTE;
}

/** Words with the usual distribution of texts: few frequent ones, many rare ones. */
function word(random) {
  return `w${Math.floor(VOCABULARY * random.next() ** 2)}ord`;
}

function words(random, count) {
  return Array.from({ length: count }, () => word(random)).join(' ');
}

async function insertOrganizations(database) {
  await sql`insert into organization (id, site, slug, name, language, source, source_key, state)
    overriding system value select n, ${SITE}, 'o' || n, 'Organization ' || n, 'en', 'bench', n::text, 'public'
    from generate_series(1, ${ORGANIZATIONS}::integer) n`.execute(database);
}

/** @returns the number of different searches */
async function insertAlerts(database, count, random) {
  const { rows: before } = await sql`select count(*)::integer as n from alert_search`.execute(database);
  for (let from = 0; from < count; from += BATCH) {
    const size = Math.min(BATCH, count - from);
    const rows = Array.from({ length: size }, (_, at) => alertRow(from + at, random));
    await sql`
      with given as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(n integer, digest text, search jsonb)
      ), made as (
        insert into alert_search (kind, site, digest, search)
        select distinct on (digest) 'job', ${SITE}, decode(digest, 'hex'), search from given
        on conflict (kind, site, digest) do update set site = excluded.site returning id, digest
      )
      insert into alert (kind, site, search_id, email, token, language, page, every_seconds, due_at, confirmed_at, created_at)
      select 'job', ${SITE}, made.id, 'person' || n || '@people.test', 'token' || n, 'en', '/jobs', ${DAY_S}, now(), now(), now()
      from given join made on made.digest = decode(given.digest, 'hex')
    `.execute(database);
  }
  const { rows } = await sql`select count(*)::integer as n from alert_search`.execute(database);
  return rows[0].n - before[0].n;
}

function alertRow(n, random) {
  const search = { language: ['en'], fulltext: { keys: [words(random, 1 + Math.floor(2 * random.next()))] } };
  if (random.next() < 0.4) {
    const { label, country, area, lat, lon } = PLACES[Math.floor(PLACES.length * random.next())];
    const radius = [25, 50, 100][Math.floor(3 * random.next())];
    search.geoLocation = { label, country, administrativeArea: area, lat, lon, radius, locationType: 'locality' };
  }
  if (random.next() < 0.3) {
    const conditions = [
      { name: 'field_job_employment_type', value: String(101 + Math.floor(4 * random.next())), operator: '=' },
    ];
    const group = { conjunction: 'OR', tags: ['facet:field_job_employment_type'], conditions };
    search.condition_group = { conjunction: 'AND', groups: [group] };
  }
  return { n, search, digest: createHash('sha256').update(JSON.stringify(search)).digest('hex') };
}

async function insertJobs(database, { indexer }, random) {
  const { saveJobs } = await backendModule('domain/jobs/job.repository.js');
  const jobs = Array.from({ length: NEW_JOBS }, (_, n) => {
    const {
      country: countryCode,
      area: administrativeArea,
      lat,
      lon,
    } = PLACES[Math.floor(PLACES.length * random.next())];
    return {
      organizationId: String(1 + (n % ORGANIZATIONS)),
      source: 'bench',
      sourceKey: String(n),
      language: 'en',
      title: words(random, 4),
      description: `<p>${words(random, 250)}</p>`,
      state: 'published',
      skills: [],
      employmentTypeTids: [101 + (n % 4)],
      industryTids: [],
      occupationTids: [],
      benefitTids: [],
      eligibleCountries: [],
      publishedAt: new Date(),
      applicationWorkflow: 'form',
      featured: false,
      address: { countryCode, administrativeArea, lat, lon },
    };
  });
  for (let from = 0; from < jobs.length; from += 500)
    await database.transaction().execute((trx) => saveJobs(trx, SITE, jobs.slice(from, from + 500), indexer));
}
