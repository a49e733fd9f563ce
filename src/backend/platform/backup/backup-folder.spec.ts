import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupName, deleteOldBackups, localFolder } from './backup-folder.js';

const NOW = new Date('2026-11-26T02:30:00.123Z');
const HOUR_MS = 60 * 60 * 1000;

describe('a folder of backups', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeboard-backups-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, hoursAgo = 0) => {
    const path = join(folder, name);
    writeFileSync(path, '');
    const time = new Date(NOW.getTime() - hoursAgo * HOUR_MS);
    utimesSync(path, time, time);
    return name;
  };
  const daysAgo = (days: number, site?: string) => backupName(new Date(NOW.getTime() - days * 24 * HOUR_MS), site);

  it('[OPS-05] names each backup by its time, and by its site if it contains only one', () => {
    expect(backupName(NOW, undefined)).toBe('causeboard-2026-11-26T02-30-00Z.tar.zst');
    expect(backupName(NOW, 'charity-ca')).toBe('causeboard-charity-ca-2026-11-26T02-30-00Z.tar.zst');
  });

  it('[OPS-05] deletes only the oldest backups by name, whatever their file times', async () => {
    const [newest, middle, oldest] = [0, 1, 2].map((days) => write(daysAgo(days), days === 2 ? 0 : 48));
    const others = [daysAgo(5, 'uk'), 'causeboard-before-upgrade.tar.zst', 'notes.txt', `x${daysAgo(9)}`].map((name) =>
      write(name),
    );
    expect(await deleteOldBackups(localFolder(folder), { site: undefined, keep: 2, now: NOW })).toEqual([oldest]);
    expect(readdirSync(folder).sort()).toEqual([newest, middle, ...others].sort());
    expect(await deleteOldBackups(localFolder(folder), { site: 'uk', keep: 1, now: NOW })).toEqual([]);
    expect(await deleteOldBackups(localFolder(folder), { site: undefined, keep: 9, now: NOW })).toEqual([]);
  });

  it('[OPS-05] deletes the remains of a killed backup, but not a backup being written', async () => {
    const [left, written] = [write(`${daysAgo(3)}.partial`, 25), write(`${daysAgo(0)}.partial`, 23)];
    expect(await deleteOldBackups(localFolder(folder), { site: undefined, keep: 1, now: NOW })).toEqual([]);
    expect([left, readdirSync(folder)]).toEqual([left, [written]]);
  });

  it('[OPS-05] is named in the error if it does not exist', async () => {
    const missing = join(folder, 'missing');
    await expect(deleteOldBackups(localFolder(missing), { site: undefined, keep: 1, now: NOW })).rejects.toThrow(
      `Old backups in ${missing}/ cannot be deleted`,
    );
  });
});
