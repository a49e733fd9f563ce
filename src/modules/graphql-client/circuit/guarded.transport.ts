import type { GraphqlRequest } from '#contract/backend/backend.js';
import { withinMs } from '#contract/backend/deadline.js';
import { type GraphqlFailure, GRAPHQL_ERROR_CODES } from '#contract/backend/graphql-outcome.js';
import type { FormattedExecutionResult } from '#contract/backend/graphql-over-http.js';
import { type GraphqlTransport, isGatewayStatus, TransportFailure } from '../transport/transport.js';

const DEFAULT_FAILURES_TO_OPEN = 3;
const DEFAULT_PROBE_PAUSE_MS = 500;
const DEFAULT_PROBE_TIMEOUT_MS = 1000;

/**
 * Remembers that a service is unavailable, so that other calls do not wait for their timeout. While the circuit is open, no call is made;
 * instead the service is probed until it responds again. Recovery thus neither delays a visitor nor depends on a visitor's request.
 *
 * The libraries that were evaluated (opossum, cockatiel) probe an open circuit with a visitor's call instead; see decision 44.
 */
export class CircuitBreaker {
  private failures = 0;
  private open = false;
  private closed = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: CircuitBreakerOptions) {}

  /** Whether the circuit is open, so that calls must not be made. */
  get isOpen(): boolean {
    return this.open;
  }

  /** Records that the service has responded to a call. */
  succeeded(): void {
    this.failures = 0;
    if (this.open) this.change(false);
  }

  /** Records that the service was unreachable, or did not respond in time. */
  failed(): void {
    this.failures += 1;
    if (this.open || this.closed || this.failures < (this.options.failuresToOpen ?? DEFAULT_FAILURES_TO_OPEN)) return;
    this.change(true);
    void this.probe();
  }

  /** Stops probing permanently. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async probe(): Promise<void> {
    if (!this.open || this.closed) return;
    const { probe, probePauseMs = DEFAULT_PROBE_PAUSE_MS, probeTimeoutMs = DEFAULT_PROBE_TIMEOUT_MS } = this.options;
    try {
      await withinMs(probeTimeoutMs, probe());
      this.succeeded();
    } catch {
      this.timer = setTimeout(() => void this.probe(), probePauseMs);
      this.timer.unref();
    }
  }

  private change(open: boolean): void {
    this.open = open;
    clearTimeout(this.timer);
    this.options.onChange?.(open ? 'open' : 'closed');
  }
}

const AWAY: GraphqlFailure = { kind: 'unreachable', message: 'The backend does not answer at the moment.' };
/** A page requests the version at most four times in a row, so each request gets this fraction of the page's time limit. */
const VERSION_SHARE = 4;
const MAX_VERSION_MS = 2000;
const MAX_PROBE_MS = 2000;

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
    const probeTimeoutMs = Math.min(MAX_PROBE_MS, timeoutMs);
    this.breaker = new CircuitBreaker({ probe: () => transport.ping(), onChange, probeTimeoutMs });
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
      // That there are no versions is remembered for a while, and a proxy can say so while the backend itself does not respond.
      if (version !== undefined) this.breaker.succeeded();
      return version;
    } catch (error) {
      if (!(error instanceof TransportFailure)) {
        this.breaker.failed();
        throw new TransportFailure(AWAY);
      }
      // Other failures say nothing about the calls: a proxy may refuse this request alone, for instance as too frequent.
      if (isOutage(error)) this.breaker.failed();
      throw error;
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
    if (isOutage(error)) this.breaker.failed();
    else this.breaker.succeeded();
  }
}

function isOutage({ failure: { kind, status } }: TransportFailure): boolean {
  return kind === 'unreachable' || kind === 'timeout' || (kind === 'server' && isGatewayStatus(status));
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

/** Options of a circuit breaker. */
interface CircuitBreakerOptions {
  /** Sends a trivial request to the service; rejects while the service is unavailable. */
  probe: () => Promise<unknown>;
  /** Called whenever the circuit opens or closes. */
  onChange?: (state: 'open' | 'closed') => void;
  /** Number of consecutive failures that open the circuit. */
  failuresToOpen?: number;
  /** Pause between two probes, in milliseconds. */
  probePauseMs?: number;
  /** Time limit of a probe, in milliseconds. */
  probeTimeoutMs?: number;
}
