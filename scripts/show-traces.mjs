// `npm run traces`: receives traces (OTLP over HTTP, JSON) and prints each one as a tree with its times, for machines without a collector.
// See "Traces" in docs/operating.md.
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';

const USAGE = `Usage: npm run traces -- [--port NUMBER] [--slower-than MS] [--trace ID] [--statements]
  --port NUMBER     port on 127.0.0.1 that receives traces (default: 4318)
  --slower-than MS  prints only traces that took longer
  --trace ID        prints only this trace: the traceId of a line of the log, or a causeboard.request_id
  --statements      prints the text of each SQL statement`;
/** A process sends its spans every five seconds; a trace that has received none for longer is considered complete. */
const QUIET_MS = 8000;
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const NANOSECONDS = 1_000_000;

const wanted = readArguments();
/** @type {Map<string, { spans: object[], timer: NodeJS.Timeout }>} */
const traces = new Map();

const server = createServer((request, response) => {
  const chunks = [];
  let size = 0;
  request.on('data', (chunk) => {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) request.destroy();
    else chunks.push(chunk);
  });
  request.on('end', () => {
    const status = request.url === '/v1/traces' ? take(Buffer.concat(chunks).toString()) : 404;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
});
server.on('error', ({ message }) => {
  console.error(`Traces cannot be received: ${message}`);
  process.exit(1);
});
server.listen(wanted.port, '127.0.0.1', () => {
  const { port } = server.address();
  console.error(`Start the product with OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:${port}; press Ctrl+C to stop.`);
});
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const id of [...traces.keys()]) print(id);
    process.exit(0);
  });

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '4318' },
        'slower-than': { type: 'string', default: '0' },
        trace: { type: 'string' },
        statements: { type: 'boolean', default: false },
      },
    });
    const [port, slowerThan] = [Number(values.port), Number(values['slower-than'])];
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('--port must be a number up to 65535.');
    if (!(slowerThan >= 0)) throw new Error('--slower-than must be a number of milliseconds.');
    return { port, slowerThan, trace: values.trace, statements: values.statements };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

/** @param text request body with spans @returns the status code of the response */
function take(text) {
  let sent;
  try {
    sent = JSON.parse(text).resourceSpans;
  } catch {
    return 400;
  }
  for (const { resource, scopeSpans } of sent ?? []) {
    const service = attributesOf(resource)['service.name'];
    for (const span of scopeSpans.flatMap(({ spans }) => spans)) add({ ...span, service });
  }
  return 200;
}

function add(span) {
  const { traceId } = span;
  const trace = traces.get(traceId) ?? { spans: [], timer: undefined };
  traces.set(traceId, trace);
  clearTimeout(trace.timer);
  trace.spans.push({
    ...span,
    attributes: attributesOf(span),
    startMs: Number(BigInt(span.startTimeUnixNano) / 1000n) / 1000,
    ms: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / NANOSECONDS,
  });
  trace.timer = setTimeout(() => print(traceId), QUIET_MS);
}

function attributesOf({ attributes = [] }) {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue ?? value.boolValue ?? '')]),
  );
}

function print(traceId) {
  const { spans, timer } = traces.get(traceId);
  clearTimeout(timer);
  traces.delete(traceId);
  const ids = new Set(spans.map(({ spanId }) => spanId));
  // If a trace began in a process that does not send its spans here, the outermost spans have an unknown parent.
  const outermost = spans.filter(({ parentSpanId }) => !ids.has(parentSpanId));
  const start = Math.min(...spans.map(({ startMs }) => startMs));
  const ms = Math.max(...spans.map((span) => span.startMs + span.ms)) - start;
  const names = [traceId, ...spans.map(({ attributes }) => attributes['causeboard.request_id'])];
  if (wanted.trace === undefined ? ms < wanted.slowerThan : !names.includes(wanted.trace)) return;
  console.log(`\n${traceId}  ${ms.toFixed(1)} ms`);
  console.log(`${'begins'.padStart(10)} ${'takes'.padStart(10)}  span (process)`);
  for (const span of outermost.sort(byStart)) printSpan(span, { spans, start, depth: 0 });
}

function printSpan(span, { spans, start, depth }) {
  const { attributes, status, links = [] } = span;
  const details = [
    attributes['http.response.status_code'],
    attributes['causeboard.outcome'] === 'ok' ? undefined : attributes['causeboard.outcome'],
    attributes['causeboard.search.engine'] && `in ${attributes['causeboard.search.engine']}`,
    attributes['causeboard.request_id'] && `request ${attributes['causeboard.request_id']}`,
    attributes['error.type'] ?? (status?.code === 2 ? 'failed' : undefined),
    links.length > 0 ? `caused by ${links.map(({ traceId }) => traceId).join(', ')}` : undefined,
  ].filter(Boolean);
  const times = [span.startMs - start, span.ms].map((time) => time.toFixed(1).padStart(10)).join(' ');
  const indent = '  '.repeat(depth + 1);
  console.log(`${times}${indent}${span.name} (${[span.service, ...details].join(', ')})`);
  if (wanted.statements && attributes['db.query.text'])
    console.log(`${' '.repeat(21)}${indent}  ${attributes['db.query.text']}`);
  const inside = spans.filter(({ parentSpanId }) => parentSpanId === span.spanId).sort(byStart);
  for (const each of inside) printSpan(each, { spans, start, depth: depth + 1 });
}

function byStart(one, other) {
  return one.startMs - other.startMs;
}
