const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5 * 60_000;
/** Two to this power exceeds the longest pause. */
const MAX_DOUBLINGS = 20;

/**
 * Decides whether requests are sent to a destination. After a failure there is a pause, then a single trial request; each further failure
 * doubles the pause. Jitter keeps processes from resuming at the same moment. Unlike the circuit breaker of the backend client, it needs no
 * probe, because no visitor waits for these events.
 */
export class Circuit {
  private failures = 0;
  private opensAt = 0;

  /** @param random returns a number between 0 and 1 */
  constructor(private readonly random: () => number = Math.random) {}

  get state(): 'closed' | 'open' | 'half-open' {
    if (this.failures === 0) return 'closed';
    return this.opensAt > Date.now() ? 'open' : 'half-open';
  }

  /** Remaining pause before the next trial request, in milliseconds. */
  get pauseMs(): number {
    return Math.max(0, this.opensAt - Date.now());
  }

  succeeded(): void {
    this.failures = 0;
    this.opensAt = 0;
  }

  /** @param atLeastMs minimum pause requested by the destination */
  failed(atLeastMs = 0): void {
    // Parallel requests that fail together count as one failure.
    if (this.state === 'open') return;
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.failures, MAX_DOUBLINGS));
    this.failures += 1;
    this.opensAt = Date.now() + Math.max(Math.min(atLeastMs, MAX_PAUSE_MS), pause * (0.5 + this.random() / 2));
  }

  /** Ends the pause, because an administrator requested another attempt. */
  reset(): void {
    this.opensAt = 0;
  }
}
