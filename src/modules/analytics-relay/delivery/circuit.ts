const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5 * 60_000;
/** 2 to this power is more than the longest pause. */
const MAX_DOUBLINGS = 20;

/**
 * Whether a destination is tried. After a failure it is left alone for a while, then tried with a single request; each further failure
 * doubles the pause, with jitter, so that processes do not come back at the same moment. Unlike the circuit of the backend's client it
 * needs no probe: events wait, visitors do not.
 */
export class Circuit {
  private failures = 0;
  private opensAt = 0;

  /** @param random between 0 and 1 */
  constructor(private readonly random: () => number = Math.random) {}

  get state(): 'closed' | 'open' | 'half-open' {
    if (this.failures === 0) return 'closed';
    return this.opensAt > Date.now() ? 'open' : 'half-open';
  }

  /** How long the destination is left alone. */
  get pauseMs(): number {
    return Math.max(0, this.opensAt - Date.now());
  }

  succeeded(): void {
    this.failures = 0;
    this.opensAt = 0;
  }

  /** @param atLeastMs what the destination asked for */
  failed(atLeastMs = 0): void {
    // Requests that were under way together are one failure.
    if (this.state === 'open') return;
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.failures, MAX_DOUBLINGS));
    this.failures += 1;
    this.opensAt = Date.now() + Math.max(Math.min(atLeastMs, MAX_PAUSE_MS), pause * (0.5 + this.random() / 2));
  }

  /** Somebody asks for another attempt. */
  reset(): void {
    this.opensAt = 0;
  }
}
