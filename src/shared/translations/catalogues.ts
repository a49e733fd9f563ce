import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Messages by name, in nested groups. */
export interface MessageTree {
  [key: string]: string | MessageTree;
}

/** Messages by locale and name of the file. */
export type Catalogues = Record<string, MessageTree | undefined>;

/** Part of the product that uses a file of the catalogues. */
export type CatalogueReader = 'pages' | 'backend';

/** Files whose texts only the backend uses. They are not sent to pages and scripts. */
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
/** Validation messages are the same in the page and in the backend. */
const BOTH: readonly string[] = ['files', 'rules'];

const FOLDER = fileURLToPath(new URL('../../../catalogues', import.meta.url));

/**
 * Loads the catalogues, `<locale>/<file>.json`.
 *
 * @throws if one cannot be read
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
