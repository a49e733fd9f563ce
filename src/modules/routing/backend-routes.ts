import { GetRoutInfoDocument, type GetRoutInfoQuery, LandingPageTextDocument } from '#contract/generated/operations.js';
import { type GraphqlFailure, isUnsupported } from '#contract/backend/graphql-outcome.js';
import { type RouteMatch, summaryOf } from '#contract/pages/route-match.js';
import { escapeHtml } from '#shared/text/markup.js';
import type { RequestContext, GraphqlClient } from '../graphql-client/index.js';
import { readAddress } from './site-paths.js';

const REFUSED: RedirectTarget = { kind: 'refused' };

/** The backend's content for a path, after following all redirects. */
export type BackendRoute =
  | { kind: 'content'; match: RouteMatch }
  | { kind: 'redirect'; status: number; target: Exclude<RedirectTarget, { kind: 'refused' }> }
  | { kind: 'error'; status: number; reason: string }
  | { kind: 'unavailable'; failure: GraphqlFailure };

export interface RouteRequest {
  /** The path without the locale prefix and translated names. */
  path: string;
  language: string;
  context: RequestContext;
  /** Host of the request. */
  host: string | undefined;
  otherHosts: readonly string[];
  /** @returns the internal path of a URL if the backend is responsible for its content; otherwise undefined */
  backendPath(path: string): string | undefined;
}

/** A longer chain of redirects is considered a mistake. */
const MAX_HOPS = 5;
const MOVED = 301;
const FOUND = 302;
const BAD_GATEWAY = 502;
const LOOP_DETECTED = 508;

/**
 * Requests the content for a path from the backend (ROUTE-05). Visitors are sent directly to the end of a chain of redirects; a loop, or a
 * redirect to a host that the site does not allow, is an error.
 */
export async function askBackend(client: GraphqlClient, question: RouteRequest): Promise<BackendRoute> {
  const seen = new Set([question.path]);
  let path = question.path;
  let moved: Extract<BackendRoute, { kind: 'redirect' }> | undefined;
  for (;;) {
    const variables = { slug: path, language: question.language };
    const answer = await client.request(GetRoutInfoDocument, variables, question.context);
    if (!answer.ok) return moved ?? { kind: 'unavailable', failure: answer.failure };
    const route = answer.data.getRoutInfo;
    if (route.__typename === 'ErrorResponse')
      return { kind: 'error', status: errorStatus(route.code), reason: route.reason };
    if (route.__typename === 'ContentResponse') return moved ?? contentOf(client, route.content, question);
    const target = readTarget(route.target, question.host, question.otherHosts);
    if (target.kind === 'refused')
      return { kind: 'error', status: BAD_GATEWAY, reason: 'The backend redirects to where this site may not lead.' };
    // One temporary redirect makes the whole chain temporary.
    const status = moved?.status === FOUND ? FOUND : redirectStatus(route.code);
    moved = { kind: 'redirect', status, target };
    const next = target.kind === 'own' ? question.backendPath(target.path) : undefined;
    if (next === undefined) return moved;
    if (seen.has(next) || seen.size > MAX_HOPS)
      return { kind: 'error', status: LOOP_DETECTED, reason: 'The backend redirects in a circle.' };
    seen.add(next);
    path = next;
  }
}

type RouteContent = Extract<GetRoutInfoQuery['getRoutInfo'], { __typename: 'ContentResponse' }>['content'];

async function contentOf(
  client: GraphqlClient,
  { __typename, id, metatags }: RouteContent,
  { language, context }: RouteRequest,
): Promise<BackendRoute> {
  if (__typename === 'Job') return { kind: 'content', match: { kind: 'job', id, metatags } };
  if (__typename === 'OrganizationProfile') return { kind: 'content', match: { kind: 'organization', id, metatags } };
  const answer = await client.request(LandingPageTextDocument, { id }, context);
  if (!answer.ok && !isUnsupported(answer.failure)) return { kind: 'unavailable', failure: answer.failure };
  const text = (answer.ok && answer.data.landingPage) || textOfHead(metatags, language);
  return { kind: 'content', match: { ...text, kind: 'landing-page', id, metatags } };
}

/** For backends that provide only the metadata of landing pages: uses its title and description. */
function textOfHead(metatags: RouteContent['metatags'], language: string) {
  const { title, description } = summaryOf(metatags);
  const body = description === '' ? '' : `<p>${escapeHtml(description)}</p>`;
  return { title, body, blocks: [], languages: [language] };
}

/** A backend may return any code; only error codes are passed on. */
function errorStatus(code: number): number {
  return code >= 400 && code <= 599 ? code : 404;
}

function redirectStatus(code: number): number {
  return code === MOVED || code === 308 ? MOVED : FOUND;
}

/** Target of a redirect: within this site, on another allowed host, or refused. */
type RedirectTarget =
  { kind: 'own'; path: string; query: URLSearchParams } | { kind: 'other'; address: string } | { kind: 'refused' };

/**
 * Classifies the target of a redirect as browsers interpret it, which treat `//host` and `/\host` as other sites.
 *
 * @param target a path with its query, or an absolute URL
 * @param host host of the request: URLs with this host belong to this site
 * @param otherHosts other hosts that are allowed
 */
export function readTarget(target: string, host: string | undefined, otherHosts: readonly string[]): RedirectTarget {
  const base = 'http://own.invalid';
  if (!URL.canParse(target, base)) return REFUSED;
  const url = new URL(target, base);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return REFUSED;
  // `https:evil` is relative if the base has the same scheme, and a name without a slash is relative to the current page.
  if (!target.startsWith('/') && !/^https?:\/\//i.test(target)) return REFUSED;
  const isOwn = target.startsWith('/') ? url.origin === base : url.host === host?.toLowerCase();
  if (!isOwn)
    return !target.startsWith('/') && otherHosts.includes(url.hostname)
      ? { kind: 'other', address: url.href }
      : REFUSED;
  const read = readAddress(url.pathname + url.search);
  return read.ok ? { kind: 'own', ...read.address } : REFUSED;
}

/**
 * Builds a URL for a Location header.
 *
 * @param path decoded
 * @param queries for each parameter, the values of the first query that contains it are used
 */
export function writeAddress(path: string, ...queries: readonly URLSearchParams[]): string {
  const all = new URLSearchParams();
  for (const query of queries) {
    const said = new Set(all.keys());
    for (const [name, value] of query) if (!said.has(name)) all.append(name, value);
  }
  const text = all.toString();
  const way = encodeURI(path)
    .replace(/[?#]/g, encodeURIComponent)
    .replace(/^\/{2,}/, '/');
  return text ? `${way}?${text}` : way;
}
