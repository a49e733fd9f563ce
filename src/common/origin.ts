import type { FastifyRequest } from 'fastify';
import { type HostSettings, ofHost, publicOrigin } from './hosts.js';

/** Scheme and host under which a page names itself, no slash at the end: its site's public one, else what the request was sent to. */
export function originOf(request: Pick<FastifyRequest, 'protocol' | 'headers'>, settings: HostSettings): string {
  const { host } = request.headers;
  const site = ofHost(host, settings.SITES) ?? settings.SITE;
  return publicOrigin(site, settings) ?? `${request.protocol}://${host ?? 'localhost'}`;
}

/**
 * The origins whose pages belong to the site of a request: its public one, and the host that was asked where that is another one. The host
 * of the public one counts with its scheme alone.
 */
export function ownOrigins(
  { protocol, headers: { host } }: Pick<FastifyRequest, 'protocol' | 'headers'>,
  settings: HostSettings,
): string[] {
  const known = publicOrigin(ofHost(host, settings.SITES) ?? settings.SITE, settings);
  const asked = host === undefined ? undefined : `${protocol}://${host}`;
  const isKnown = known !== undefined && host?.toLowerCase() === new URL(known).host;
  return [known, isKnown ? undefined : asked].filter((origin) => origin !== undefined);
}
