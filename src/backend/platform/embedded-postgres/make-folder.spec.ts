import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './make-folder.js';

describe('making a folder', () => {
  let place: string;

  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'cb-folder-'));
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('makes those above it too, and nothing of what is there', () => {
    for (const folder of [join(place, 'a', 'b', 'c'), join(place, 'a'), place]) {
      makeFolder(folder);
      expect(existsSync(folder)).toBe(true);
    }
  });

  it('says why where none can be made', () => {
    writeFileSync(join(place, 'file'), '');
    expect(() => makeFolder(join(place, 'file', 'a'))).toThrow(/ENOTDIR/);
    // In this file system, Node's recursive mkdir never returns.
    if (existsSync('/proc/self')) expect(() => makeFolder('/proc/causeboard/data')).toThrow(/ENOENT|EACCES|EPERM/);
  });
});
