import type { FastifyRequest } from 'fastify';
import type { Settings } from '../settings.js';

/**
 * Returns the scheme and host used in a page's links to itself, without a trailing slash: the site's public origin, otherwise that of the
 * request.
 */
export function originOf(request: Pick<FastifyRequest, 'protocol' | 'headers'>, settings: HostSettings): string {
  const { host } = request.headers;
  const site = ofHost(host, settings.SITES) ?? settings.SITE;
  return publicOrigin(site, settings) ?? `${request.protocol}://${host ?? 'localhost'}`;
}

/**
 * Returns the origins whose pages belong to the site of a request: its public origin, and the requested host if that differs. The host of
 * the public origin is valid only with its scheme.
 */
export function ownOrigins(
  { protocol, headers: { host } }: Pick<FastifyRequest, 'protocol' | 'headers'>,
  settings: HostSettings,
): string[] {
  const known = publicOrigin(ofHost(host, settings.SITES) ?? settings.SITE, settings);
  const requested = host === undefined ? undefined : `${protocol}://${host}`;
  const isKnown = known !== undefined && host?.toLowerCase() === new URL(known).host;
  return [known, isKnown ? undefined : requested].filter((origin) => origin !== undefined);
}

/** The settings that define the hosts of sites. */
export type HostSettings = Pick<Settings, 'PUBLIC_URL' | 'SITE' | 'SITES'>;

/** Looks a Host header up: by name and port first, then by the name alone. */
export function ofHost<T>(host: string | undefined, byHost: ReadonlyMap<string, T>): T | undefined {
  if (!host || byHost.size === 0) return undefined;
  const name = host.toLowerCase();
  return byHost.get(name) ?? byHost.get(name.replace(/:\d+$/, ''));
}

/** Returns the first host of a site in SITES; undefined if there is none. */
export function hostOf(site: string, sites: HostSettings['SITES']): string | undefined {
  for (const [host, name] of sites) if (name === site) return host;
  return undefined;
}

/**
 * Returns the public origin of a site, without a trailing slash: PUBLIC_URL for SITE and for sites without a host in SITES; for the others
 * their host, with the scheme of PUBLIC_URL, and its port unless SITES contains another one. undefined without PUBLIC_URL.
 */
export function publicOrigin(site: string, { PUBLIC_URL, SITE, SITES }: HostSettings): string | undefined {
  const host = site === SITE ? undefined : hostOf(site, SITES);
  if (!PUBLIC_URL || host === undefined) return PUBLIC_URL;
  const { protocol, port } = new URL(PUBLIC_URL);
  return `${protocol}//${host}${port && !host.includes(':') ? `:${port}` : ''}`;
}

/** Headers that tell which page a request comes from. */
interface SourceHeaders {
  origin?: string;
  referer?: string;
  'sec-fetch-site'?: string | string[];
}

/**
 * Whether a request comes from a page of this site. Without any such headers the result is true; a value that other sites cannot send, such
 * as the form's token, then has to prove it.
 *
 * @param own the origins of this site, see `ownOrigins`
 */
export function isFromSameOrigin(headers: SourceHeaders, own: readonly string[]): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const source = headers.origin ?? headers.referer;
  return source === undefined || own.some((origin) => isOf(source, origin));
}

/**
 * `null` is the origin of sandboxed frames and of files, and is rejected. If the request came without TLS, a proxy may have terminated it
 * without saying so: then the same page with https is accepted too, but never the reverse.
 */
function isOf(source: string, origin: string): boolean {
  if (!URL.canParse(source) || !URL.canParse(origin)) return false;
  const [page, own] = [new URL(source), new URL(origin)];
  if (page.origin === own.origin) return true;
  return own.protocol === 'http:' && page.protocol === 'https:' && page.host === own.host;
}
