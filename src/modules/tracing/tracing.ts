import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
  TraceFlags,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { knownOperations } from '#contract/backend/graphql-over-http.js';
import {
  backgroundTasks,
  graphqlCalls,
  type ObservedWork,
  searchRuns,
  sqlStatements,
  type WorkChannel,
  readTracesFrom,
} from '#shared/telemetry/telemetry.js';
import { nameRoute, routeOf, nameTrace } from '../../common/request-route.js';

const MAX_LENGTH = 2000;
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/i;
const COMMENT = /\/\*.*?\*\//gs;

const SERVER_ERROR = 500;
const OK = 'ok';
const OTHER_OPERATION = 'other';

/** Description of a span for a unit of work. */
interface SpanDescription {
  name: string;
  kind?: SpanKind;
  attributes?: Attributes;
  /** Set if the work begins a trace of its own, with a link to the request that caused it, if there is one. */
  own?: { causedBy: SpanContext | undefined };
}

/**
 * Traces requests and the work done for them, and sends the traces to a collector. They contain no personal data: no URLs, parameters,
 * values of statements or error messages. The library itself reads the standard variables `OTEL_…` for sampling, batches and headers.
 */
export class Tracing {
  private readonly provider: BasicTracerProvider;
  private readonly tracer: Tracer;
  private readonly current = new AsyncLocalStorage<Context>();
  private readonly ends: (() => void)[];

  /**
   * @param serviceName service name in the traces
   * @param server the public server, without any hooks yet
   */
  constructor(serviceName: string, server: FastifyInstance) {
    this.provider = new BasicTracerProvider({
      resource: defaultResource()
        .merge(detectResources({ detectors: [envDetector] }))
        .merge(resourceFromAttributes({ 'service.name': serviceName })),
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    });
    this.tracer = this.provider.getTracer('causeboard');
    this.watchRequests(server);
    this.ends = this.watchWork();
    const spanContext = (): SpanContext | undefined => {
      const context = this.current.getStore();
      return context && trace.getSpanContext(context);
    };
    readTracesFrom({
      traceId: () => spanContext()?.traceId,
      traceparent: () => {
        const span = spanContext();
        return span && formatTraceparent(span);
      },
    });
  }

  /** Sends the remaining spans. */
  async close(): Promise<void> {
    readTracesFrom(undefined);
    for (const end of this.ends) end();
    await this.provider.shutdown();
  }

  private watchRequests(server: FastifyInstance): void {
    const contexts = new WeakMap<FastifyRequest, Context>();
    server.addHook('onRequest', (request, reply, done) => {
      const { url: route } = request.routeOptions;
      if (route !== undefined) nameRoute(request.raw, route);
      const { method } = request;
      const given = parsed(request.headers.traceparent);
      const parent = given ? trace.setSpanContext(ROOT_CONTEXT, { ...given, isRemote: true }) : ROOT_CONTEXT;
      const attributes = { 'http.request.method': method, 'causeboard.request_id': request.id };
      const span = this.tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      const context = trace.setSpan(parent, span);
      contexts.set(request, context);
      nameTrace(request.raw, span.spanContext().traceId);
      reply.raw.once('close', () => {
        const found = routeOf(request.raw) ?? 'none';
        const { statusCode, headersSent } = reply.raw;
        span.updateName(`${method} ${found}`);
        span.setAttribute('http.route', found);
        if (headersSent) span.setAttribute('http.response.status_code', statusCode);
        if (!headersSent || statusCode >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      this.current.run(context, done);
    });
    // A body arrives through events of the connection, which run outside the async context of the request.
    server.addHook('preValidation', (request, _reply, done) => {
      this.current.run(contexts.get(request) ?? ROOT_CONTEXT, done);
    });
  }

  private watchWork(): (() => void)[] {
    return [
      this.follow(
        graphqlCalls,
        ({ operationName, isMutation }) => {
          // Other names are chosen by clients and may contain anything.
          const name = knownOperations.has(operationName) ? operationName : OTHER_OPERATION;
          return {
            name: `graphql ${name}`,
            attributes: { 'graphql.operation.name': name, 'graphql.operation.type': isMutation ? 'mutation' : 'query' },
          };
        },
        (span, { outcome = 'broken' }) => {
          span.setAttribute('causeboard.outcome', outcome);
          if (outcome !== OK) span.setStatus({ code: SpanStatusCode.ERROR });
        },
      ),
      this.follow(
        searchRuns,
        ({ index }) => ({ name: `search ${index}`, attributes: { 'causeboard.search.index': index } }),
        (span, { engine }) => {
          if (engine) span.setAttribute('causeboard.search.engine', engine);
        },
      ),
      this.follow(sqlStatements, ({ text }) => ({
        name: summaryOf(text),
        kind: SpanKind.CLIENT,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': withoutValues(text) },
      })),
      this.follow(backgroundTasks, ({ kind, name, causedBy }) => ({
        name: `${kind} ${name}`,
        kind: SpanKind.CONSUMER,
        own: { causedBy: parsed(causedBy) },
      })),
    ];
  }

  /**
   * Creates a span for each unit of work. Work that belongs to no trace and begins none is left out: permanent background activity would be
   * most of the stored data.
   *
   * @param finish completes the span with data that is known at the end
   * @returns a function that stops following the work
   */
  private follow<Work extends ObservedWork>(
    channel: WorkChannel<Work>,
    describe: (work: Work) => SpanDescription,
    finish: (span: Span, work: Work) => void = () => undefined,
  ): () => void {
    const spans = new WeakMap<Work, Span>();
    const enter = (work: Work): Context => {
      const parent = this.current.getStore() ?? ROOT_CONTEXT;
      const { name, kind, attributes, own } = describe(work);
      if (!own && !trace.getSpan(parent)) return parent;
      const links = own?.causedBy ? [{ context: own.causedBy }] : [];
      const origin = own ? ROOT_CONTEXT : parent;
      const span = this.tracer.startSpan(name, { kind, attributes, links }, origin);
      spans.set(work, span);
      return trace.setSpan(origin, span);
    };
    const ignore = (): void => undefined;
    const listeners = {
      start: ignore,
      end: ignore,
      asyncStart: ignore,
      asyncEnd: (work: Work) => {
        const span = spans.get(work);
        if (!span) return;
        finish(span, work);
        span.end();
      },
      error: (work: Work & { error: unknown }) => {
        // The message of the error may contain user input.
        const { error } = work;
        const name = error instanceof Error ? error.name : 'Error';
        spans.get(work)?.setAttribute('error.type', name).setStatus({ code: SpanStatusCode.ERROR });
      },
    };
    channel.start.bindStore(this.current, enter);
    channel.subscribe(listeners);
    return () => {
      channel.start.unbindStore(this.current);
      channel.unsubscribe(listeners);
    };
  }
}

function parsed(traceparent: string | string[] | undefined): SpanContext | undefined {
  return (typeof traceparent === 'string' && parseTraceParent(traceparent)) || undefined;
}

function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`;
}

/**
 * Returns an SQL statement without literals. Values are parameters already; literals in the statement were written by programmers, and are
 * removed as well, so that nobody has to check them.
 */
export function withoutValues(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$."])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
}

/** @returns the operation and table as the name of the span, such as `select job` */
export function summaryOf(text: string): string {
  const bare = text.replace(COMMENT, '').trim();
  const verb = /^[a-z]+/i.exec(bare)?.[0].toLowerCase() ?? 'statement';
  const table = TABLE.exec(bare)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}
