import type { PostResult } from './delivery/post-json.js';
import type { DestinationName, RelayEvent } from './relay-event.js';

/** What a response means for the events of the request. */
export type Verdict =
  | { kind: 'delivered' }
  /** The request was read and rejected because of its content: repeating it with the same events would fail again. */
  | { kind: 'refused'; reason: string }
  /** Nothing was accepted, for a temporary reason. */
  | { kind: 'retry'; reason: string; afterMs?: number }
  /** It is unknown whether the events were accepted. */
  | { kind: 'unanswered'; reason: string };

/** A service that events are relayed to. */
export interface Destination {
  readonly name: DestinationName;
  readonly maxBatch: number;
  readonly maxRequests: number;
  /** Whether the service drops events that it receives twice. */
  readonly dropsRepetitions: boolean;
  /** Events with the same group may share a request. */
  groupOf(event: RelayEvent): string;
  request(events: readonly RelayEvent[]): { address: string; body: object };
  verdict(result: PostResult): Verdict;
  /** Returns the event as it is sent, without data that identifies a browser, for administrators. */
  redacted(event: RelayEvent): object;
}

/** All events of a request share one timestamp, so they must not be further apart than this. */
const MAX_APART_MS = 60_000;
const MAX_EVENTS = 25;
const BAD_REQUEST = 400;
const TOO_LARGE = 413;
const UNPROCESSABLE = 422;

interface MeasurementSettings {
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

const MAX_CONVERSIONS = 1_000;
const TOO_MANY = 429;
const SERVER_ERROR = 500;
/** Error codes of the Graph API for temporary failures. */
const PASSING_CODES = [1, 2, 4, 17, 341, 368, 5000, 80003];
/** Error codes for a missing token or permission: an operator can fix that, and the events themselves are valid. */
const ACCESS_CODES = [10, 102, 190, 200, 294];
/** Minimum pause after such an error, in which an operator can fix it. */
const ACCESS_PAUSE_MS = 60_000;
const MAX_REASON_LENGTH = 300;

interface ConversionSettings {
  endpoint: string;
  version: string;
  pixelId: string;
  accessToken: string;
}

/** Meta's Conversions API. It drops an event whose id it has already received within two days. */
export class ConversionsApi implements Destination {
  readonly name = 'conversion';
  readonly maxBatch = MAX_CONVERSIONS;
  readonly maxRequests = 2;
  readonly dropsRepetitions = true;

  constructor(private readonly settings: ConversionSettings) {}

  groupOf(): string {
    return '';
  }

  request(events: readonly RelayEvent[], testCode?: string): { address: string; body: object } {
    const { endpoint, version, pixelId, accessToken } = this.settings;
    // The token is in the body, because URLs are logged in transit.
    const body = { data: events.map(eventBody), access_token: accessToken };
    return {
      address: `${endpoint.replace(/\/$/, '')}/${version}/${pixelId}/events`,
      body: testCode ? { ...body, test_event_code: testCode } : body,
    };
  }

  verdict(result: PostResult): Verdict {
    if (result.kind === 'unreached') return { kind: 'retry', reason: result.reason };
    if (result.kind === 'unanswered') return { kind: 'unanswered', reason: result.reason };
    const { status, text, retryAfterMs } = result;
    if (status >= 200 && status < 300) return { kind: 'delivered' };
    const { code, message } = graphError(text);
    const reason = `status ${status}${code === undefined ? '' : `, code ${code}`}${message ? `: ${message}` : ''}`;
    if (code !== undefined && ACCESS_CODES.includes(code)) return { kind: 'retry', reason, afterMs: ACCESS_PAUSE_MS };
    const passes =
      status === TOO_MANY || status >= SERVER_ERROR || (code !== undefined && PASSING_CODES.includes(code));
    return passes ? { kind: 'retry', reason, afterMs: retryAfterMs } : { kind: 'refused', reason };
  }

  redacted(event: RelayEvent): object {
    return { ...eventBody(event), user_data: '…' };
  }
}

function eventBody({ id, name, at, parameters, visitor }: RelayEvent): object {
  const { page, agent, browserId, clickId } = visitor;
  return {
    event_name: name,
    event_time: Math.floor(at / 1000),
    event_id: id,
    action_source: 'website',
    event_source_url: page,
    user_data: { client_user_agent: agent, fbp: browserId, fbc: clickId },
    custom_data: parameters,
  };
}

function graphError(text: string): { code?: number; message?: string } {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } };
    const code = typeof error?.code === 'number' ? error.code : undefined;
    const message = typeof error?.message === 'string' ? error.message.slice(0, MAX_REASON_LENGTH) : undefined;
    return { code, message };
  } catch {
    return {};
  }
}
