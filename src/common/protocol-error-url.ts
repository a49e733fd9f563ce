import type { FastifyRequest } from 'fastify';
import type { AuthErrorCode } from '#contract/accounts/auth-errors.js';
import type { Settings } from '../settings.js';
import { originOf } from './origin.js';

const SERVER_ERROR = 500;

/**
 * Returns the redirect URL for a form of the session protocol that was rejected before its content was read: too large, of the wrong type,
 * or malformed. Clients of the protocol read `url` regardless of the status, and the client of next-auth fails without it.
 *
 * @returns undefined for other requests
 */
export function protocolErrorUrl(
  request: FastifyRequest,
  status: number,
  settings: Pick<Settings, 'AUTH_BASE_PATH' | 'PUBLIC_URL' | 'SITE' | 'SITES'>,
): string | undefined {
  const base = settings.AUTH_BASE_PATH;
  const [path = ''] = request.url.split('?', 1);
  if (request.method !== 'POST' || !path.startsWith(`${base}/`)) return undefined;
  const [endpoint, provider = ''] = path.slice(base.length + 1).split('/');
  const origin = originOf(request, settings);
  if ((endpoint !== 'callback' && endpoint !== 'signin') || !URL.canParse(origin)) return undefined;
  const error = errorOf(endpoint, status);
  return `${origin}${base}/error?${new URLSearchParams({ error, provider }).toString()}`;
}

function errorOf(endpoint: 'callback' | 'signin', status: number): AuthErrorCode {
  if (endpoint === 'signin') return 'OAuthSignin';
  return status >= SERVER_ERROR ? 'Callback' : 'CredentialsSignin';
}
