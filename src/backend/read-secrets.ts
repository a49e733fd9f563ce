import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './platform/embedded-postgres/make-folder.js';

/** @returns what the file holds, comma-separated. One is made, readable by its owner alone, when there is no such file. */
export function readSecrets(file: string): string[] {
  if (!existsSync(file)) {
    makeFolder(dirname(file));
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8')
    .split(',')
    .map((secret) => secret.trim());
}
