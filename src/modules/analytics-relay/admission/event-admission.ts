import { randomUUID, randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { CONSENT_COOKIE, parseConsentCookie, VISITOR_COOKIE } from '#contract/consent/consent-cookie.js';
import type { ConsentChoices } from '#contract/consent/consent-services.js';
import {
  DEFAULT_EVENT_VALUE,
  eventDefinition,
  type EventParameters,
  relayedParameters,
  SERVER_EVENT_PREFIX,
} from '#contract/measurement/events.js';
import { type HostSettings, originOf } from '../../../common/origin.js';
import { isRobot } from '../../../common/robots.js';
import { SETTINGS } from '../../../settings.js';
import type { Site } from '../../sites/index.js';
import { CONSENT_OF, type DestinationName, type RelayEvent, type RelayVisitor } from '../relay-event.js';
import { Relays } from '../relays.js';
import { type CheckedParameters, pageAddress, withoutPersonalData } from './event-parameters.js';

/** 13 months, the maximum that European authorities allow. */
const VISITOR_COOKIE_SECONDS = 395 * 24 * 3600;

/** A visit ends after 30 minutes without an event, as in Google's own tag. */
const MAX_PAUSE_SECONDS = 30 * 60;

/** Number of event ids that are remembered, so that a repeated event is accepted only once. */
const MAX_REMEMBERED = 50_000;
/** Google counts an event as part of an engaged visit only if it has an engagement time. */
const ENGAGEMENT_MSEC = 100;
const MAX_AGENT_LENGTH = 300;

/** An event that has passed validation. */
export interface SentEvent {
  destination: DestinationName;
  /** Event name without the prefix. */
  key: string;
  parameters: CheckedParameters;
  /** Id given by the browser. */
  id?: string;
}

export interface AcceptedEvent {
  accepted: true;
  id: string;
  /** Why the event is not relayed. */
  suppressed?: 'consent' | 'robot';
}

/** Decides whether an event is relayed, and which of its data may leave the server. */
@Injectable()
export class EventAdmission {
  private readonly remembered = new LRUCache<string, true>({ max: MAX_REMEMBERED });

  constructor(
    @Inject(Relays) private readonly relays: Relays,
    @Inject(SETTINGS) private readonly settings: HostSettings,
  ) {}

  /** @returns the response, and a cookie that identifies the visitor's browser, if one is set */
  async admit(
    sent: SentEvent,
    { config, public: addresses }: Pick<Site, 'config' | 'public'>,
    request: FastifyRequest,
  ): Promise<{ answer: AcceptedEvent; setCookie?: string }> {
    const { destination } = sent;
    const id = sent.id ?? randomUUID();
    const { headers } = request;
    const cookies = headers.cookie ? request.server.parseCookie(headers.cookie) : {};
    const choices = parseConsentCookie(cookies[CONSENT_COOKIE]);
    const suppressed = isRobot(headers['user-agent'])
      ? 'robot'
      : isAgreed(destination, choices, headers['sec-gpc'])
        ? undefined
        : 'consent';
    if (suppressed) {
      this.relays.store.count(destination, 'suppressed');
      return { answer: { accepted: true, id, suppressed } };
    }
    if (this.isKnown(`${destination} ${id}`)) {
      this.relays.store.count(destination, 'duplicate');
      return { answer: { accepted: true, id } };
    }
    const event = { id, destination, site: config.name, at: Date.now() };
    if (destination === 'conversion') {
      await this.relays.accept({
        ...event,
        ...conversion(sent, request, { cookies, addresses, settings: this.settings }),
      });
      return { answer: { accepted: true, id } };
    }
    const visitor = measuredVisitor(cookies, this.relays.container, event.at);
    const allowsAds = choices['google-ad-manager'] === true && headers['sec-gpc'] !== '1';
    await this.relays.accept({
      ...event,
      name: SERVER_EVENT_PREFIX + sent.key,
      parameters: measurementParameters(sent, addresses, visitor.sessionId),
      visitor: { clientId: visitor.clientId, allowsAds },
    });
    return { answer: { accepted: true, id }, setCookie: visitor.cookie && this.visitorCookie(request, visitor.cookie) };
  }

  private isKnown(key: string): boolean {
    if (this.remembered.has(key)) return true;
    this.remembered.set(key, true);
    return false;
  }

  private visitorCookie(request: FastifyRequest, value: string): string {
    return request.server.serializeCookie(VISITOR_COOKIE, value, {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: originOf(request, this.settings).startsWith('https:'),
      maxAge: VISITOR_COOKIE_SECONDS,
    });
  }
}

/** Only the server decides: claims of a script about consent are ignored. */
function isAgreed(destination: DestinationName, choices: ConsentChoices, gpc: string | string[] | undefined): boolean {
  // Global Privacy Control forbids sharing data for advertising.
  if (destination === 'conversion' && gpc === '1') return false;
  return choices[CONSENT_OF[destination]] === true;
}

function measurementParameters(sent: SentEvent, site: Site['public'], sessionId: string): RelayEvent['parameters'] {
  const value = typeof sent.parameters.value === 'number' ? sent.parameters.value : DEFAULT_EVENT_VALUE;
  const parameters = scrubbed(sent, site);
  // Added after the session parameters of the script were removed: the session is always the one of the consent cookie.
  return {
    ...parameters,
    value,
    server: 1,
    frontend: site.name,
    session_id: sessionId,
    engagement_time_msec: ENGAGEMENT_MSEC,
  };
}

function conversion(
  sent: SentEvent,
  request: FastifyRequest,
  context: { cookies: Readonly<Record<string, string | undefined>>; addresses: Site['public']; settings: HostSettings },
): Pick<RelayEvent, 'name' | 'parameters' | 'visitor'> {
  const { cookies, addresses, settings } = context;
  const { _fbp: browserId, _fbc: clickId } = cookies;
  const { referer, 'user-agent': agent } = request.headers;
  const visitor: RelayVisitor = {
    page: pageAddress(referer && URL.canParse(referer) ? referer : originOf(request, settings), addresses),
    agent: agent?.slice(0, MAX_AGENT_LENGTH) ?? 'unknown',
    browserId: /^fb\.\d\.\d{1,15}\.\d{1,20}$/.test(browserId ?? '') ? browserId : undefined,
    clickId: /^fb\.\d\.\d{1,15}\.[\w-]{1,500}$/.test(clickId ?? '') ? clickId : undefined,
  };
  const value = sent.parameters.value ?? DEFAULT_EVENT_VALUE;
  return {
    name: eventDefinition(sent.key)?.metaName ?? sent.key,
    parameters: { ...scrubbed(sent, addresses), value },
    visitor,
  };
}

/** Returns the parameters without data that must not leave the server. */
function scrubbed(
  { key, parameters }: SentEvent,
  site: Site['public'],
): Record<string, RelayEvent['parameters'][string]> {
  const relayed = relayedParameters(key, parameters as EventParameters) as CheckedParameters;
  const scrub = <Value>(value: Value) => (typeof value === 'string' ? withoutPersonalData(value, site) : value);
  return Object.fromEntries(
    Object.entries(relayed).map(([name, value]) => [name, Array.isArray(value) ? value.map(scrub) : scrub(value)]),
  );
}

interface MeasuredVisitor {
  clientId: string;
  sessionId: string;
  /** Value of the cookie to set; missing if Google's tag has set its own cookie. */
  cookie?: string;
}

/**
 * @param cookies cookies of a visitor who agreed to analytics
 * @param container the measurement id without `G-`
 * @param now in milliseconds
 */
export function measuredVisitor(
  cookies: Readonly<Record<string, string | undefined>>,
  container: string,
  now: number,
): MeasuredVisitor {
  const seconds = Math.floor(now / 1000);
  const own = /^(\d{1,12}\.\d{1,12})\.(\d{1,12})\.(\d{1,12})$/.exec(cookies[VISITOR_COOKIE] ?? '');
  const ownSession = own && seconds - Number(own[3]) <= MAX_PAUSE_SECONDS ? own[2]! : String(seconds);
  const tagClient = /^GA\d\.\d\.(\d{1,12}\.\d{1,12})$/.exec(cookies._ga ?? '')?.[1];
  const tagSession = sessionOfTag(cookies[`_ga_${container}`]);
  if (tagClient && tagSession) return { clientId: tagClient, sessionId: tagSession };
  const clientId = tagClient ?? own?.[1] ?? `${randomInt(1, 2 ** 31)}.${seconds}`;
  const sessionId = tagSession ?? ownSession;
  return { clientId, sessionId, cookie: `${clientId}.${sessionId}.${seconds}` };
}

/** Both forms are in use: `GS1.1.1700000000.…` and `GS2.1.s1700000000$o1$…`. */
function sessionOfTag(cookie: string | undefined): string | undefined {
  return /^GS\d\.\d\.(?:s(\d{1,12})(?:\$|$)|(\d{1,12})(?:\.|$))/
    .exec(cookie ?? '')
    ?.slice(1)
    .find(Boolean);
}
