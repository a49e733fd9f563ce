import type { PostResult } from '../delivery/post-json.js';
import type { RelayEvent } from '../relay-event.js';
import type { Destination, Verdict } from './destination.js';

const MAX_EVENTS = 1_000;
const TOO_MANY = 429;
const SERVER_ERROR = 500;
/** Error codes of the Graph API for temporary failures. */
const PASSING_CODES = [1, 2, 4, 17, 341, 368, 5000, 80003];
/** Error codes for a missing token or permission: an operator can fix that, and the events themselves are valid. */
const ACCESS_CODES = [10, 102, 190, 200, 294];
/** Minimum pause after such an error, in which an operator can fix it. */
const ACCESS_PAUSE_MS = 60_000;
const MAX_REASON_LENGTH = 300;

export interface ConversionSettings {
  endpoint: string;
  version: string;
  pixelId: string;
  accessToken: string;
}

/** Meta's Conversions API. It drops an event whose id it has already received within two days. */
export class ConversionsApi implements Destination {
  readonly name = 'conversion';
  readonly maxBatch = MAX_EVENTS;
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
