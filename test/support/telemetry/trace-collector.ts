import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SentAttribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string };
}

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes?: SentAttribute[];
  links?: { traceId: string; spanId: string }[];
}

interface SentTraces {
  resourceSpans: { resource: { attributes: SentAttribute[] }; scopeSpans: { spans: SentSpan[] }[] }[];
}

export interface CollectedSpan extends Omit<SentSpan, 'attributes'> {
  service: string;
  attributes: Record<string, string>;
}

/** A trace collector: receives OTLP over HTTP as JSON, and records it. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** Request bodies, unchanged. */
  readonly bodies: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TraceCollector> {
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        if (request.url === '/v1/traces') collector.take(body);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    const collector = new TraceCollector(server);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  of(traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private take(body: string): void {
    this.bodies.push(body);
    for (const { resource, scopeSpans } of (JSON.parse(body) as SentTraces).resourceSpans) {
      const service = textsOf(resource.attributes)['service.name'] ?? '';
      for (const { spans } of scopeSpans)
        this.spans.push(...spans.map((span) => ({ ...span, service, attributes: textsOf(span.attributes ?? []) })));
    }
  }
}

function textsOf(attributes: readonly SentAttribute[]): Record<string, string> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue ?? '')]),
  );
}
