import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './data-folder.js';

describe('making a folder', () => {
  let place: string;

  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'cb-folder-'));
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('creates missing parents, and leaves existing folders alone', () => {
    for (const folder of [join(place, 'a', 'b', 'c'), join(place, 'a'), place]) {
      makeFolder(folder);
      expect(existsSync(folder)).toBe(true);
    }
  });

  it('reports why a folder cannot be created', () => {
    writeFileSync(join(place, 'file'), '');
    expect(() => makeFolder(join(place, 'file', 'a'))).toThrow(/ENOTDIR/);
    // In this file system, Node's recursive mkdir never returns.
    if (existsSync('/proc/self')) expect(() => makeFolder('/proc/causeboard/data')).toThrow(/ENOENT|EACCES|EPERM/);
  });
});
