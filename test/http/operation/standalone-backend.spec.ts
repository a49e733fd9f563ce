import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseServerConfig } from '../../../src/backend/server-config.js';
import { makeDemoFolder, type RunningProduct, startBackendProcess, startProduct } from '../../support/products.mjs';
import { freePort } from '../../support/servers/free-port.js';
import { Scrape } from '../../support/telemetry/prometheus-text.js';
import { type CollectedSpan, TraceCollector } from '../../support/telemetry/trace-collector.js';
import { waitFor } from '../../support/wait-for.js';

const LIMIT_MS = 120_000;
const TOTAL = 'causeboard_http_requests_total';
const OPERATIONS = 'causeboard_graphql_operations_total';
const FRONTEND = { 'x-causeboard-frontend': 'default; locale=en' };

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

describe('a standalone backend', () => {
  let collector: TraceCollector;
  let folder: string;
  let port: number;
  let backend: RunningProduct;

  beforeAll(async () => {
    collector = await TraceCollector.start();
    folder = makeDemoFolder('standalone');
    port = await freePort();
    const env = {
      METRICS_PORT: String(port),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    };
    backend = await startBackendProcess(folder, {}, { env });
  }, LIMIT_MS);
  afterAll(async () => {
    await backend.stop();
    collector.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const send = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${backend.url}${path}`, init);
    await answer.arrayBuffer();
    return answer.status;
  };
  const ask = (operationName: string, query = `query ${operationName} { __typename }`) =>
    send('/graphql', {
      method: 'POST',
      headers: { ...FRONTEND, 'content-type': 'application/json' },
      body: JSON.stringify({ operationName, query }),
    });

  it('[OPS-03] counts every request that was sent, by route and status, and every operation', async () => {
    const ROUNDS = 20;
    const kinds: [route: string, ask: () => Promise<number>][] = [
      ['/graphql', () => ask('FacetTerms')],
      ['/graphql', () => ask('FacetTerms', 'query FacetTerms { noSuchField }')],
      [
        '/graphql',
        () => send('/graphql', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }),
      ],
      ['/graphql', () => send('/graphql')],
      ['/health', () => send('/health')],
      ['/version', () => send('/version?site=default')],
      ['/*', () => send('/no-such-file')],
    ];
    const expected = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round++)
      await Promise.all(
        kinds.map(async ([route, question]) => {
          const key = `${route} ${await question()}`;
          expected.set(key, (expected.get(key) ?? 0) + 1);
        }),
      );
    const scrape = await Scrape.of(port);
    expect(scrape.sum(TOTAL)).toBe(kinds.length * ROUNDS);
    expect(scrape.sum('causeboard_http_request_duration_seconds_count')).toBe(kinds.length * ROUNDS);
    for (const [key, count] of expected) {
      const [route, status] = key.split(' ') as [string, string];
      expect([key, scrape.sum(TOTAL, { route, status })]).toEqual([key, count]);
    }
    expect(scrape.sum(OPERATIONS, { operation: 'FacetTerms', outcome: 'ok' })).toBe(ROUNDS);
    expect(scrape.sum(OPERATIONS, { operation: 'FacetTerms', outcome: 'refused' })).toBe(ROUNDS);
    expect(scrape.sum(OPERATIONS)).toBe(2 * ROUNDS);
  });

  it('[OPS-03] does not get more series, whatever operations and addresses are requested', async () => {
    const hostile = async (from: number) => {
      for (let index = from; index < from + 20; index++) {
        await ask(`Hostile${index}`);
        await send(`/hostile-${index}/x?y=${index}`);
      }
    };
    const series = ({ samples }: Scrape) =>
      samples.map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`).filter((each) => !/^nodejs_/.test(each));
    await hostile(0);
    const before = await Scrape.of(port);
    await hostile(1000);
    const after = await Scrape.of(port);
    expect(series(after).filter((each) => !series(before).includes(each))).toEqual([]);
    expect(JSON.stringify(after.samples)).not.toMatch(/hostile/i);
    expect(after.sum(OPERATIONS, { operation: 'other' }) - before.sum(OPERATIONS, { operation: 'other' })).toBe(20);
  });

  it('[OPS-03] reports on its database, queues and process, only on a separate port', async () => {
    const scrape = await Scrape.of(port);
    expect(scrape.sum('causeboard_database_up')).toBe(1);
    expect(scrape.sum('causeboard_database_connections', { state: 'max' })).toBeGreaterThan(0);
    expect(scrape.find('causeboard_queue_overdue_seconds', { kind: 'mail' })).toHaveLength(1);
    expect(scrape.sum('process_resident_memory_bytes')).toBeGreaterThan(50_000_000);
    const answer = await fetch(`${backend.url}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining('causeboard_http')]);
  });

  it(
    '[OPS-03] continues the trace of the web process that sent the request, down to the statements',
    async () => {
      const product = await startProduct({
        SITES: '',
        DATA_DIR: mkdtempSync(join(folder, 'web-')),
        BACKEND_GRAPHQL_URL: `${backend.url}/graphql`,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_BSP_SCHEDULE_DELAY: '100',
      });
      try {
        const [traceId, parentId] = [hex(16), hex(8)];
        const headers = { traceparent: `00-${traceId}-${parentId}-01` };
        const answer = await fetch(`${product.url}/jobs?search=secretword`, { headers });
        expect([answer.status, (await answer.text()).length > 1000]).toEqual([200, true]);
        const spans = () => collector.of(traceId);
        /** Names of a span and its ancestors, outermost first, each with its process. */
        const pathOf = (span: CollectedSpan): string[] => {
          const parent = spans().find(({ spanId }) => spanId === span.parentSpanId);
          return [...(parent ? pathOf(parent) : []), `${span.service}: ${span.name}`];
        };
        const paths = () => spans().map((span) => pathOf(span).join(' > '));
        const down = [
          'causeboard: GET /jobs',
          'causeboard: graphql UnderstoodJobs',
          'causeboard-backend: POST /graphql',
          'causeboard-backend: graphql UnderstoodJobs',
          'causeboard-backend: search job',
        ].join(' > ');
        await waitFor('the trace through both processes', () => paths().includes(down), 20_000);
        const statements = () => paths().filter((path) => / > causeboard-backend: select \w+$/.test(path));
        await waitFor('its statements', () => statements().length > 0, 20_000);
        expect(statements().filter((path) => !path.startsWith('causeboard: GET /jobs > '))).toEqual([]);
        const ids = spans().filter(({ name }) => ['GET /jobs', 'POST /graphql'].includes(name));
        const known = answer.headers.get('x-request-id');
        expect(known).toMatch(/\w/);
        expect(ids.map(({ attributes }) => attributes['causeboard.request_id'])).toEqual(ids.map(() => known));
      } finally {
        await product.stop();
      }
    },
    LIMIT_MS,
  );

  it('[OPS-03] puts no values, addresses or names that people have typed into traces', async () => {
    await ask('SecretOperation');
    await waitFor('its span', () => collector.spans.some(({ name }) => name === 'graphql other'), 20_000);
    const text = collector.bodies.join('\n');
    for (const value of ['secretword', 'SecretOperation', 'Hostile', '127.0.0.1', 'localhost', '/jobs?'])
      expect([value, text.includes(value)]).toEqual([value, false]);
  });

  it(
    '[OPS-03] exits with the name of the setting if the port of its metrics is in use',
    async () => {
      const start = (METRICS_PORT: string) => startBackendProcess(folder, {}, { env: { METRICS_PORT } });
      await expect(start(String(port))).rejects.toThrow(
        /ended with 1:[^]*METRICS_PORT: metrics cannot be offered at 127\.0\.0\.1:/,
      );
      await expect(start('many')).rejects.toThrow(/ended with 1:\s*Invalid settings:\s*METRICS_PORT: /);
    },
    LIMIT_MS,
  );

  it.each([
    ['loads nothing that measures or traces without these settings', {}, []],
    ['loads what measures', { METRICS_PORT: '' }, ['prom-client', '/src/modules/metrics/']],
    [
      'loads what traces',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
      ['@opentelemetry/sdk-trace-base', '/src/modules/tracing/'],
    ],
  ])(
    '[OPS-03] %s',
    async (_what, settings: Record<string, string>, loaded: string[]) => {
      const own = mkdtempSync(join(tmpdir(), 'causeboard-modules-'));
      try {
        const list = join(own, 'modules');
        const env = { ...settings, MODULE_LIST: list };
        if ('METRICS_PORT' in settings) Object.assign(env, { METRICS_PORT: String(await freePort()) });
        const args = ['--import', './test/support/processes/list-modules.mjs'];
        // In the bundle, the modules are not files of their own.
        const program = 'build/server/src/backend/server.js';
        const loading = await startBackendProcess(folder, {}, { args, env, program });
        expect((await fetch(`${loading.url}/health`)).status).toBe(200);
        await loading.stop();
        const modules = readFileSync(list, 'utf8').split('\n');
        const parts = [
          'prom-client',
          '/src/modules/metrics/',
          '@opentelemetry/sdk-trace-base',
          '/src/modules/tracing/',
        ];
        expect(modules.length).toBeGreaterThan(50);
        expect(parts.filter((part) => modules.some((url) => url.includes(part)))).toEqual(loaded);
        // It may load only these modules of the web process.
        const others = modules.filter((url) => /\/src\/modules\/(?!metrics|tracing)/.test(url));
        expect(others).toEqual([]);
      } finally {
        rmSync(own, { recursive: true, force: true });
      }
    },
    LIMIT_MS,
  );
});

describe('the configuration that npm run backend:config writes', () => {
  let folder: string;
  const script = `
    const { writeStandaloneConfig } = await import('./scripts/standalone-config.mjs');
    console.log((await writeStandaloneConfig(process.env.CONFIG_FILE, process.env)).join('\\n'));`;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeboard-config-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function write(environment: Record<string, string>) {
    const file = join(folder, 'backend.json');
    const env = { PATH: process.env.PATH, CONFIG_FILE: file, ...environment };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      env,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return { file, says: stdout, config: JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown> };
  }

  it('[OPS-03] has every setting of the environment, and what was added by hand', () => {
    const environment = {
      DATA_DIR: folder,
      SITE: 'uk',
      DATABASE_URL: 'postgres://primary/jobs',
      DATABASE_REPLICA_URLS: 'postgres://one/jobs,postgres://two/jobs',
      SMTP_URL: 'smtps://user:password@mail.example.org:465',
      MAIL_FROM: 'jobs@example.org',
      EMBEDDINGS_URL: 'https://embeddings.example.org/v1/embeddings',
      EMBEDDINGS_MODEL: 'small',
      EMBEDDINGS_KEY: 'key of embeddings',
      EXCHANGE_RATES: 'CAD=1.5',
      ROLES: 'web',
      SEARCH_MEMORY_MB: '64',
    };
    writeFileSync(join(folder, 'smtp-url'), environment.SMTP_URL);
    const first = write(environment);
    expect(first.says).toBe(`${join(folder, 'embeddings-key')} does not exist yet: it must contain EMBEDDINGS_KEY.\n`);
    writeFileSync(first.file, JSON.stringify({ ...first.config, host: '0.0.0.0', port: 4321 }));
    const second = write(environment);
    expect(parseServerConfig(JSON.stringify(second.config))).toMatchObject({
      host: '0.0.0.0',
      port: 4321,
      dataDir: folder,
      databaseUrl: environment.DATABASE_URL,
      replicaUrls: ['postgres://one/jobs', 'postgres://two/jobs'],
      smtpUrlFile: join(folder, 'smtp-url'),
      mail: { from: environment.MAIL_FROM },
      embeddings: {
        url: environment.EMBEDDINGS_URL,
        model: environment.EMBEDDINGS_MODEL,
        secretFile: join(folder, 'embeddings-key'),
      },
      exchangeRates: { CAD: 1.5 },
      runsBackgroundJobs: false,
      searchMemoryMb: 64,
      sites: [{ name: 'uk' }],
    });
    expect(JSON.stringify(second.config)).not.toMatch(/password|key of embeddings/);

    // Without the settings, the fields stay; those that pages must agree with follow the settings.
    const third = write({ SITE: 'default', CAPTCHA_SERVICE: 'hcaptcha', CAPTCHA_SITE_KEY: 'x', DATA_DIR: folder });
    expect(third.config).toMatchObject({ ...second.config, captcha: {}, sites: [{ name: 'default' }] });
    expect(write({ SITE: 'uk', DATA_DIR: folder }).config).toEqual(second.config);
  });

  it('[OPS-03] leaves background jobs to the backend if its environment is that of web processes', () => {
    rmSync(join(folder, 'backend.json'), { force: true });
    const { config } = write({ ROLES: 'web', BACKEND_GRAPHQL_URL: 'http://127.0.0.1:4000/graphql' });
    expect(config).not.toHaveProperty('runsBackgroundJobs');
  });
});
