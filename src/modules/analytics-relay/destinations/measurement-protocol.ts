import type { PostResult } from '../delivery/post-json.js';
import type { RelayEvent } from '../relay-event.js';
import type { Destination, Verdict } from './destination.js';

/** All events of a request share one timestamp, so they must not be further apart than this. */
const MAX_APART_MS = 60_000;
const MAX_EVENTS = 25;
const BAD_REQUEST = 400;
const TOO_LARGE = 413;
const UNPROCESSABLE = 422;

export interface MeasurementSettings {
  endpoint: string;
  measurementId: string;
  apiSecret: string;
}

/**
 * Google's Measurement Protocol. It responds with 2xx to everything that it can read, and counts repeated events again. A request is
 * therefore repeated only if it was certainly never sent.
 */
export class MeasurementProtocol implements Destination {
  readonly name = 'measurement';
  readonly maxBatch = MAX_EVENTS;
  readonly maxRequests = 8;
  readonly dropsRepetitions = false;

  constructor(private readonly settings: MeasurementSettings) {}

  groupOf({ visitor, at }: RelayEvent): string {
    return `${visitor.clientId} ${visitor.allowsAds === true} ${Math.floor(at / MAX_APART_MS)}`;
  }

  request(events: readonly RelayEvent[]): { address: string; body: object } {
    return { address: this.address(this.settings.endpoint), body: this.body(events) };
  }

  /** The same request for the validation endpoint, which reports what is invalid and counts nothing. */
  debugRequest(events: readonly RelayEvent[]): { address: string; body: object } {
    const debug = new URL(this.settings.endpoint);
    debug.pathname = `/debug${debug.pathname}`;
    const body = this.body(events);
    return { address: this.address(debug.href), body: { ...body, validation_behavior: 'ENFORCE_RECOMMENDATIONS' } };
  }

  verdict(result: PostResult): Verdict {
    if (result.kind === 'unreached') return { kind: 'retry', reason: result.reason };
    if (result.kind === 'unanswered') return { kind: 'unanswered', reason: result.reason };
    const { status, retryAfterMs } = result;
    if (status >= 200 && status < 300) return { kind: 'delivered' };
    const reason = `status ${status}`;
    if ([BAD_REQUEST, TOO_LARGE, UNPROCESSABLE].includes(status)) return { kind: 'refused', reason };
    // A proxy that responded may have forwarded the request before.
    return { kind: 'unanswered', reason: retryAfterMs ? `${reason}, retry later` : reason };
  }

  redacted(event: RelayEvent): object {
    return { ...this.body([event]), client_id: '…' };
  }

  private body(events: readonly RelayEvent[]) {
    const { visitor, at } = events[0]!;
    const ads = visitor.allowsAds ? 'GRANTED' : 'DENIED';
    return {
      client_id: visitor.clientId,
      timestamp_micros: at * 1000,
      consent: { ad_user_data: ads, ad_personalization: ads },
      events: events.map(({ name, parameters }) => ({ name, params: parameters })),
    };
  }

  private address(endpoint: string): string {
    const address = new URL(endpoint);
    address.searchParams.set('measurement_id', this.settings.measurementId);
    // The protocol accepts the secret only in the URL.
    address.searchParams.set('api_secret', this.settings.apiSecret);
    return address.href;
  }
}
