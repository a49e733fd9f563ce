import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Concept } from './concept.js';

const FOLDER = fileURLToPath(new URL('concepts', import.meta.url));

/**
 * Reads the concepts maintained in `concepts/<field>.json`. The files are not validated here, because the tests do that.
 *
 * @returns concepts in the order of the files and of their positions in them
 */
export function readConcepts(folder = FOLDER): Concept[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Concept[]);
}
