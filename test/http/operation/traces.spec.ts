import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDemoFolder, NODE_FLAGS, type RunningProduct, startProduct } from '../../support/products.mjs';
import { TestSmtpServer } from '../../support/servers/smtp-server.js';
import { type CollectedSpan, TraceCollector } from '../../support/telemetry/trace-collector.js';
import { waitFor } from '../../support/wait-for.js';

const LIMIT_MS = 120_000;
const REQUESTS = 200;
const EMAIL = 'applicant@demo.causeboard.test';

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

describe('traces', () => {
  let collector: TraceCollector;
  let smtp: TestSmtpServer;
  let product: RunningProduct;
  let dataDir: string;

  beforeAll(async () => {
    collector = await TraceCollector.start();
    smtp = await TestSmtpServer.start();
    dataDir = makeDemoFolder('traces');
    product = await startProduct({
      DATA_DIR: dataDir,
      SITES: '',
      SMTP_URL: smtp.url,
      PUBLIC_URL: 'https://jobs.example.org',
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'board',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_BSP_MAX_QUEUE_SIZE: '100000',
    });
  }, LIMIT_MS);
  afterAll(async () => {
    await product.stop();
    await smtp.stop();
    collector.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** @returns the span of the request, once it has been received */
  const send = async (
    path: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ) => {
    const [traceId, parentId] = [hex(16), hex(8)];
    const headers = { ...init.headers, traceparent: `00-${traceId}-${parentId}-01` };
    const answer = await fetch(`${product.url}${path}`, { ...init, headers });
    await answer.text();
    return { traceId, parentId, status: answer.status };
  };
  const root = ({ traceId, parentId }: { traceId: string; parentId: string }) =>
    collector.of(traceId).find(({ parentSpanId }) => parentSpanId === parentId);

  it(
    `[OPS-03] of ${REQUESTS} requests at the same time continue the callers’ traces, and no span has a parent in another trace`,
    async () => {
      const sent = await Promise.all(
        Array.from({ length: REQUESTS }, (_, index) => send(`/jobs?search=secretword${index}`)),
      );
      expect(sent.filter(({ status }) => status !== 200)).toEqual([]);
      await waitFor('the spans of all requests', () => sent.every((request) => root(request)), 20_000);
      const known = new Map(sent.map(({ traceId, parentId }) => [traceId, parentId]));
      const strays = (): CollectedSpan[] => {
        const byId = new Map(collector.spans.map((span) => [span.spanId, span]));
        return collector.spans.filter(({ traceId, parentSpanId }) => {
          if (!parentSpanId) return false;
          return parentSpanId !== known.get(traceId) && byId.get(parentSpanId)?.traceId !== traceId;
        });
      };
      // A background job may be running: its span is sent when it ends, after those of its statements.
      await waitFor('the parents of all spans, in the same traces', () => strays().length === 0, 20_000);
      for (const { traceId } of sent) {
        const spans = collector.of(traceId);
        const named = (name: string): CollectedSpan[] => spans.filter((span) => span.name === name);
        // One request, one query for jobs, one search: spans of other requests are not included.
        expect(named('GET /jobs')).toHaveLength(1);
        const [question, ...more] = named('graphql UnderstoodJobs');
        expect([question?.parentSpanId, more]).toEqual([named('GET /jobs')[0]!.spanId, []]);
        expect(named('search job').length).toBeGreaterThanOrEqual(1);
        expect(spans.every(({ service }) => service === 'board')).toBe(true);
      }
      const statements = collector.spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
      expect(statements.length).toBeGreaterThan(0);
      expect(statements.every(({ parentSpanId }) => parentSpanId)).toBe(true);
      expect(collector.spans.filter(({ name }) => name === 'GET /jobs')[0]!.attributes).toMatchObject({
        'http.route': '/jobs',
        'http.response.status_code': '200',
      });
    },
    LIMIT_MS,
  );

  it(
    '[OPS-03] lead from a request to the mail that it caused, by a link',
    async () => {
      const body = JSON.stringify({ operationName: 'RequestPasswordReset', variables: { email: EMAIL } });
      const request = await send('/graphql', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      expect(request.status).toBe(200);
      const linked = () =>
        collector.spans.filter(({ links = [] }) => links.some(({ traceId }) => traceId === request.traceId));
      await waitFor('the span of the mail', () => linked().length > 0, 20_000);
      const [mail] = linked();
      expect(mail).toMatchObject({ name: 'mail reset-password' });
      expect(mail!.traceId).not.toBe(request.traceId);
      const marking = collector.of(mail!.traceId).filter(({ name }) => name === 'update mail');
      expect(marking.map(({ parentSpanId }) => parentSpanId)).toContain(mail!.spanId);
      // The body is read in events of its connection; the spans after it are part of the trace nevertheless.
      await waitFor('the span of the request', () => root(request) !== undefined, 20_000);
      expect(collector.of(request.traceId).map(({ name }) => name)).toContain('graphql RequestPasswordReset');
    },
    LIMIT_MS,
  );

  it('[OPS-03] hold no values, addresses or parameters', () => {
    const text = collector.bodies.join('\n');
    expect(text).toContain('db.query.text');
    for (const value of ['secretword', EMAIL, 'demo.causeboard.test', '127.0.0.1', 'localhost', '/jobs?'])
      expect([value, text.includes(value)]).toEqual([value, false]);
  });

  it('[OPS-03] are referred to in the lines of the log', async () => {
    const request = await send('/jobs?page=3');
    await waitFor('the line of the request', () => product.output.includes(request.traceId));
    const lines = product.output.split('\n').filter((line) => line.includes(request.traceId));
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ msg: 'request', traceId: request.traceId, status: 200 }),
    );
  });
});

describe('without a collector', () => {
  it.each([
    ['no module of OpenTelemetry is loaded', {}, false],
    ['as it is with one', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, true],
  ])(
    '[OPS-03] %s',
    async (_what, settings, isLoaded) => {
      const folder = mkdtempSync(join(tmpdir(), 'causeboard-modules-'));
      try {
        const list = join(folder, 'modules');
        const args = [
          '--import',
          './test/support/processes/list-modules.mjs',
          ...NODE_FLAGS,
          'build/server/bundle/main.mjs',
        ];
        const loading = await startProduct(
          { DATA_DIR: process.env.TEST_DATA_DIR!, MODULE_LIST: list, ...settings },
          args,
        );
        expect((await fetch(`${loading.url}/jobs`)).status).toBe(200);
        await loading.stop();
        const modules = readFileSync(list, 'utf8').split('\n');
        expect(modules.length).toBeGreaterThan(50);
        expect(modules.some((url) => url.includes('opentelemetry'))).toBe(isLoaded);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    LIMIT_MS,
  );
});
