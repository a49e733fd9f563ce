import { Redis } from 'ioredis';
import { createTransport } from 'nodemailer';
import type { Settings } from '../settings.js';
import { type Finding, reasonOf } from './finding.js';

const LIMIT_MS = 5000;
const HTTP_OK = 200;

/** Checks whether the product can log in to the SMTP server. Sends no mail. */
export async function checkMail({ SMTP_URL }: Pick<Settings, 'SMTP_URL'>): Promise<readonly Finding[]> {
  const check = 'SMTP';
  if (SMTP_URL === undefined)
    return [{ check, state: 'warning', found: 'SMTP_URL is not set, so no email is sent', fix: 'set SMTP_URL' }];
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: LIMIT_MS,
    dnsTimeout: LIMIT_MS,
    greetingTimeout: LIMIT_MS,
    socketTimeout: LIMIT_MS,
  });
  try {
    await transport.verify();
    return [{ check, state: 'ok', found: `${hostOf(SMTP_URL)} accepts mail` }];
  } catch (error) {
    const fix = 'correct SMTP_URL, or allow the connection in the firewall';
    return [{ check, state: 'failed', found: `${hostOf(SMTP_URL)}: ${reasonOf(error)}`, fix }];
  } finally {
    transport.close();
  }
}

/** Checks Redis, in which several processes share their rate limits. */
export async function checkRedis({ REDIS_URL }: Pick<Settings, 'REDIS_URL'>): Promise<readonly Finding[]> {
  const check = 'Redis';
  if (REDIS_URL === undefined)
    return [{ check, state: 'ok', found: 'REDIS_URL is not set: each process counts rate limits by itself' }];
  const redis = new Redis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: LIMIT_MS,
    commandTimeout: LIMIT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
  });
  // Errors are reported by the calls below.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return [{ check, state: 'ok', found: `${hostOf(REDIS_URL)} answers` }];
  } catch (error) {
    const fix = 'start it, or correct REDIS_URL; until then each process counts rate limits by itself';
    return [{ check, state: 'failed', found: `${hostOf(REDIS_URL)}: ${reasonOf(error)}`, fix }];
  } finally {
    redis.disconnect();
  }
}

/** Checks whether an external backend responds to GraphQL requests. */
export async function checkExternalBackend(url: string): Promise<readonly Finding[]> {
  const check = 'external backend';
  const fix = 'start it, or correct BACKEND_GRAPHQL_URL';
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }' }),
      signal: AbortSignal.timeout(LIMIT_MS),
      redirect: 'manual',
    });
    const target = answer.headers.get('location');
    if (answer.status >= 300 && answer.status < 400 && target !== null) {
      const found = `${hostOf(url)} redirects to ${originOf(target, url)}, which the product does not follow`;
      return [{ check, state: 'failed', found, fix: 'set BACKEND_GRAPHQL_URL to the address that answers' }];
    }
    if (answer.status < HTTP_OK * 2 || answer.status === 400)
      return [{ check, state: 'ok', found: `${hostOf(url)} answers` }];
    return [{ check, state: 'failed', found: `${hostOf(url)} answers with status ${answer.status}`, fix }];
  } catch (error) {
    const { cause } = error as Error;
    return [{ check, state: 'failed', found: `${hostOf(url)}: ${reasonOf(cause ?? error)}`, fix }];
  }
}

/** Public, of a content type that hardly anything else has. Proxies need not let visitors read the health checks. */
const PUBLIC_PATH = '/speculation-rules.json';
const PUBLIC_TYPE = 'application/speculationrules+json';

/** Checks whether the product can be reached at the address that is used in mails. */
export async function checkPublicAddress(url: string): Promise<readonly Finding[]> {
  const check = 'public address';
  const fix = 'check the DNS entry, the certificate and the proxy; the product has to be running';
  const failed = (found: string): readonly Finding[] => [{ check, state: 'failed', found, fix }];
  try {
    // A CDN may have the file, but not with this query.
    const answer = await fetch(`${url}${PUBLIC_PATH}?doctor=${Date.now()}`, {
      signal: AbortSignal.timeout(LIMIT_MS),
      redirect: 'manual',
    });
    const type = answer.headers.get('content-type') ?? 'no content type';
    if (answer.status !== HTTP_OK) return failed(`${url}${PUBLIC_PATH} answers with status ${answer.status}`);
    if (!type.startsWith(PUBLIC_TYPE)) return failed(`${url} belongs to another program: ${PUBLIC_PATH} has ${type}`);
    return [{ check, state: 'ok', found: `${url} leads to the product` }];
  } catch (error) {
    const { cause } = error as Error;
    return failed(`${url}: ${reasonOf(cause ?? error)}`);
  }
}

/** @returns scheme and host of the target of a redirect, which may be relative, or contain a password */
function originOf(target: string, url: string): string {
  return URL.canParse(target, url) ? new URL(target, url).origin : 'an invalid address';
}

/** @returns the host of an address, without the password that the address may contain */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the address';
}

type Read = Pick<
  Settings,
  | 'NODE_ENV'
  | 'PUBLIC_URL'
  | 'TRUST_PROXY'
  | 'DEMO_DATA'
  | 'RATE_LIMITS'
  | 'LOG_LEVEL'
  | 'SESSION_JSON_JWT'
  | 'METRICS_PORT'
> & { METRICS_HOST: string };

/** Checks for settings that are valid on their own, but probably unintended in combination. @param hasSecret whether AUTH_SECRET is set */
export function checkSettings(settings: Read, hasSecret: boolean): readonly Finding[] {
  const findings = [...findContradictions(settings, hasSecret)];
  return findings.length > 0
    ? findings
    : [{ check: 'settings', state: 'ok', found: 'they are valid and fit together' }];
}

function* findContradictions(settings: Read, hasSecret: boolean): Generator<Finding> {
  const warning = (found: string, fix: string): Finding => ({ check: 'settings', state: 'warning', found, fix });
  const { PUBLIC_URL, TRUST_PROXY, DEMO_DATA, RATE_LIMITS, NODE_ENV, LOG_LEVEL } = settings;
  if (!hasSecret)
    yield warning(
      'AUTH_SECRET is not set, so all users are logged out when the process ends, and several processes cannot share sessions',
      'set AUTH_SECRET to 32 random characters or more',
    );
  if (PUBLIC_URL === undefined)
    yield warning(
      'PUBLIC_URL is not set, so the addresses in emails come from the Host header of requests',
      'set PUBLIC_URL to the address that visitors use',
    );
  if (PUBLIC_URL?.startsWith('https:') && !TRUST_PROXY)
    yield warning(
      'PUBLIC_URL is https, which a proxy has to provide, but TRUST_PROXY is off: all visitors have the address of the proxy, and share its rate limits',
      'set TRUST_PROXY=on if the proxy sets X-Forwarded-For and X-Forwarded-Proto itself',
    );
  if (DEMO_DATA && PUBLIC_URL !== undefined)
    yield warning('DEMO_DATA is on at a public address: everybody can log in as a demo account', 'set DEMO_DATA=off');
  if (!RATE_LIMITS && NODE_ENV === 'production')
    yield warning('RATE_LIMITS is off: passwords can be tried without limit', 'set RATE_LIMITS=on');
  if (settings.SESSION_JSON_JWT)
    yield warning(
      'SESSION_JSON_JWT is on: a script injected into a page can read the token of the visitor',
      'turn it off unless a client needs it',
    );
  if (settings.METRICS_PORT !== undefined && settings.METRICS_HOST === '0.0.0.0')
    yield warning(
      `the metrics are open to everyone who reaches port ${settings.METRICS_PORT}`,
      'allow only Prometheus in the firewall or the container network',
    );
  if (LOG_LEVEL === 'silent' || LOG_LEVEL === 'fatal')
    yield warning(`LOG_LEVEL is ${LOG_LEVEL}: errors are not logged`, 'set LOG_LEVEL=info');
}
