import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from './free-port.js';
import { waitFor } from '../wait-for.js';

/** A Redis server for one test, on a free port and without persistence. */
export class RedisServer {
  private constructor(
    readonly port: number,
    private readonly process: ChildProcess,
  ) {}

  static async start(port?: number): Promise<RedisServer> {
    const own = port ?? (await freePort());
    const args = ['--port', String(own), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const child = spawn(process.env.REDIS_SERVER_PATH ?? 'redis-server', args, {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
    await waitFor('Redis is up', () => output.includes('Ready to accept connections'), 20_000);
    return new RedisServer(own, child);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Keeps connections open, but answers no more commands. */
  freeze(): void {
    this.process.kill('SIGSTOP');
  }

  thaw(): void {
    this.process.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode) return;
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await gone;
  }
}
