import type { GraphqlRequest } from '#contract/backend/backend.js';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import type { FormattedExecutionResult } from '#contract/backend/graphql-result.js';

/** How a request reaches a backend: in the process or over HTTP. */
export interface GraphqlTransport {
  /** @throws TransportFailure for whatever can go wrong outside */
  send(request: GraphqlRequest, signal: AbortSignal): Promise<FormattedExecutionResult>;
  /**
   * See `Backend.version`.
   *
   * @returns undefined: this backend cannot tell.
   * @throws TransportFailure for whatever can go wrong outside
   */
  version(site: string): Promise<string | undefined>;
  /** Resolves when the backend can answer; rejects while it cannot. */
  ping(): Promise<void>;
}

/** Carries a failure from a transport to the client, which returns it as a value. */
export class TransportFailure extends Error {
  override name = 'TransportFailure';

  constructor(readonly failure: GraphqlFailure) {
    super(failure.message);
  }
}
