import { RouteInfoDocument, type RouteInfoQuery } from '#contract/generated/operations.js';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import type { RouteMatch } from '#contract/pages/route-match.js';
import type { RequestContext, GraphqlClient } from '../graphql-client/index.js';
import { readTarget, type RedirectTarget } from './redirect-target.js';

/** What the backend has at a path, its redirects followed to their end. */
export type BackendRoute =
  | { kind: 'content'; match: RouteMatch }
  | { kind: 'redirect'; status: number; target: Exclude<RedirectTarget, { kind: 'refused' }> }
  | { kind: 'error'; status: number; reason: string }
  | { kind: 'unavailable'; failure: GraphqlFailure };

export interface RouteRequest {
  /** The product's own path. */
  path: string;
  language: string;
  context: RequestContext;
  /** Of the request. */
  host: string | undefined;
  otherHosts: readonly string[];
  /** @returns the product's own path of an address, where the backend says what is there; undefined: somebody else does */
  backendPath(path: string): string | undefined;
}

/** A chain of redirects longer than that is nobody's intention. */
const MAX_HOPS = 5;
const MOVED = 301;
const FOUND = 302;
const BAD_GATEWAY = 502;
const LOOP_DETECTED = 508;

/**
 * Asks the backend for a path (ROUTE-05). Visitors are sent to the end of a chain of redirects at once; one that leads in a circle,
 * or to another host that the site does not allow, is an error.
 */
export async function askBackend(client: GraphqlClient, question: RouteRequest): Promise<BackendRoute> {
  const seen = new Set([question.path]);
  let path = question.path;
  let moved: Extract<BackendRoute, { kind: 'redirect' }> | undefined;
  for (;;) {
    const variables = { slug: path, language: question.language };
    const answer = await client.request(RouteInfoDocument, variables, question.context);
    if (!answer.ok) return moved ?? { kind: 'unavailable', failure: answer.failure };
    const route = answer.data.getRoutInfo;
    if (route.__typename === 'RouteError')
      return { kind: 'error', status: errorStatus(route.code), reason: route.reason };
    if (route.__typename === 'RouteContent') return moved ?? { kind: 'content', match: routeMatch(route.content) };
    const target = readTarget(route.target, question.host, question.otherHosts);
    if (target.kind === 'refused')
      return { kind: 'error', status: BAD_GATEWAY, reason: 'The backend redirects to where this site may not lead.' };
    // As long as one step of the way is for now, all of it is.
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

type RouteContent = Extract<RouteInfoQuery['getRoutInfo'], { __typename: 'RouteContent' }>['content'];

function routeMatch(content: RouteContent): RouteMatch {
  const { id, metatags } = content;
  if (content.__typename === 'JobContent') return { kind: 'job', id, metatags };
  if (content.__typename === 'OrganizationProfileContent') return { kind: 'organization', id, metatags };
  const { title, body, blocks, languages } = content;
  return { kind: 'landing-page', id, title, body, blocks, languages, metatags };
}

/** A backend may name any code; only those of errors are passed on. */
function errorStatus(code: number): number {
  return code >= 400 && code <= 599 ? code : 404;
}

function redirectStatus(code: number): number {
  return code === MOVED || code === 308 ? MOVED : FOUND;
}
