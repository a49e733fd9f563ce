// Checks that the requirements that tests name in their titles are those of docs/requirements.md.
import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';

const DOCUMENT = 'docs/requirements.md';
const TESTS = ['{src,client,config,demo,test,scripts}/**/*.{spec,e2e}.{ts,tsx,mjs}'];

const listed = new Set(readFileSync(DOCUMENT, 'utf8').match(/(?<=^- \*\*)[A-Z0-9]+-\d{2}(?=\*\*)/gm));
/** Tests that name a requirement, by its id. */
const named = new Map();
for (const path of globSync(TESTS))
  for (const [, id] of readFileSync(path, 'utf8').matchAll(/\[([A-Z][A-Z0-9]+-\d{2})\]/g)) named.set(id, path);

const errors = [
  ...[...named].filter(([id]) => !listed.has(id)).map(([id, path]) => `${path}: ${id} is not in ${DOCUMENT}`),
  ...[...listed].filter((id) => !named.has(id)).map((id) => `${DOCUMENT}: no test names ${id}`),
];
for (const error of errors) console.error(error);
process.exitCode = errors.length > 0 ? 1 : 0;
