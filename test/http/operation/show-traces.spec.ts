import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '../../support/servers/free-port.js';
import { waitFor } from '../../support/wait-for.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const QUICK = 'b7ad6b7169203331b7ad6b7169203331';

interface Span {
  traceId?: string;
  id: string;
  parent?: string;
  name: string;
  /** In milliseconds. */
  begins: number;
  takes: number;
  attributes?: Record<string, string>;
}

/** Request body that a process sends (OTLP over HTTP, JSON). */
function sent(service: string, spans: Span[]): string {
  const attributes = (values: Record<string, string>) =>
    Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));
  const nanoseconds = (ms: number) => `${1_790_000_000_000 + ms}000000`;
  const own = spans.map(({ traceId = TRACE, id, parent, name, begins, takes, attributes: values = {} }) => ({
    traceId,
    spanId: id,
    parentSpanId: parent,
    name,
    startTimeUnixNano: nanoseconds(begins),
    endTimeUnixNano: nanoseconds(begins + takes),
    attributes: attributes(values),
  }));
  const resource = { attributes: attributes({ 'service.name': service }) };
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans: own }] }] });
}

describe('npm run traces', () => {
  let program: ChildProcess;
  let output: string;

  /** Sends these bodies to the command. @returns its output */
  const show = async (args: string[], bodies: string[]) => {
    const port = await freePort();
    output = '';
    program = spawn(process.execPath, ['scripts/show-traces.mjs', '--port', String(port), ...args]);
    const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
    for (const stream of [program.stdout!, program.stderr!])
      stream.setEncoding('utf8').on('data', (part: string) => (output += part));
    await waitFor('its start', () => output.includes(`OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:${port}`));
    for (const body of bodies) await fetch(`http://127.0.0.1:${port}/v1/traces`, { method: 'POST', body });
    program.kill('SIGINT');
    expect(await ended).toBe(0);
    return output;
  };
  afterEach(() => program.kill('SIGKILL'));

  const WEB = sent('causeboard', [
    {
      id: 'a1',
      parent: 'f0',
      name: 'GET /jobs',
      begins: 0,
      takes: 1530,
      attributes: { 'causeboard.request_id': 'r-1' },
    },
    { id: 'a2', parent: 'a1', name: 'graphql UnderstoodJobs', begins: 10, takes: 1500 },
    { traceId: QUICK, id: 'c1', name: 'GET /', begins: 0, takes: 9 },
  ]);
  const BACKEND = sent('causeboard-backend', [
    {
      id: 'b2',
      parent: 'b1',
      name: 'select job',
      begins: 30,
      takes: 1400,
      attributes: { 'db.query.text': 'select ?' },
    },
    { id: 'b1', parent: 'a2', name: 'POST /graphql', begins: 20, takes: 1480 },
  ]);

  it('[OPS-03] prints a trace of several processes as one tree, with the start and duration of each part', async () => {
    // The inner process may send its spans first.
    const text = await show(['--slower-than', '1000', '--statements'], [BACKEND, WEB, '{']);
    const lines = text.split('\n').slice(text.split('\n').findIndex((line) => line.startsWith(TRACE)));
    expect(lines.map((line) => line.trimEnd()).filter(Boolean)).toEqual([
      `${TRACE}  1530.0 ms`,
      '    begins      takes  span (process)',
      '       0.0     1530.0  GET /jobs (causeboard, request r-1)',
      '      10.0     1500.0    graphql UnderstoodJobs (causeboard)',
      '      20.0     1480.0      POST /graphql (causeboard-backend)',
      '      30.0     1400.0        select job (causeboard-backend)',
      '                               select ?',
    ]);
    expect(text).not.toContain(QUICK);
  });

  it.each([
    ['the id of a trace', TRACE],
    ['the id of a request', 'r-1'],
  ])('[OPS-03] prints one trace alone, by %s', async (_what, id) => {
    const text = await show(['--trace', id], [WEB, BACKEND]);
    expect([text.includes(TRACE), text.includes(QUICK), text.includes('select ?')]).toEqual([true, false, false]);
  });
});
