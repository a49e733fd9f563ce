import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { parseFilesUrl } from '#contract/backend/file-store.js';
import { settingsSchema } from '../../../src/settings-schema.js';
import { NODE_FLAGS } from '../../support/products.mjs';
import { resolveCompose } from '../../support/servers/docker-compose.js';
import { freePort, PostgresServer } from '../../support/servers/postgres-servers.mjs';
import { waitFor } from '../../support/wait-for.js';

const FILE = 'deploy/compose.yaml';
const SECRETS = [
  'AUTH_SECRET',
  'POSTGRES_PASSWORD',
  'DATABASE_PASSWORD',
  'REPLICATION_PASSWORD',
  'GRAFANA_PASSWORD',
  'AWS_SECRET_ACCESS_KEY',
];
const VARIABLES: Record<string, string> = {
  PUBLIC_URL: 'https://jobs.example.org',
  ...Object.fromEntries(
    SECRETS.map((name) => [name, `${name.toLowerCase().replaceAll('_', '')}0123456789abcdef0123456789abcdef`]),
  ),
};
/** Services that run the product itself. */
const PROCESSES = ['web', 'worker', 'migrate'];

/** Leaves out variables without a value, which Compose does not pass to the container. */
function given(environment: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

describe('the cluster of Docker Compose', () => {
  const services = resolveCompose(FILE, VARIABLES);

  it('[OPS-02] has two web processes behind a proxy, a worker, and a database with a replica behind a pooler', () => {
    const started = Object.keys(services).filter((name) => !services[name]!.profiles);
    expect(started.sort()).toEqual([
      'files',
      'grafana',
      'mailpit',
      'migrate',
      'pgbouncer',
      'primary',
      'prometheus',
      'proxy',
      'redis',
      'replica',
      'web',
      'worker',
    ]);
    expect(services.web!.deploy).toMatchObject({ replicas: 2 });
    // All other ports are bound to this machine only.
    const open = Object.entries(services).filter(([, { ports = [] }]) =>
      ports.some((port) => !JSON.stringify(port).includes('127.0.0.1')),
    );
    expect(open.map(([name]) => name)).toEqual(['proxy']);
    for (const [name, { image }] of Object.entries(services))
      expect([name, image]).toEqual([name, expect.stringMatching(/^(?:causeboard.*:latest|\S+:v?\d[\w.-]*)$/)]);
  });

  it('[OPS-03] sends traces to a separate service, if this is enabled', () => {
    const example = readFileSync('deploy/compose/example.env', 'utf8');
    const [, profile = '', endpoint = ''] = /COMPOSE_PROFILES=(\w+), and OTEL_EXPORTER_OTLP_ENDPOINT=(\S+)\.$/m.exec(
      example,
    )!;
    const traced = resolveCompose(FILE, {
      ...VARIABLES,
      COMPOSE_PROFILES: profile,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    });
    expect(traced[new URL(endpoint).hostname]!.profiles).toEqual([profile]);
    for (const name of ['web', 'worker'])
      expect(traced[name]!.environment).toMatchObject({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    expect(JSON.stringify(traced.jaeger!.ports)).toContain('127.0.0.1');
  });

  it.each(PROCESSES)('[OPS-02] %s runs without privileges, on a read-only file system', (name) => {
    const { read_only, cap_drop, security_opt, stop_grace_period } = services[name]!;
    expect({ read_only, cap_drop, security_opt, stop_grace_period }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      stop_grace_period: '30s',
    });
  });

  it.each(PROCESSES)('[OPS-02] the settings of %s exist and are valid', (name) => {
    const { environment = {} } = services[name]!;
    expect(Object.keys(environment).filter((each) => !(each in settingsSchema.shape))).toEqual([]);
    expect(settingsSchema.safeParse(given(environment)).error).toBeUndefined();
  });

  it.each(['web', 'worker'])('[OPS-02] every setting can be set for %s, and none is empty otherwise', (name) => {
    // The others belong to the container itself, or are for another kind of installation.
    const own = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'BACKEND_GRAPHQL_URL', 'NODE_APP_INSTANCE'];
    const { environment = {} } = services[name]!;
    expect(Object.keys(settingsSchema.shape).filter((each) => !(each in environment))).toEqual(own);
    const optional = ['MAIL_FROM', 'SITE_FLAGS', 'SEARCH_MEMORY_MB', 'STRIPE_SECRET_KEY'];
    // Empty numbers would be zeros.
    expect(Object.keys(given(environment)).filter((each) => optional.includes(each))).toEqual([]);
    const set = resolveCompose(FILE, { ...VARIABLES, MAIL_FROM: 'jobs@example.org', SEARCH_MEMORY_MB: '1024' });
    expect(set[name]!.environment).toMatchObject({ MAIL_FROM: 'jobs@example.org', SEARCH_MEMORY_MB: '1024' });
  });

  it('[OPS-02] keeps files in its own object storage, which nothing waits for at start', () => {
    const { environment, entrypoint, volumes, healthcheck, ...hardened } = services.files!;
    for (const name of PROCESSES) {
      const { FILES_URL = '', AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = services[name]!.environment!;
      const { host, pathname } = new URL((parseFilesUrl(FILES_URL) as { bucket: string }).bucket);
      expect(host).toBe(`files${environment!.VGW_PORT}`);
      // The bucket is created before the server starts, in the folder that it serves.
      expect(entrypoint!.join(' ')).toContain(`mkdir -p ${environment!.VGW_BACKEND_ARG}${pathname} && exec `);
      expect([AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY]).toEqual([
        environment!.ROOT_ACCESS_KEY_ID,
        environment!.ROOT_SECRET_ACCESS_KEY,
      ]);
    }
    expect(volumes).toEqual([expect.stringMatching(`^files:${environment!.VGW_BACKEND_ARG}(?::rw)?$`)]);
    expect(JSON.stringify(healthcheck)).toContain(`http://127.0.0.1${environment!.VGW_PORT}${environment!.VGW_HEALTH}`);
    expect(hardened).toMatchObject({ read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' });
    expect(
      Object.values(services).filter(({ depends_on }) => JSON.stringify(depends_on ?? {}).includes('"files"')),
    ).toEqual([]);
  });

  it.each([
    ['in the database', ''],
    ['in a store of the operator', 's3://bucket?endpoint=https://s3.example.org'],
  ])('[OPS-02] keeps files %s, if so configured', (_, url) => {
    const asked = resolveCompose(FILE, { ...VARIABLES, FILES_URL: url });
    for (const name of PROCESSES) {
      const { environment = {} } = asked[name]!;
      expect(environment.FILES_URL).toBe(url);
      expect(settingsSchema.safeParse(given(environment)).error).toBeUndefined();
    }
  });

  it('[OPS-02] does not start without one of its secrets', () => {
    for (const secret of SECRETS) {
      const others = Object.entries(VARIABLES).filter(([name]) => name !== secret);
      expect(() => resolveCompose(FILE, Object.fromEntries(others))).toThrow(secret);
    }
    const example = readFileSync('deploy/compose/example.env', 'utf8');
    const named = [...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name!);
    const used = new Set([...readFileSync(FILE, 'utf8').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!));
    // Compose itself reads this variable.
    expect(named.filter((name) => !used.has(name))).toEqual(['COMPOSE_PROFILES']);
    expect(SECRETS.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('[OPS-02] uses the promoted replica for everything once the primary is lost, and starts without the primary', () => {
    const hostOf = (url = '') => new URL(url).hostname;
    for (const [variables, host] of [
      [VARIABLES, 'primary'],
      [{ ...VARIABLES, PRIMARY_HOST: 'replica' }, 'replica'],
    ] as const) {
      const resolved = resolveCompose(FILE, variables);
      expect(hostOf(resolved.migrate!.environment!.DATABASE_URL)).toBe(host);
      expect(resolved.pgbouncer!.environment!.PRIMARY_HOST).toBe(host);
      for (const name of ['web', 'worker']) expect(hostOf(resolved[name]!.environment!.DATABASE_URL)).toBe('pgbouncer');
    }
    const needed = Object.values(services).flatMap(({ depends_on = {} }) =>
      Array.isArray(depends_on) ? (depends_on as string[]) : Object.keys(depends_on),
    );
    expect(needed).toContain('pgbouncer');
    expect(needed).not.toContain('primary');
  });

  it('[OPS-02] counts a database as healthy when it answers at its address, not only at its socket', () => {
    // While it creates its databases, the server of the image answers at its socket alone.
    for (const name of ['primary', 'replica', 'pgbouncer'])
      expect([name, services[name]!.healthcheck]).toEqual([
        name,
        {
          ...services[name]!.healthcheck,
          test: expect.arrayContaining([expect.stringContaining('--host=127.0.0.1')]) as unknown,
        },
      ]);
    // `migrate` waits for this one, and would fail if it only showed that the pooler runs.
    expect(JSON.stringify(services.pgbouncer!.healthcheck)).toContain('select 1');
    expect(services.migrate!.depends_on).toEqual({ pgbouncer: { condition: 'service_healthy' } });
  });

  it('[OPS-02] a replica is healthy only while it follows the primary, or after it was promoted', () => {
    expect(JSON.stringify(services.replica!.healthcheck)).toContain(
      'not pg_is_in_recovery() or exists (select from pg_stat_wal_receiver)',
    );
  });

  it('[OPS-01] the documented upgrade works for any number of web processes', () => {
    const [recipe] = /#### A new release with Docker Compose[\s\S]+?\n#### /.exec(
      readFileSync('docs/operating.md', 'utf8'),
    )!;
    expect(recipe).toContain('--scale web=$((2 * count))');
    expect(recipe).not.toMatch(/web=\d/);
  });

  it('[OPS-02] mounts and builds only what is in the repository', () => {
    const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.map((volume) => volume.split(':')[0]!),
    );
    const files = mounted.filter((path) => path.startsWith('/'));
    expect(files.length).toBeGreaterThan(6);
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
    for (const { build } of Object.values(services))
      if (build) expect(existsSync(join(build.context, build.dockerfile ?? 'Dockerfile'))).toBe(true);
  });

  it('[OPS-02] the image starts Node as `npm start` does', () => {
    const dockerfile = readFileSync('Dockerfile', 'utf8');
    const command = (instruction: RegExp): unknown => JSON.parse(instruction.exec(dockerfile)![1]!);
    expect(command(/^CMD (\[.*\])$/m)).toEqual(['node', ...NODE_FLAGS, 'build/server/bundle/main.mjs']);
    // With other flags, the code that this step compiles would not be used.
    const firstStart = ['node', ...NODE_FLAGS, 'scripts/build-steps/first-start.mjs'];
    expect(command(/^RUN (\[.*\])$/m)).toEqual(firstStart);
  });

  it('[OPS-02] an image without its database stays healthy, so Swarm does not replace it and its page cache', () => {
    const [, check] = /^HEALTHCHECK .*\\\n {2}CMD (\[.*\])$/m.exec(readFileSync('Dockerfile', 'utf8'))!;
    expect(JSON.parse(check!)).toEqual(['node', '-e', expect.stringContaining("+ '/health/live')")]);
  });
});

describe('the databases of Docker Compose', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeboard-compose-'));
  chmodSync(folder, 0o755);
  const servers: PostgresServer[] = [];
  afterAll(async () => {
    for (const server of servers.reverse()) await server.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  /** Copies a script to a place where the owner of the database servers can read it. */
  const script = (path: string) => {
    const copy = join(folder, basename(path));
    copyFileSync(path, copy);
    chmodSync(copy, 0o755);
    return copy;
  };

  /** Makes the owner of the database servers the owner of a folder, and returns this owner. */
  const giveToServer = (path: string) => {
    const { uid, gid } = statSync(servers[0]!.folder);
    chownSync(path, uid, gid);
    return { uid, gid };
  };

  it('[OPS-02] a replica copies the primary, follows it, and continues after a restart', async () => {
    const primary = await PostgresServer.empty(join(folder, 'primary'), 'postgres');
    servers.push(primary);
    execFileSync('bash', [script('deploy/compose/primary.sh')], {
      stdio: 'pipe',
      env: {
        ...VARIABLES,
        PATH: process.env.PATH,
        PGDATA: join(folder, 'primary'),
        PGHOST: '127.0.0.1',
        PGPORT: String(primary.port),
      },
    });
    const roles = await primary.query(
      `select rolname, rolsuper, rolreplication from pg_roles where rolname in ('causeboard', 'replicator') order by 1`,
      'postgres',
    );
    expect(roles).toEqual([
      { rolname: 'causeboard', rolsuper: false, rolreplication: false },
      { rolname: 'replicator', rolsuper: false, rolreplication: true },
    ]);

    const replica = new PostgresServer(join(folder, 'replica'), await freePort(), 'postgres');
    servers.push(replica);
    const by = {
      script: script('deploy/compose/replica.sh'),
      env: { ...VARIABLES, PRIMARY_HOST: '127.0.0.1', PRIMARY_PORT: String(primary.port) } as Record<string, string>,
    };
    // Like the volume of a container: the folder exists, with the remains of an interrupted copy.
    mkdirSync(join(folder, 'replica'), { mode: 0o700 });
    giveToServer(join(folder, 'replica'));
    copyFileSync(join(folder, 'primary', 'PG_VERSION'), join(folder, 'replica', 'PG_VERSION'));
    await replica.start(by);
    const follows = async (table: string) => {
      await primary.query(`create table ${table} (id int)`);
      await waitFor(
        `${table} on the replica`,
        async () => (await replica.query(`select from pg_tables where tablename = '${table}'`)).length === 1,
      );
    };
    await follows('first');
    expect(await replica.query('select pg_is_in_recovery() as is')).toEqual([{ is: true }]);
    await replica.kill();
    await replica.start(by);
    await follows('second');
  }, 60_000);

  it('[OPS-02] the pooler leads to the server that PRIMARY_HOST names', async () => {
    const server = await PostgresServer.empty(join(folder, 'promoted'), 'postgres');
    servers.push(server);
    await server.query('create role causeboard login', 'postgres');
    await server.query('create database causeboard owner causeboard', 'postgres');
    const [home, port] = [join(folder, 'pooler'), await freePort()];
    mkdirSync(home);
    const here = (text: string) => text.replaceAll(/\/(?:tmp|etc\/pgbouncer)\//g, `${home}/`);
    const ini = here(readFileSync('deploy/compose/pgbouncer.ini', 'utf8'));
    writeFileSync(join(home, 'causeboard.ini'), ini.replace('6432', String(port)).replace('= *', '= 127.0.0.1'));
    const [, command] = /^CMD (\[.*\])$/m.exec(readFileSync('deploy/compose/pgbouncer.Dockerfile', 'utf8'))!;
    const [shell, ...args] = (JSON.parse(command!) as string[]).map(here);
    const pooler = spawn(
      shell!,
      args.map((each) => each.replace('port=5432', `port=${server.port}`)),
      {
        ...giveToServer(home),
        env: {
          ...VARIABLES,
          PATH: `${dirname(process.env.PGBOUNCER_PATH ?? '/usr/sbin/pgbouncer')}:${process.env.PATH}`,
          PRIMARY_HOST: '127.0.0.1',
        },
        stdio: 'ignore',
      },
    );
    try {
      const connectionString = `postgres://causeboard:${VARIABLES.DATABASE_PASSWORD}@127.0.0.1:${port}/causeboard`;
      await waitFor('the pooler leads to the server', async () => {
        const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1000 });
        client.on('error', () => undefined);
        try {
          await client.connect();
          return (
            (await client.query<{ port: number }>('select inet_server_port() as port')).rows[0]!.port === server.port
          );
        } catch {
          return false;
        } finally {
          await client.end().catch(() => undefined);
        }
      });
    } finally {
      pooler.kill('SIGKILL');
    }
  }, 60_000);
});
