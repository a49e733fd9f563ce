import type { FastifyRequest } from 'fastify';
import { type HostSettings, ofHost, publicOrigin } from './hosts.js';

/** Scheme and host under which a page names itself, no slash at the end: its site's public one, else what the request was sent to. */
export function originOf(request: Pick<FastifyRequest, 'protocol' | 'headers'>, settings: HostSettings): string {
  const { host } = request.headers;
  const site = ofHost(host, settings.SITES) ?? settings.SITE;
  return publicOrigin(site, settings) ?? `${request.protocol}://${host ?? 'localhost'}`;
}
