import { withinMs } from '#contract/backend/deadline.js';

/** Options of a circuit breaker. */
export interface CircuitBreakerOptions {
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
