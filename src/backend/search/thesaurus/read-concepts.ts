import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Concept } from './concept.js';

const FOLDER = fileURLToPath(new URL('concepts', import.meta.url));

/**
 * Reads the concepts that the project maintains, `concepts/<field>.json`. Their form is not checked here: the tests do that once for
 * everybody.
 *
 * @returns concepts in the order of files and of their places in them
 */
export function readConcepts(folder = FOLDER): Concept[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Concept[]);
}
