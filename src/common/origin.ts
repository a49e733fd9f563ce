import type { FastifyRequest } from 'fastify';
import type { Settings } from '../settings.js';

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

/** What settings say of where sites are. */
export type HostSettings = Pick<Settings, 'PUBLIC_URL' | 'SITE' | 'SITES'>;

/** What belongs to a Host header: to the name with its port, or to the name alone. */
export function ofHost<T>(host: string | undefined, byHost: ReadonlyMap<string, T>): T | undefined {
  if (!host || byHost.size === 0) return undefined;
  const name = host.toLowerCase();
  return byHost.get(name) ?? byHost.get(name.replace(/:\d+$/, ''));
}

/** The first host that SITES gives a site; undefined where it gives none. */
export function hostOf(site: string, sites: HostSettings['SITES']): string | undefined {
  for (const [host, name] of sites) if (name === site) return host;
  return undefined;
}

/**
 * Scheme and host at which everybody reaches a site, no slash at the end: PUBLIC_URL for SITE and for sites that have no host in SITES;
 * for the others their host, with PUBLIC_URL's scheme, and its port unless SITES says another. undefined without PUBLIC_URL.
 */
export function publicOrigin(site: string, { PUBLIC_URL, SITE, SITES }: HostSettings): string | undefined {
  const host = site === SITE ? undefined : hostOf(site, SITES);
  if (!PUBLIC_URL || host === undefined) return PUBLIC_URL;
  const { protocol, port } = new URL(PUBLIC_URL);
  return `${protocol}//${host}${port && !host.includes(':') ? `:${port}` : ''}`;
}
