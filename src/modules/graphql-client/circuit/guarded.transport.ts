import type { GraphqlRequest } from '#contract/backend/backend.js';
import { withinMs } from '#contract/backend/deadline.js';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/errors.js';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import type { FormattedExecutionResult } from '#contract/backend/graphql-result.js';
import { type GraphqlTransport, TransportFailure } from '../transport/transport.port.js';
import { CircuitBreaker } from './circuit-breaker.js';

const AWAY: GraphqlFailure = { kind: 'unreachable', message: 'The backend does not answer at the moment.' };
const GATEWAY_STATUSES: readonly (number | undefined)[] = [502, 503, 504];
/** A page requests the version at most four times in a row, so each request gets this fraction of the page's time limit. */
const VERSION_SHARE = 4;
const MAX_VERSION_MS = 2000;

export interface GuardOptions {
  /** Total time that a page may wait for the backend, in milliseconds. */
  timeoutMs: number;
  /** Called whenever the circuit opens or closes. */
  onChange?: (state: 'open' | 'closed') => void;
}

/** A transport with a circuit breaker: while the backend is unavailable, calls fail immediately. */
export class GuardedTransport implements GraphqlTransport {
  private readonly breaker: CircuitBreaker;
  private readonly versionMs: number;

  constructor(
    private readonly transport: GraphqlTransport,
    { timeoutMs, onChange }: GuardOptions,
  ) {
    this.versionMs = Math.min(MAX_VERSION_MS, timeoutMs / VERSION_SHARE);
    this.breaker = new CircuitBreaker({ probe: () => transport.ping(), onChange });
  }

  /** Whether the backend is known to be unavailable. */
  get isAway(): boolean {
    return this.breaker.isOpen;
  }

  async send(request: GraphqlRequest, signal: AbortSignal): Promise<FormattedExecutionResult> {
    this.assertThere();
    // The caller's time limit. A response that arrives later still shows that the backend is available.
    const onTimeout = (): void => this.breaker.failed();
    signal.addEventListener('abort', onTimeout, { once: true });
    try {
      const result = await this.transport.send(request, signal);
      if (isUnavailable(result)) this.breaker.failed();
      else this.breaker.succeeded();
      return result;
    } catch (error) {
      if (!signal.aborted) this.record(error);
      throw error;
    } finally {
      signal.removeEventListener('abort', onTimeout);
    }
  }

  async version(site: string): Promise<string | undefined> {
    this.assertThere();
    try {
      const version = await withinMs(this.versionMs, this.transport.version(site));
      this.breaker.succeeded();
      return version;
    } catch (error) {
      this.breaker.failed();
      throw error instanceof TransportFailure ? error : new TransportFailure(AWAY);
    }
  }

  ping(): Promise<void> {
    return this.transport.ping();
  }

  close(): void {
    this.breaker.close();
  }

  private assertThere(): void {
    if (this.breaker.isOpen) throw new TransportFailure(AWAY);
  }

  /** A backend that responds incorrectly is reachable: only failures to reach it count. */
  private record(error: unknown): void {
    if (!(error instanceof TransportFailure)) return;
    const { kind, status } = error.failure;
    const isAway =
      kind === 'unreachable' || kind === 'timeout' || (kind === 'server' && GATEWAY_STATUSES.includes(status));
    if (isAway) this.breaker.failed();
    else this.breaker.succeeded();
  }
}

function isUnavailable({ errors }: FormattedExecutionResult): boolean {
  return errors?.some(({ extensions }) => extensions?.code === GRAPHQL_ERROR_CODES.unavailable) ?? false;
}

/** Tells whether the data shown on the pages of a site has changed. */
export class DataVersion {
  constructor(private readonly transport: Pick<GuardedTransport, 'version' | 'isAway'>) {}

  /**
   * Returns a version that changes with every committed change; data that is read after the response is at least as recent as the version.
   * Cheap enough to request for each page, because concurrent callers share the request.
   *
   * @returns undefined if it is unknown, because the backend is unavailable, or is an external one without versions.
   */
  async of(site: string): Promise<string | undefined> {
    try {
      return await this.transport.version(site);
    } catch (error) {
      if (error instanceof TransportFailure) return undefined;
      throw error;
    }
  }

  /** Whether the backend is known to be unavailable: calls are refused immediately. */
  get isBackendAway(): boolean {
    return this.transport.isAway;
  }
}
