import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const NAME = /^causeboard-tests-(\d+)$/;
/** Several times what tests need at once, because the products and browsers need memory, too. */
const MIN_FREE_BYTES = 8e9;

/**
 * Creates a folder for everything that the tests of a run write, in memory if there is enough of it. Tests create and drop hundreds of
 * databases, each with a thousand files, which costs a file system up to twenty times as much. Folders of runs that were killed are deleted.
 */
export function makeTemporaryFolder() {
  const parent = hasRoom() ? IN_MEMORY : tmpdir();
  for (const name of readdirSync(parent)) {
    const pid = NAME.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = join(parent, `causeboard-tests-${process.pid}`);
  mkdirSync(folder);
  // PostgreSQL, which does not run as root, must be able to reach its data.
  chmodSync(folder, 0o755);
  return folder;
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize > MIN_FREE_BYTES && freemem() > MIN_FREE_BYTES;
  } catch {
    return false;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
