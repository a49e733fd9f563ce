import type { DestinationName, RelayOutcome } from './relay-event.js';

/** Number of events per outcome: each accepted event is delivered, dropped for a reason, or still queued. */
export type OutcomeCounts = Partial<Record<RelayOutcome, number>>;

/** The counts of all destinations (`relay_events_total{destination, outcome}`). */
export class RelayCounts {
  private readonly counts: Record<DestinationName, OutcomeCounts> = { measurement: {}, conversion: {} };

  add(destination: DestinationName, outcome: RelayOutcome, by = 1): void {
    const counts = this.counts[destination];
    counts[outcome] = (counts[outcome] ?? 0) + by;
  }

  of(destination: DestinationName): Readonly<OutcomeCounts> {
    return this.counts[destination];
  }

  all(): Readonly<Record<DestinationName, OutcomeCounts>> {
    return this.counts;
  }
}
