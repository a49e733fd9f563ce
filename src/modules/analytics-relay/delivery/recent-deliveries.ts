import type { DestinationName } from '../relay-event.js';

const MAX_DELIVERIES = 50;

/** A sent event, in the form that administrators may see. */
export interface RecentDelivery {
  at: Date;
  destination: DestinationName;
  site: string;
  name: string;
  /** The event as sent, without data that identifies a browser. */
  body: object;
  outcome: 'delivered' | 'refused' | 'retry' | 'unanswered';
  /** The response of the destination, or why there was none. */
  answer: string;
}

/** The most recent events that this process has sent. */
export class RecentDeliveries {
  private readonly deliveries: RecentDelivery[] = [];

  add(deliveries: readonly RecentDelivery[]): void {
    this.deliveries.push(...deliveries.slice(-MAX_DELIVERIES));
    this.deliveries.splice(0, this.deliveries.length - MAX_DELIVERIES);
  }

  /** Returns the deliveries, newest first. */
  list(): RecentDelivery[] {
    return [...this.deliveries].reverse();
  }
}
