// Data folders with many jobs. Making one takes minutes, so they are kept in bench-results/data for later runs, by size and by a
// fingerprint of the sources that determine their content.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const CACHE_FOLDER = resolve('bench-results/data');
const SOURCES = [
  'src/backend/platform/database/migrations',
  'demo',
  'src/backend/search/indexing',
  'src/backend/search/analysis',
  'src/backend/search/meaning',
  'demo/seed',
  'src/backend/reference/taxonomy',
  'test/bench/made-jobs/fill-folder.mjs',
  'test/bench/made-jobs/make-vectors.mjs',
  'test/bench/made-jobs/multiply-jobs.mjs',
  'test/bench/made-jobs/collect-facts.mjs',
  'test/bench/made-jobs/adverts-csv.mjs',
];
const DIRECTORY_SOURCES = [
  ...SOURCES,
  'src/backend/domain/resumes',
  'src/backend/search/directories',
  'src/backend/search/organizations',
  'src/backend/search/resumes',
  'test/bench/made-jobs/collect-directory-facts.mjs',
  'test/bench/made-jobs/fill-directories.mjs',
];
const SITES_SOURCES = [...SOURCES, 'test/bench/made-jobs/fill-sites.mjs', 'test/bench/made-jobs/site-names.mjs'];
const MADE_FROM = { 1_000_000: 100_000 };
const JOBS_BESIDE_DIRECTORIES = 10_000;

const known = new Map();

function fingerprint(sources = SOURCES) {
  // Changes to the sources during a run only count from the next run on.
  if (!known.has(sources)) known.set(sources, computeFingerprint(sources));
  return known.get(sources);
}

/** Removes temporary folders of runs that were killed. */
function removeLeftovers() {
  for (const name of readdirSync(CACHE_FOLDER)) {
    const pid = /^(?:making|scratch)-(\d+)-/.exec(name)?.[1];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(CACHE_FOLDER, name), { recursive: true, force: true });
  }
}

function computeFingerprint(sources) {
  const hash = createHash('sha256');
  const visit = (path) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else if (!path.includes('.spec.')) hash.update(readFileSync(path));
  };
  sources.forEach(visit);
  return hash.digest('hex').slice(0, 12);
}

/** Makes the folder if it does not exist. @returns its path; code that changes jobs must use a copy of it (`withScratchCopy`) */
export function jobFolder(jobs) {
  const smaller = MADE_FROM[jobs];
  return cachedFolder(`${jobs}-`, fingerprint(), {
    what: `${jobs} jobs`,
    base: smaller ? () => jobFolder(smaller) : undefined,
    fill: ['fill-folder.mjs', jobs],
  });
}

/** The same with resumes and organizations, in addition to 10,000 jobs. @param entries number of resumes */
export function directoryFolder(entries) {
  return cachedFolder(`directories-${entries}-`, fingerprint(DIRECTORY_SOURCES), {
    what: `${entries} resumes`,
    base: () => jobFolder(JOBS_BESIDE_DIRECTORIES),
    fill: ['fill-directories.mjs', entries],
  });
}

/** The same number of jobs, shared by the given number of sites. */
export function sitesFolder(jobs, sites) {
  return cachedFolder(`sites-${sites}-${jobs}-`, fingerprint(SITES_SOURCES), {
    what: `${jobs} jobs of ${sites} sites`,
    fill: ['fill-sites.mjs', jobs, sites],
  });
}

async function cachedFolder(prefix, print, { what, base, fill: [script, ...sizes] }) {
  const folder = join(CACHE_FOLDER, prefix + print);
  mkdirSync(CACHE_FOLDER, { recursive: true });
  removeLeftovers();
  if (existsSync(folder)) return folder;
  for (const name of readdirSync(CACHE_FOLDER))
    if (name.startsWith(prefix)) rmSync(join(CACHE_FOLDER, name), { recursive: true, force: true });
  const making = mkdtempSync(join(CACHE_FOLDER, `making-${process.pid}-`));
  try {
    console.log(`Making a data folder with ${what} …`);
    if (base) await copy(await base(), making);
    await run(process.execPath, [join(import.meta.dirname, script), making, ...sizes.map(String)]);
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return folder;
}

/** Facts about the jobs of a folder; see `collectFacts`. */
export function factsOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8'));
}

/** Facts about its resumes and organizations; see `collectDirectoryFacts`. */
export function directoryFactsOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'directory-facts.json'), 'utf8'));
}

/** A CSV of adverts to import, stored like the folders. @returns its path */
export async function advertsFile(rows) {
  const file = join(CACHE_FOLDER, `adverts-${rows}-${fingerprint()}.csv`);
  if (existsSync(file)) return file;
  mkdirSync(CACHE_FOLDER, { recursive: true });
  for (const name of readdirSync(CACHE_FOLDER))
    if (name.startsWith(`adverts-${rows}-`)) rmSync(join(CACHE_FOLDER, name));
  await run(process.execPath, [join(import.meta.dirname, 'adverts-csv.mjs'), `${file}.new`, String(rows)]);
  renameSync(`${file}.new`, file);
  return file;
}

/** Runs `use` with a copy of the folder that is deleted afterwards. */
export async function withScratchCopy(folder, use) {
  const scratch = mkdtempSync(join(CACHE_FOLDER, `scratch-${process.pid}-`));
  try {
    await copy(folder, scratch);
    return await use(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

// Keeps owners, and is free on file systems that can share blocks.
function copy(from, to) {
  if (existsSync(join(from, 'postgres/postmaster.pid')))
    throw new Error(`A database runs in ${from}, or was ended by force there; start and stop a product on it.`);
  return run('cp', ['-a', '--reflink=auto', `${from}/.`, to]);
}

function run(command, args) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', fail);
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`${command} ${args.join(' ')}: ${code}`))));
  });
}

/** Disk usage of a folder, in MB. */
export function sizeMb(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return 0;
  if (!entry.isDirectory()) return (entry.blocks * 512) / 2 ** 20;
  return readdirSync(path).reduce((sum, name) => sum + sizeMb(join(path, name)), 0);
}
