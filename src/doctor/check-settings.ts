import type { Settings } from '../settings.js';
import type { Finding } from './finding.js';

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
