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
    });
    if (answer.status < HTTP_OK * 2 || answer.status === 400)
      return [{ check, state: 'ok', found: `${hostOf(url)} answers` }];
    return [{ check, state: 'failed', found: `${hostOf(url)} answers with status ${answer.status}`, fix }];
  } catch (error) {
    const { cause } = error as Error;
    return [{ check, state: 'failed', found: `${hostOf(url)}: ${reasonOf(cause ?? error)}`, fix }];
  }
}

/** Checks whether the product can be reached at the address that is used in mails. */
export async function checkPublicAddress(url: string): Promise<readonly Finding[]> {
  const check = 'public address';
  const fix = 'check the DNS entry, the certificate and the proxy; the product has to be running';
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(LIMIT_MS), redirect: 'manual' });
    if (answer.status === HTTP_OK) return [{ check, state: 'ok', found: `${url} is ready` }];
    return [{ check, state: 'failed', found: `${url}/health/ready answers with status ${answer.status}`, fix }];
  } catch (error) {
    const { cause } = error as Error;
    return [{ check, state: 'failed', found: `${url}: ${reasonOf(cause ?? error)}`, fix }];
  }
}

/** @returns the host of an address, without the password that the address may contain */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the address';
}
