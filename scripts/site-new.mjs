// `npm run site:new -- NAME`: creates the folder of a new site from config/site-template. See docs/adding-a-site.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TEMPLATE = 'config/site-template';
const FILES = ['site.ts', 'logo.svg', 'icon.svg', 'illustration.svg'];

const name = process.argv[2] ?? '';
const folder = join('config/sites', name);
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 40) {
  fail('npm run site:new -- NAME: the name is in lower case, such as good-work or berlin.');
}
if (existsSync(folder)) fail(`${folder} already exists.`);

const title = name.replace(/(^|-)([a-z])/g, (_match, dash, letter) => (dash ? ' ' : '') + letter.toUpperCase());
mkdirSync(folder);
for (const file of FILES) {
  const text = readFileSync(join(TEMPLATE, file), 'utf8');
  const own = file.endsWith('.ts') ? text.replaceAll('TITLE', title).replaceAll('NAME', name) : text;
  writeFileSync(join(folder, file), own.replace("'../sites/site.schema.js'", "'../site.schema.js'"));
}
console.log(`Made ${folder}. Start it with: SITE=${name} npm start
What to change in it stands in docs/adding-a-site.md.`);

function fail(message) {
  console.error(message);
  process.exit(1);
}
