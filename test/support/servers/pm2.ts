import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface ListedProcess {
  pid: number;
  pm2_env: { status: string; restart_time: number; exec_mode: string };
}

/** pm2 with its own daemon, which is stopped with it. */
export class Pm2 {
  private readonly home = mkdtempSync(join(tmpdir(), 'causeboard-pm2-'));

  /** @param settings environment variables of the processes */
  constructor(private readonly settings: Readonly<Record<string, string>>) {}

  /** @throws Error with the output of a command that fails */
  async command(...args: string[]): Promise<string> {
    const { PATH, HOME } = process.env;
    // The daemon runs the processes with the first Node in the PATH.
    const path = `${resolve('node_modules/.bin')}:${PATH}`;
    const env = { PATH: path, HOME, PM2_HOME: this.home, PM2_DISABLE_VERSION_CHECK: 'true', ...this.settings };
    const { stdout } = await run(resolve(process.env.PM2_PATH!), args, { env });
    return stdout;
  }

  /** Running processes. */
  async processes(): Promise<ListedProcess[]> {
    const text = await this.command('jlist', '--silent');
    return JSON.parse(text.slice(text.indexOf('['))) as ListedProcess[];
  }

  async stop(): Promise<void> {
    await this.command('kill');
    rmSync(this.home, { recursive: true, force: true });
  }
}
