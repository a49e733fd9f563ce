import type { TypedDocumentString } from '#contract/generated/operations.js';
import { type GraphqlFailure, type GraphqlResult, isUnsupported } from '#contract/backend/graphql-outcome.js';
import {
  type FormattedExecutionResult,
  formatFrontend,
  FRONTEND_HEADER,
  REQUEST_ID_HEADER,
  TRACEPARENT_HEADER,
  VISITOR_ADDRESS_HEADER,
  VISUAL_EDITOR_HEADER,
} from '#contract/backend/graphql-over-http.js';
import { type FormattedGraphqlError } from '#contract/backend/graphql-outcome.js';
import { graphqlCalls, observe, currentTraceparent } from '#shared/telemetry/telemetry.js';
import { type Operation, type RequestContext, readOperation } from './operation.js';
import type { CallGate } from './call-gate.js';
import { type GraphqlTransport, TransportFailure } from './transport/transport.js';

/** How long an operation that the backend does not support is not sent again, in milliseconds. */
const UNSUPPORTED_MS = 60_000;
/**
 * Operations that every backend must support (docs/external-backend.md). They carry what visitors send (tokens, paths, passwords), so a
 * failure says nothing about the next call, and without them nobody could log in or open a job.
 */
const REQUIRED_OPERATIONS: ReadonlySet<string> = new Set([
  'JwtToken',
  'getUser',
  'getRoutInfo',
  'getGdprConsentInfos',
  'hasTheLatestConsent',
  'createGdprUserConsent',
  'creditBalance',
  'getSubscriptions',
  'updatableOrganizationProfiles',
  'getAppConfig',
  'MiniPolicy',
]);

/** Typed client of the GraphQL contract. */
export class GraphqlClient {
  private readonly unsupported = new WeakMap<Operation, { failure: GraphqlFailure; until: number }>();

  constructor(
    private readonly transport: GraphqlTransport,
    private readonly timeoutMs: number,
    private readonly gate?: CallGate,
  ) {}

  /** @returns how rate limits or maintenance would refuse the request now; it is neither sent nor counted */
  async refusalOf<TData, TVariables>(
    document: TypedDocumentString<TData, TVariables>,
    variables: TVariables,
    context: RequestContext,
  ): Promise<GraphqlFailure | undefined> {
    return this.gate?.refusalOf(readOperation(document), variables as Record<string, unknown>, context);
  }

  /** @returns the data, or the reason for the failure; does not throw for external failures */
  async request<TData, TVariables>(
    document: TypedDocumentString<TData, TVariables>,
    variables: TVariables,
    context: RequestContext,
  ): Promise<GraphqlResult<TData>> {
    const operation = readOperation(document);
    const known = this.unsupported.get(operation);
    if (known && performance.now() < known.until) return { ok: false, failure: known.failure };
    const { operationName, isMutation } = operation;
    const result = await observe(
      graphqlCalls,
      () => ({ operationName, isMutation, startedAt: performance.now() }),
      async (call) => {
        const answer = await this.send<TData>(operation, variables as Record<string, unknown>, context);
        if (call) call.outcome = answer.ok ? 'ok' : answer.failure.kind;
        return answer;
      },
    );
    // One visitor's wrong variables must not switch the operation off for everybody.
    const isRemembered = !context.fromBrowser && !REQUIRED_OPERATIONS.has(operationName);
    if (!result.ok && isRemembered && isUnsupported(result.failure))
      this.unsupported.set(operation, { failure: result.failure, until: performance.now() + UNSUPPORTED_MS });
    return result;
  }

  private async send<TData>(
    operation: Operation,
    values: Record<string, unknown>,
    context: RequestContext,
  ): Promise<GraphqlResult<TData>> {
    const { operationName, query } = operation;
    // A call without any time left tells nothing about the backend, and must not count as a failure of it.
    if (context.deadline?.remainingMs === 0) return { ok: false, failure: TIMEOUT };
    const entry =
      operation.isMutation || operation.isCounted ? await this.gate?.enter(operation, values, context) : undefined;
    if (entry?.ok === false) return { ok: false, failure: entry.failure };
    const request = { operationName, query, variables: values, headers: headersOf(context, values) };
    const limit = new TimeLimit(context.deadline?.atMost(this.timeoutMs) ?? this.timeoutMs);
    try {
      const answer = await Promise.race([this.transport.send(request, limit.signal), limit.ended]);
      await entry?.answered(answer.data);
      return outcome<TData>(answer);
    } catch (error) {
      if (error instanceof TransportFailure) return { ok: false, failure: error.failure };
      if (limit.signal.aborted) return { ok: false, failure: TIMEOUT };
      throw error;
    } finally {
      limit.end();
    }
  }
}

/** A timeout that releases its resources: a response in time must not stay in memory until the timeout would have expired. */
class TimeLimit {
  readonly ended: Promise<never>;
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.ended = new Promise((_resolve, reject) => {
      this.timer = setTimeout(() => {
        this.controller.abort();
        reject(new TransportFailure(TIMEOUT));
      }, ms);
    });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

const TIMEOUT: GraphqlFailure = { kind: 'timeout', message: 'The backend did not answer in time.' };

function outcome<TData>({ data, errors = [] }: FormattedExecutionResult): GraphqlResult<TData> {
  if (!data) {
    const [first] = errors;
    if (first) return { ok: false, failure: { kind: 'refused', message: first.message, errors } };
    return { ok: false, failure: { kind: 'empty', message: 'The answer of the backend has neither data nor errors.' } };
  }
  if (errors.length === 0) return { ok: true, data: data as TData };
  const lost = errors.find((error) => isLost(data, error));
  if (lost) return { ok: false, failure: { kind: 'refused', message: lost.message, errors, partial: data } };
  return { ok: true, data: data as TData, errors };
}

/** Whether an error has removed a root field of the operation. This must not be mistaken for "does not exist". */
function isLost(data: Record<string, unknown>, { path }: FormattedGraphqlError): boolean {
  const field = path?.[0];
  return field === undefined ? Object.values(data).includes(null) : data[field] == null;
}

function headersOf(context: RequestContext, { input }: Record<string, unknown>): Record<string, string> {
  const headers: Record<string, string> = { [FRONTEND_HEADER]: formatFrontend(context.frontend) };
  if (context.requestId) headers[REQUEST_ID_HEADER] = context.requestId;
  const traceparent = currentTraceparent();
  if (traceparent !== undefined) headers[TRACEPARENT_HEADER] = traceparent;
  if (context.jwt) headers.authorization = `Bearer ${context.jwt}`;
  if (context.visualEditor) headers[VISUAL_EDITOR_HEADER] = 'true';
  // Sent only with captchas, because nothing else needs the address.
  if (context.address && hasCaptcha(input)) headers[VISITOR_ADDRESS_HEADER] = context.address;
  return headers;
}

function hasCaptcha(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'captcha' in input && Boolean(input.captcha);
}
