// node adverts-csv.mjs FILE ROWS: writes a CSV of adverts in the format of employers' exports, none of which a folder of jobs contains yet.
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { backendModule } from './open-bench.mjs';

const MAX_BASE_SIZE = 20_000;
const SEED = 77;
const DAY_MS = 86_400_000;
const COLUMNS = [
  ['job_id', (job, copy) => `${job.key}-${copy}`],
  ['title', (job) => job.title],
  ['company', (job, _copy, names) => names.get(job.organization)],
  ['description', (job) => job.description],
  ['city', (job) => job.address?.locality],
  ['state', (job) => job.address?.administrativeArea],
  ['country', (job) => job.address?.countryCode ?? job.eligibleCountries?.[0]],
  ['telecommuting', (job) => (job.remote === 'remote' ? '1' : '0')],
  ['employment_type', (job) => job.employmentTypes[0]],
  ['required_experience', (job) => job.experience],
  ['industry', (job) => job.industries[0]],
  ['function', (job) => job.occupations[0]],
  ['salary_min', (job) => job.salary?.min],
  ['salary_max', (job) => job.salary?.max],
  ['salary_currency', (job) => job.salary?.currency],
  ['salary_unit', (job) => job.salary?.unit],
  ['date', (job, copy) => new Date(job.publishedAt.getTime() - copy * DAY_MS).toISOString()],
  ['language', (job) => job.language],
  ['url', (job, copy) => `https://jobs.example.org/${job.key}-${copy}`],
];

const [path, wanted] = [process.argv[2], Number(process.argv[3])];
const { generateDemoData } = await backendModule('../../demo/generate.js');
const base = Math.min(wanted, MAX_BASE_SIZE);
const options = { profile: 'international', seed: SEED, now: new Date(), jobs: base, organizations: 900 };
const { organizations, jobs } = generateDemoData(options);
const names = new Map(organizations.map(({ key, name }) => [key, name]));

const file = createWriteStream(path);
file.write(`${COLUMNS.map(([name]) => name).join()}\n`);
for (let row = 0; row < wanted; row++) {
  const job = jobs[row % jobs.length];
  const cells = COLUMNS.map(
    ([, read]) => `"${String(read(job, Math.floor(row / jobs.length), names) ?? '').replaceAll('"', '""')}"`,
  );
  if (!file.write(`${cells.join()}\n`)) await once(file, 'drain');
}
file.end();
await once(file, 'finish');
