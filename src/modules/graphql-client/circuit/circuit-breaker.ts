import { withinMs } from '#contract/backend/deadline.js';

/** What a circuit breaker is made of. */
export interface CircuitBreakerOptions {
  /** Asks the service for something trivial; rejects while it cannot be used. */
  probe: () => Promise<unknown>;
  /** Told whenever the circuit opens or closes. */
  onChange?: (state: 'open' | 'closed') => void;
  /** How many calls have to fail, with none succeeding in between, before the circuit opens. */
  failuresToOpen?: number;
  /** How long to pause between two probes, in milliseconds. */
  probePauseMs?: number;
  /** How long a probe may take, in milliseconds. */
  probeTimeoutMs?: number;
}

const DEFAULT_FAILURES_TO_OPEN = 3;
const DEFAULT_PROBE_PAUSE_MS = 500;
const DEFAULT_PROBE_TIMEOUT_MS = 1000;

/**
 * Remembers that a service does not answer, so that nobody else waits to find out. While the circuit is open no call is made, but the
 * service is probed until it answers again: recovery neither costs a visitor a wait nor waits for a visitor to come.
 *
 * The libraries looked at (opossum, cockatiel) try an open circuit with a visitor's call instead; see decision 44.
 */
export class CircuitBreaker {
  private failures = 0;
  private open = false;
  private closed = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: CircuitBreakerOptions) {}

  /** Whether calls would only wait in vain. */
  get isOpen(): boolean {
    return this.open;
  }

  /** The service has answered a call. */
  succeeded(): void {
    this.failures = 0;
    if (this.open) this.change(false);
  }

  /** The service could not be reached, or did not answer in time. */
  failed(): void {
    this.failures += 1;
    if (this.open || this.closed || this.failures < (this.options.failuresToOpen ?? DEFAULT_FAILURES_TO_OPEN)) return;
    this.change(true);
    void this.probe();
  }

  /** Ends probing, for good. */
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
