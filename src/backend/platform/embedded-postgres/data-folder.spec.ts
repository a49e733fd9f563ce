import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireFolderLock, makeFolder } from './data-folder.js';

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

describe('the lock of a folder', () => {
  let place: string;

  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'cb-lock-'));
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('is waited for until the lock of a killed container counts as stale', async () => {
    const lock = join(place, 'a.lock');
    writeFileSync(lock, JSON.stringify({ pid: process.pid, host: 'killed-container', started: '', id: 'x' }));
    const release = await acquireFolderLock(lock, { staleAfterMs: 500 });
    expect(readFileSync(lock, 'utf8')).not.toContain('killed-container');
    release();
    expect(existsSync(lock)).toBe(false);
  });

  it('is not taken over while another process holds it', async () => {
    const lock = join(place, 'b.lock');
    const release = await acquireFolderLock(lock);
    await expect(acquireFolderLock(lock, { staleAfterMs: 0, waitMs: 100 })).rejects.toThrow(
      `Process ${process.pid} has been holding`,
    );
    release();
  });
});
