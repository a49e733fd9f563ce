import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { waitFor } from '../wait-for.js';

/** nginx with `deploy/nginx/nginx.conf` in front of two processes. */
export class Nginx {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  /**
   * @param ports of the processes on this machine, instead of those in the file
   * @param front address of a proxy in front of it
   */
  static async asShipped(ports: readonly [number, number], front: string): Promise<Nginx> {
    const folder = mkdtempSync(join(tmpdir(), 'causeboard-nginx-'));
    const port = await freePort();
    const text = readFileSync('deploy/nginx/nginx.conf', 'utf8')
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
      .replace('127.0.0.1:3000', `127.0.0.1:${ports[0]}`)
      .replace('127.0.0.1:3001', `127.0.0.1:${ports[1]}`)
      .replaceAll('/tmp/', `${folder}/`)
      .replace('default 0;', `default 0; ${front} 1;`);
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, text);
    const settings = 'daemon off; master_process off;';
    const child = spawn(process.env.NGINX_PATH ?? 'nginx', ['-c', file, '-g', settings], { stdio: 'ignore' });
    const nginx = new Nginx(`http://127.0.0.1:${port}`, child, folder);
    try {
      await waitFor('nginx answers', () =>
        fetch(nginx.url).then(
          () => true,
          () => false,
        ),
      );
    } catch (error) {
      await nginx.stop();
      throw error;
    }
    return nginx;
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    if (this.process.exitCode === null && this.process.kill('SIGKILL')) await gone;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
