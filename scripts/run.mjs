// `npm run import -- FILE …`, `npm run feeds -- …` and `npm run seed`: installs and builds what is missing, then runs the compiled command in this process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { install } from './install.mjs';

const [command, ...given] = process.argv.slice(2);
const COMMANDS = { import: importArguments, feeds: feedsArguments, seed: seedArguments };
if (!Object.hasOwn(COMMANDS, command ?? '')) {
  console.error(`There is no command ${command ?? ''}; there are: ${Object.keys(COMMANDS).join(', ')}.`);
  process.exit(2);
}

process.env.NODE_ENV ||= 'production';
await install();
const { build } = await import('./build.mjs');
await build().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
const { knownSites, loadSite } = await import('../build/server/config/sites/load-sites.js');
const args = await COMMANDS[command]().catch((error) => {
  console.error(error.message);
  process.exit(2);
});
process.argv = [process.argv[0], resolve(`build/server/src/backend/cli/${command}.js`), ...args];
await import(`../build/server/src/backend/cli/${command}.js`);

/** What was typed wins over the environment, and the site's folder says its languages and countries. */
async function importArguments() {
  const site = await loadSite(typed('site') ?? (process.env.SITE || 'default'));
  return [
    ...databaseArguments(),
    ...networkArguments(),
    ...['--site', site.name, '--languages', site.search.languages.join(','), '--countries', site.countries.join(',')],
    ...['--time-zone', site.timeZone, '--days', String(site.imports.days)],
    ...given.filter((word, index) => !/^--site(=|$)/.test(word) && given[index - 1] !== '--site'),
  ];
}

async function feedsArguments() {
  const sites = await Promise.all(knownSites().map((name) => loadSite(name)));
  const specs = sites.map(({ name, search, countries, timeZone, imports }) =>
    [name, search.languages, countries, timeZone, imports.days].join(':'),
  );
  const own = ['--sites', specs.join(';'), '--default-site', process.env.SITE || 'default'];
  return [...databaseArguments(), ...networkArguments(), ...own, ...given];
}

function networkArguments() {
  return process.env.FEED_NETWORKS ? ['--feed-networks', process.env.FEED_NETWORKS.replaceAll(' ', '')] : [];
}

async function seedArguments() {
  const others = (process.env.SITES || '').split(',').map((pair) => pair.split('=')[0].trim());
  const names = [process.env.SITE || 'default', ...others].filter(Boolean);
  const sites = await Promise.all([...new Set(names)].map((name) => loadSite(name)));
  const { backendSiteOf } = await import('../build/server/config/sites/backend-site.js');
  const folder = mkdtempSync(join(tmpdir(), 'causeboard-seed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const config = {
    dataDir: process.env.DATA_DIR || 'data',
    databaseUrl: process.env.DATABASE_URL || undefined,
    sites: sites.map(backendSiteOf),
  };
  const file = join(folder, 'backend.json');
  // It may hold the password of the database.
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  return ['--config', file, ...given];
}

function databaseArguments() {
  const url = process.env.DATABASE_URL ? ['--database-url', process.env.DATABASE_URL] : [];
  return ['--data-dir', process.env.DATA_DIR || 'data', ...url];
}

function typed(name) {
  const index = given.indexOf(`--${name}`);
  return index >= 0 ? given[index + 1] : given.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
}
