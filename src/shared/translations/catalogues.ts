import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Messages by name, in groups. */
export interface MessageTree {
  [key: string]: string | MessageTree;
}

/** By locale, and in each by the name of the file. */
export type Catalogues = Record<string, MessageTree | undefined>;

/** Who needs a file of the catalogues. */
export type CatalogueReader = 'pages' | 'backend';

/** Files whose texts only the backend says. No page and no script needs them, so that none is given them. */
const ONLY_BACKEND: readonly string[] = [
  'application-answers',
  'entitlements',
  'errors',
  'facets',
  'invoice',
  'mail',
  'queue',
  'resume-document',
  'sitemaps',
];
/** What is wrong with a form is said in the same words by the page that checks it and by the backend. */
const BOTH: readonly string[] = ['files', 'rules'];

const FOLDER = fileURLToPath(new URL('../../../catalogues', import.meta.url));

/**
 * Reads the catalogues, `<locale>/<file>.json`.
 *
 * @throws where one cannot be read
 */
export function readCatalogues(reader: CatalogueReader, folder = FOLDER): Catalogues {
  const catalogues: Catalogues = {};
  for (const { name: locale } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const tree: MessageTree = {};
    for (const file of readdirSync(join(folder, locale)).filter((name) => name.endsWith('.json'))) {
      const name = file.slice(0, -'.json'.length);
      if (!isFor(reader, name)) continue;
      tree[name] = JSON.parse(readFileSync(join(folder, locale, file), 'utf8')) as MessageTree;
    }
    catalogues[locale] = tree;
  }
  return catalogues;
}

function isFor(reader: CatalogueReader, file: string): boolean {
  return BOTH.includes(file) || ONLY_BACKEND.includes(file) === (reader === 'backend');
}
