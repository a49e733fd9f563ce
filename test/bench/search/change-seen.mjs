// Time until every process shows a change of one job, and the cost of a change, with few and with many jobs. Jobs are changed with the code
// of imports in a third process; two servers share the database.
import { setTimeout as sleep } from 'node:timers/promises';
import { openBench } from '../made-jobs/open-bench.mjs';
import { withScratchCopy } from '../made-jobs/job-folders.mjs';
import { cpuMsEach, idle, postgresOf } from '../processes.mjs';
import { median } from '../report/statistics.mjs';
import { startProduct } from '../../support/products.mjs';

const CYCLES = 8;
const COSTED_CHANGES = 60;
const LIMIT_MS = 10_000;

/** @param folders [{ jobs, folder }], the smaller one first */
export async function measureChange({ folders, cycles = CYCLES }) {
  const measured = [];
  for (const { jobs, folder } of folders)
    measured.push(await withScratchCopy(folder, async (dataDir) => ({ jobs, ...(await changesIn(dataDir, cycles)) })));
  const [small, large] = [measured[0], measured.at(-1)];
  const part = 'change';
  return [
    ...measured.flatMap(({ jobs, seen }) => [
      {
        part,
        what: `${jobs} jobs: ms until a change is seen in both processes, worst of ${seen.length}`,
        value: Math.max(...seen),
        most: 1000,
        note: `median ${median(seen).toFixed(0)}`,
      },
    ]),
    {
      part,
      what: `CPU ms a change, two servers and the database, ${large.jobs} jobs beside ${small.jobs}`,
      value: large.cpu,
      yardstick: small.cpu,
      ratio: large.cpu / small.cpu,
      most: 1.5,
      note: 'independent of the number: about 1',
    },
    {
      part,
      what: `ms of a change's transaction, ${large.jobs} jobs beside ${small.jobs}`,
      value: large.transaction,
      yardstick: small.transaction,
      ratio: large.transaction / small.transaction,
    },
  ];
}

async function changesIn(dataDir, cycles) {
  const servers = [];
  let bench;
  try {
    for (let count = 0; count < 2; count++) servers.push(await startProduct({ DATA_DIR: dataDir }));
    bench = await openBench(dataDir);
    const pids = { one: servers[0].pid, two: servers[1].pid, postgres: postgresOf(dataDir) };
    await idle(pids);
    const editor = await openEditor(bench);
    const seen = [];
    for (let cycle = 0; cycle < cycles; cycle++)
      for (const change of changesOf(cycle)) seen.push(await seeChange(editor, change, servers));
    return { seen, ...(await costOfChanges(editor, pids)) };
  } finally {
    await bench?.close();
    for (const server of servers) await server.stop();
  }
}

/** A job is published, gets another title, and is removed; with the texts that must and must not be on each page afterwards. */
function changesOf(cycle) {
  const [first, second] = [`quillon${letters(cycle)}`, `sarabande${letters(cycle)}`];
  const [titled, retitled] = [`Keeper of the ${first}`, `Keeper of the ${second}`];
  return [
    {
      job: { key: cycle, title: titled, state: 'published' },
      views: (path) => [
        ['/jobs', titled, true],
        [`/jobs?search=${first}`, titled, true],
        [path(titled), titled, true],
      ],
    },
    {
      job: { key: cycle, title: retitled, state: 'published' },
      views: (path) => [
        ['/jobs', retitled, true],
        [`/jobs?search=${second}`, retitled, true],
        [`/jobs?search=${first}`, titled, false],
        [path(retitled), retitled, true],
      ],
    },
    {
      job: { key: cycle, title: retitled, state: 'archived' },
      views: () => [
        ['/jobs', retitled, false],
        [`/jobs?search=${second}`, retitled, false],
      ],
    },
  ];
}

const letters = (number) => String.fromCharCode(97 + (number % 26), 97 + Math.floor(number / 26));

async function openEditor({ database, search, backend }) {
  const { saveJobs } = await backend('domain/jobs/job.repository.js');
  const { jobPath } = await backend('../contract/pages/paths.js');
  const { id } = await database
    .selectFrom('organization')
    .select('id')
    .where('site', '=', 'default')
    .executeTakeFirst();
  return {
    jobPath,
    /** @returns the job's id and the duration in ms */
    async save({ key, title, state }) {
      const job = {
        organizationId: String(id),
        source: 'bench',
        sourceKey: `change-${key}`,
        title,
        language: 'en',
        description: `<p>${title} is what we look for, in a team of four.</p>`,
        state,
        employmentTypeTids: [],
        industryTids: [],
        occupationTids: [],
        skills: [],
        benefitTids: [],
        eligibleCountries: [],
        publishedAt: new Date(),
        applicationWorkflow: 'email',
        featured: false,
      };
      const started = performance.now();
      const [saved] = await database.transaction().execute((trx) => saveJobs(trx, 'default', [job], search.indexer));
      return { id: saved.id, ms: performance.now() - started };
    },
  };
}

/** @returns ms from the commit until all pages of each server show the change */
async function seeChange(editor, { job, views }, servers) {
  // Requests the pages first, so that a cache could show the old version.
  for (const [path] of views(() => '/jobs')) for (const { url } of servers) await textOf(url + path);
  const { id } = await editor.save(job);
  const committed = performance.now();
  const expected = views((title) => editor.jobPath(id, title));
  const see = async (url, [path, title, present]) => {
    for (; performance.now() - committed < LIMIT_MS; await sleep(5))
      if ((await textOf(url + path)).includes(title) === present) return;
    throw new Error(`${path} still ${present ? 'lacks' : 'shows'} “${title}” ${LIMIT_MS} ms after the change`);
  };
  await Promise.all(servers.flatMap(({ url }) => expected.map((view) => see(url, view))));
  return performance.now() - committed;
}

async function textOf(address) {
  const html = await (await fetch(address)).text();
  return html.replace(/<script\b[\s\S]*?<\/script>/g, '').replace(/<[^>]+>/g, '');
}

/** The cost of a change by itself, without any requests for pages. */
async function costOfChanges(editor, pids) {
  const used = () => Object.values(cpuMsEach(pids)).reduce((sum, ms) => sum + ms, 0);
  await idle(pids);
  const before = used();
  const times = [];
  for (let count = 0; count < COSTED_CHANGES; count++) {
    times.push((await editor.save({ key: 'cost', title: `Keeper of number ${count}`, state: 'published' })).ms);
    await sleep(20);
  }
  await idle(pids);
  return { cpu: (used() - before) / COSTED_CHANGES, transaction: median(times) };
}
