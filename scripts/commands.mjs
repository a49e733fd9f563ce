// The commands of operators, as started by `npm run` and the image: adds arguments from the environment and the site folders to those
// on the command line, and runs the bundled command in this process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ARGUMENTS = {
  import: importArguments,
  feeds: feedsArguments,
  content: contentArguments,
  seed: seedArguments,
  backup: givenArguments,
  restore: givenArguments,
  migrate: givenArguments,
  files: givenArguments,
  'upgrade-database': givenArguments,
  doctor: givenArguments,
};
export const COMMANDS = Object.keys(ARGUMENTS);

/** @returns the path of a command's module in `src`, without its extension */
export function sourceOfCommand(name) {
  return name === 'doctor' ? 'doctor/doctor' : `backend/cli/${name}`;
}

/** Exits with status 2 if there is no such command. */
export function checkCommand(command = '') {
  if (Object.hasOwn(ARGUMENTS, command)) return;
  console.error(`Unknown command ${command}; commands: ${COMMANDS.join(', ')}.`);
  process.exit(2);
}

/** @param given arguments on the command line after the command */
export async function runCommand(command, given) {
  process.env.NODE_ENV ||= 'production';
  const sites = await import('../build/server/config/sites/load-sites.js');
  const args = await ARGUMENTS[command](given, sites).catch((error) => {
    console.error(error.message);
    process.exit(2);
  });
  const program = `build/server/bundle/${command}.mjs`;
  process.argv = [process.argv[0], resolve(program), ...args];
  await import(`../${program}`);
}

/** Arguments on the command line override the environment; languages and countries come from the site's folder. */
async function importArguments(given, { loadSite }) {
  const site = await loadSite(typed(given, 'site') ?? (process.env.SITE || 'default'));
  return [
    ...databaseArguments(),
    ...networkArguments(),
    ...['--site', site.name, '--languages', site.search.languages.join(','), '--countries', site.countries.join(',')],
    ...['--time-zone', site.timeZone, '--days', String(site.imports.days)],
    ...withoutSite(given),
  ];
}

async function feedsArguments(given, { knownSites, loadSite }) {
  const sites = await Promise.all(knownSites().map((name) => loadSite(name)));
  const specs = sites.map(({ name, search, countries, timeZone, imports }) =>
    [name, search.languages, countries, timeZone, imports.days].join(':'),
  );
  const served = servedSites();
  const own = ['--sites', specs.join(';'), '--default-site', served[0], '--served-sites', served.join(',')];
  return [...databaseArguments(), ...networkArguments(), ...own, ...given];
}

/** A site has pages in the languages of its locales and its jobs, and in English, the fallback of all texts. */
async function contentArguments(given, { loadSite }) {
  const { name, locales, search } = await loadSite(typed(given, 'site') ?? (process.env.SITE || 'default'));
  const languages = new Set(['en', ...locales.map((locale) => locale.slice(0, 2)), ...search.languages]);
  return [...withoutSite(given), '--site', name, '--languages', [...languages].join(',')];
}

/** These commands read everything else from the environment. */
async function givenArguments(given) {
  return given;
}

function networkArguments() {
  return process.env.FEED_NETWORKS ? ['--feed-networks', process.env.FEED_NETWORKS.replaceAll(' ', '')] : [];
}

async function seedArguments(given, { loadSite }) {
  const sites = await Promise.all(servedSites().map((name) => loadSite(name)));
  const { backendSiteOf } = await import('../build/server/config/sites/load-sites.js');
  const folder = mkdtempSync(join(tmpdir(), 'causeboard-seed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const config = {
    dataDir: process.env.DATA_DIR || 'data',
    databaseUrl: process.env.DATABASE_URL || undefined,
    sites: sites.map(backendSiteOf),
  };
  const file = join(folder, 'backend.json');
  // The file may contain the password of the database.
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  return ['--config', file, ...given];
}

/** The sites that the settings name, with the default one first. */
function servedSites() {
  const others = (process.env.SITES || '').split(',').map((pair) => pair.split('=')[0].trim());
  return [...new Set([process.env.SITE || 'default', ...others].filter(Boolean))];
}

function databaseArguments() {
  const url = process.env.DATABASE_URL ? ['--database-url', process.env.DATABASE_URL] : [];
  return ['--data-dir', process.env.DATA_DIR || 'data', ...url];
}

function withoutSite(given) {
  return given.filter((word, index) => !/^--site(=|$)/.test(word) && given[index - 1] !== '--site');
}

function typed(given, name) {
  const index = given.indexOf(`--${name}`);
  return index >= 0 ? given[index + 1] : given.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
}
