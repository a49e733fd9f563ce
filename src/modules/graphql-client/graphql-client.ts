import type { TypedDocumentString } from '../../contract/generated/operations.js';
import type { GraphqlFailure, GraphqlResult } from '../../contract/graphql-outcome.js';
import type { FormattedExecutionResult } from '../../contract/graphql-result.js';
import { formatFrontend, FRONTEND_HEADER, REQUEST_ID_HEADER, VISUAL_EDITOR_HEADER } from '../../contract/headers.js';
import type { CallContext } from './call-context.js';
import type { CallGate } from './call-gate.js';
import { readOperation } from './operation.js';
import { type GraphqlTransport, TransportFailure } from './transport/transport.port.js';

/** Typed client of the GraphQL contract. */
export class GraphqlClient {
  constructor(
    private readonly transport: GraphqlTransport,
    private readonly timeoutMs: number,
    private readonly gate?: CallGate,
  ) {}

  /** @returns the data, or why there is none; does not throw for what can go wrong outside */
  async request<TData, TVariables>(
    document: TypedDocumentString<TData, TVariables>,
    variables: TVariables,
    context: CallContext,
  ): Promise<GraphqlResult<TData>> {
    const operation = readOperation(document);
    const { operationName, query } = operation;
    const values = variables as Record<string, unknown>;
    const entry =
      operation.isMutation || operation.isCounted ? await this.gate?.enter(operation, values, context) : undefined;
    if (entry?.ok === false) return { ok: false, failure: entry.failure };
    const request = { operationName, query, variables: values, headers: headersOf(context) };
    const patience = new Patience(this.timeoutMs);
    try {
      const answer = await Promise.race([this.transport.send(request, patience.signal), patience.ended]);
      await entry?.answered(answer.data);
      return outcome<TData>(answer);
    } catch (error) {
      if (error instanceof TransportFailure) return { ok: false, failure: error.failure };
      if (patience.signal.aborted) return { ok: false, failure: TIMEOUT };
      throw error;
    } finally {
      patience.end();
    }
  }
}

/** A time limit that leaves nothing behind: an answer in time must not be held in memory until the limit would have passed. */
class Patience {
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

function outcome<TData>(result: FormattedExecutionResult): GraphqlResult<TData> {
  const { data, errors } = result;
  if (data) return errors?.length ? { ok: true, data: data as TData, errors } : { ok: true, data: data as TData };
  if (errors?.length) return { ok: false, failure: { kind: 'refused', message: errors[0]!.message, errors } };
  return { ok: false, failure: { kind: 'empty', message: 'The answer of the backend has neither data nor errors.' } };
}

function headersOf(context: CallContext): Record<string, string> {
  const headers: Record<string, string> = { [FRONTEND_HEADER]: formatFrontend(context.frontend) };
  if (context.requestId) headers[REQUEST_ID_HEADER] = context.requestId;
  if (context.jwt) headers.authorization = `Bearer ${context.jwt}`;
  if (context.visualEditor) headers[VISUAL_EDITOR_HEADER] = 'true';
  return headers;
}
