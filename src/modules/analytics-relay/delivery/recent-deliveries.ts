import type { DestinationName } from '../relay-event.js';

const MAX_DELIVERIES = 50;

/** An event that was sent, as an administrator may see it. */
export interface RecentDelivery {
  at: Date;
  destination: DestinationName;
  site: string;
  name: string;
  /** As it was sent, without what identifies a browser. */
  body: object;
  outcome: 'delivered' | 'refused' | 'retry' | 'unanswered';
  /** What the destination said, or why there was no answer. */
  answer: string;
}

/** The last events that were sent by this process. */
export class RecentDeliveries {
  private readonly deliveries: RecentDelivery[] = [];

  add(deliveries: readonly RecentDelivery[]): void {
    this.deliveries.push(...deliveries.slice(-MAX_DELIVERIES));
    this.deliveries.splice(0, this.deliveries.length - MAX_DELIVERIES);
  }

  /** The newest first. */
  list(): RecentDelivery[] {
    return [...this.deliveries].reverse();
  }
}
