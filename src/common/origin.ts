import type { FastifyRequest } from 'fastify';
import type { Settings } from '../settings.js';

/** Scheme and host under which a page names itself, no slash at the end. */
export function originOf(
  request: Pick<FastifyRequest, 'protocol' | 'headers'>,
  settings: Pick<Settings, 'PUBLIC_URL'>,
): string {
  return settings.PUBLIC_URL ?? `${request.protocol}://${request.headers.host ?? 'localhost'}`;
}
