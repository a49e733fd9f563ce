// PostgreSQL, a streaming replica of it, and PgBouncer as processes, using Debian's programs.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import pg from 'pg';

const START_LIMIT_MS = 30_000;
const USER = 'causeboard';
const DATABASE = 'causeboard';

/** A server with its own data folder, which is kept when the server is killed. */
export class PostgresServer {
  /** @param folder an empty or missing folder, used only by this server */
  constructor(folder, port, user = USER) {
    this.folder = folder;
    this.port = port;
    this.user = user;
  }

  /** Creates and starts an empty server with a database for the product. */
  static async primary(folder) {
    const server = await PostgresServer.empty(folder, USER);
    await server.query(`create database ${DATABASE}`, 'postgres');
    return server;
  }

  /** Creates and starts a server with only the database `postgres`. @param user its superuser */
  static async empty(folder, user) {
    const server = new PostgresServer(folder, await freePort(), user);
    ownedFolder(folder);
    server.run('initdb', ['-D', folder, '-U', user, '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']);
    // Nothing has to survive a crash of the machine, and killed processes lose nothing with these settings.
    const settings = ['fsync = off', 'full_page_writes = off', 'max_connections = 200', 'wal_keep_size = 256MB'];
    writeFileSync(join(folder, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
    await server.start();
    return server;
  }

  /** Creates and starts a streaming replica of a running server. */
  static async replicaOf(primary, folder, port) {
    const server = new PostgresServer(folder, port ?? (await freePort()));
    ownedFolder(folder);
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', USER];
    server.run('pg_basebackup', ['-D', folder, ...from, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']);
    await server.start();
    return server;
  }

  get url() {
    return `postgres://${USER}@127.0.0.1:${this.port}/${DATABASE}`;
  }

  /** @param script replaces itself by the server with the arguments it is given; `env`: its environment */
  async start({ script, env } = {}) {
    const args = ['-D', this.folder, '-p', String(this.port), '-k', this.folder, '-h', '127.0.0.1'];
    const command = script ? ['bash', script] : [binary('postgres')];
    this.child = spawn(command[0], [...command.slice(1), ...args], {
      ...owner(),
      ...(env && { env: { ...env, PATH: `${dirname(binary('postgres'))}:${process.env.PATH}`, PGDATA: this.folder } }),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    this.child.stderr.setEncoding('utf8').on('data', (part) => (output = (output + part).slice(-4000)));
    await answersSoon(
      () => this.query('select 1', 'postgres'),
      () => output,
    );
  }

  /** @returns rows of a query, by default on the product's database */
  async query(text, database = DATABASE) {
    const client = new pg.Client({ host: '127.0.0.1', port: this.port, user: this.user, database });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Ends a replica's recovery, so that it accepts writes. */
  async promote() {
    await this.query('select pg_promote(true)', 'postgres');
  }

  signal(name) {
    this.child.kill(name);
  }

  /** Kills all processes of the server without a shutdown. */
  async kill() {
    if (this.child.exitCode !== null || this.child.signalCode) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGCONT');
    this.child.kill('SIGQUIT');
    await gone;
  }

  run(name, args) {
    execFileSync(binary(name), args, { ...owner(), stdio: ['ignore', 'ignore', 'pipe'] });
  }
}

/** PgBouncer in transaction mode in front of one server. */
export class PgBouncer {
  /** @param folder for its configuration */
  static async start(folder, server) {
    const bouncer = new PgBouncer();
    bouncer.port = await freePort();
    ownedFolder(folder);
    bouncer.folder = folder;
    bouncer.lead(server);
    await bouncer.restart();
    return bouncer;
  }

  get url() {
    return `postgres://${USER}@127.0.0.1:${this.port}/${DATABASE}`;
  }

  /** Sets the server to which connections lead after the next start. */
  lead(server) {
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: this.port,
      unix_socket_dir: '',
      auth_type: 'any',
      pool_mode: 'transaction',
      max_client_conn: 500,
      default_pool_size: 20,
      server_login_retry: 1,
      ignore_startup_parameters: 'extra_float_digits',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    const database = `${DATABASE} = host=127.0.0.1 port=${server.port} user=${USER}`;
    writeFileSync(join(this.folder, 'pgbouncer.ini'), `[databases]\n${database}\n[pgbouncer]\n${lines.join('\n')}\n`);
  }

  async restart() {
    const program = process.env.PGBOUNCER_PATH ?? '/usr/sbin/pgbouncer';
    this.child = spawn(program, ['-q', join(this.folder, 'pgbouncer.ini')], {
      ...owner(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    this.child.stderr.setEncoding('utf8').on('data', (part) => (output = (output + part).slice(-4000)));
    const ask = async () => {
      const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 1000 });
      client.on('error', () => undefined);
      await client.connect();
      await client.end();
    };
    await answersSoon(ask, () => output);
  }

  async kill() {
    if (this.child.exitCode !== null || this.child.signalCode) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }
}

/** @returns an unused port of this machine */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function binary(name) {
  return join(dirname(process.env.POSTGRES_PATH ?? '/usr/lib/postgresql/15/bin/postgres'), name);
}

/** PostgreSQL refuses to run as root. */
function owner() {
  if (process.getuid() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'));
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

function ownedFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, gid } = owner();
  if (uid !== undefined) chownSync(folder, uid, gid);
}

async function answersSoon(ask, output) {
  const limit = Date.now() + START_LIMIT_MS;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (Date.now() > limit) throw new Error(`${error.message}\n${output()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
