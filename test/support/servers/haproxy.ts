import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { waitFor } from '../wait-for.js';

/** A load balancer in front of several processes: it checks whether each one is ready, and reuses its connections to them. */
export class Haproxy {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  /** @param ports of the processes on this machine */
  static async start(ports: readonly number[]): Promise<Haproxy> {
    const port = await freePort();
    return Haproxy.run(port, configuration(port, ports));
  }

  /**
   * Starts it with `deploy/haproxy/haproxy.cfg`, with these ports instead of those in the file.
   *
   * @param fronts addresses of proxies in front of it
   */
  static async asShipped(ports: readonly [number, number], fronts?: string): Promise<Haproxy> {
    const port = await freePort();
    const text = readFileSync('deploy/haproxy/haproxy.cfg', 'utf8')
      .replace('*:8080', `127.0.0.1:${port}`)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports[0]}`)
      .replaceAll('127.0.0.1:3001', `127.0.0.1:${ports[1]}`);
    return Haproxy.run(port, text, fronts === undefined ? {} : { FRONT_PROXIES: fronts });
  }

  private static async run(port: number, text: string, env: Record<string, string> = {}): Promise<Haproxy> {
    const folder = mkdtempSync(join(tmpdir(), 'causeboard-haproxy-'));
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, text);
    const child = spawn(process.env.HAPROXY_PATH ?? 'haproxy', ['-db', '-f', file], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (output += part));
    try {
      await waitFor(
        'HAProxy is up',
        () => {
          if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${output}`);
          return listens(port);
        },
        20_000,
      );
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
    return new Haproxy(`http://127.0.0.1:${port}`, child, folder);
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    if (this.process.exitCode === null && !this.process.signalCode) {
      this.process.kill('SIGKILL');
      await gone;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function configuration(port: number, ports: readonly number[]): string {
  return `
global
  maxconn 1000
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check 10s
  option redispatch
  option httpchk GET /health/ready
frontend front
  bind 127.0.0.1:${port}
  default_backend processes
backend processes
  balance roundrobin
  http-reuse safe
  default-server check inter 250ms fall 2 rise 1
${ports.map((own, index) => `  server process${index} 127.0.0.1:${own}`).join('\n')}
`;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
