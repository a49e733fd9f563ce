import type { GraphqlRequest, Backend } from '#contract/backend/backend.js';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import type { FormattedExecutionResult } from '#contract/backend/graphql-over-http.js';

/** Transport of requests to a backend: within the process or over HTTP. */
export interface GraphqlTransport {
  /** @throws TransportFailure for external failures */
  send(request: GraphqlRequest, signal: AbortSignal): Promise<FormattedExecutionResult>;
  /**
   * See `Backend.version`.
   *
   * @returns undefined if this backend has no versions.
   * @throws TransportFailure for external failures
   */
  version(site: string): Promise<string | undefined>;
  /** Resolves if the backend can respond; rejects otherwise. */
  ping(): Promise<void>;
}

/** Carries a failure from a transport to the client, which returns it as a value. */
export class TransportFailure extends Error {
  override name = 'TransportFailure';

  constructor(readonly failure: GraphqlFailure) {
    super(failure.message);
  }
}

/** Whether a response with this status comes from a gateway in front of a backend that is unavailable. */
export function isGatewayStatus(status: number | undefined): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** Calls the embedded backend without HTTP or serialization. */
export class InProcessTransport implements GraphqlTransport {
  constructor(private readonly backend: Pick<Backend, 'execute' | 'version' | 'ping'>) {}

  send(request: GraphqlRequest): Promise<FormattedExecutionResult> {
    return this.backend.execute(request);
  }

  async version(site: string): Promise<string> {
    try {
      return await this.backend.version(site);
    } catch {
      throw new TransportFailure({ kind: 'unreachable', message: 'The database cannot be reached.' });
    }
  }

  /** Pages need both the database and its change notifications. */
  async ping(): Promise<void> {
    await Promise.all([this.backend.ping(), this.backend.version('')]);
  }
}
