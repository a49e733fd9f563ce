import { randomInt } from 'node:crypto';

/** Identifies a browser to Google where Google's own tag does not; set only after consent. */
export const VISITOR_COOKIE = 'causeboard-measured';
/** 13 months, the maximum that European authorities allow. */
export const VISITOR_COOKIE_SECONDS = 395 * 24 * 3600;
/** A visit ends after 30 minutes without an event, as in Google's own tag. */
const MAX_PAUSE_SECONDS = 30 * 60;

export interface MeasuredVisitor {
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
