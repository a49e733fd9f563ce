import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../texts', import.meta.url));

/**
 * Reads one of the files of `demo/texts`.
 *
 * @param name of the file, without extension, for example `en/causes`
 */
export function readTexts(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
}
