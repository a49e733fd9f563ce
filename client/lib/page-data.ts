import type { ReactNode } from 'react';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/errors.js';
import { type GraphqlFailure, isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { type RouteSummary, summaryOf } from '#contract/pages/route-match.js';
import { translator } from '#shared/text/translator.js';
import type { PageHead } from './head';
import type { Missing, Unavailable } from './lookup';
import type { CurrentUser } from './user/user-context';

/** Reason why a page cannot be shown, as far as visitors may know it. */
export interface PageFailure {
  status: number;
  /** Reference by which support can find the error. */
  reference: string;
}

/** The result of every page's `+load.server`. With a failure, the error page replaces the page. */
export interface PageData {
  head: PageHead;
  failure?: PageFailure;
  /** All data that the backend provides about the content; replaces the page. */
  routeSummary?: RouteSummary;
  /** The part of the user context that the page has loaded; undefined if only the identity is needed. */
  currentUser?: CurrentUser;
  /**
   * A complete document of another type than HTML, which replaces the page; the page sets its type itself (`respond`).
   */
  document?: string;
  /** A part of the data is a promise: the response is streamed until it is resolved. */
  late?: boolean;
}

/** The component in a page's `+Page.tsx`. */
export type Page = (props: { data: never }) => ReactNode;
/** The function in a page's `+load.server.ts`: requests the page's data from the backend. */
export type Load = (request: PageRequest) => PageData | Promise<PageData>;

/** The response of a page whose request to the backend failed: 400 if the request was invalid, otherwise 503. */
export function failedPage(
  request: PageRequest,
  failure: GraphqlFailure,
): Required<Pick<PageData, 'head' | 'failure'>> {
  const refused = failure.errors?.some(({ extensions }) => extensions?.code === GRAPHQL_ERROR_CODES.badUserInput);
  return errorPage(request, refused ? 400 : 503, failure.message);
}

/** The response of a page without content: 404 if it certainly does not exist, otherwise as `failedPage`. */
export function absentPage(
  request: PageRequest,
  lookup: Missing | Unavailable,
): Required<Pick<PageData, 'head' | 'failure'>> {
  return lookup.kind === 'missing'
    ? errorPage(request, 404, 'There is nothing at this address.')
    : failedPage(request, lookup.failure);
}

/**
 * The same for content that `getRoutInfo` has identified. Its data are shown if the backend has no operation with more
 * details.
 */
export function absentContent(request: PageRequest, lookup: Missing | Unavailable): PageData {
  const { route, path } = request;
  if (!route || lookup.kind === 'missing' || !isUnsupported(lookup.failure)) return absentPage(request, lookup);
  const routeSummary = summaryOf(route.metatags);
  return { head: { ...routeSummary, canonical: path, metatags: route.metatags }, routeSummary };
}

/** @param reason reason for the log */
export function errorPage(
  request: PageRequest,
  status: number,
  reason: string,
): Required<Pick<PageData, 'head' | 'failure'>> {
  request.error = { status, reason };
  request.respond({ status });
  const t = translator(request.locale, request.messages);
  const title = t(`error.${errorKind(status)}.title`);
  return { head: { title, robots: 'noindex' }, failure: { status, reference: request.requestId } };
}

export type ErrorKind = 'refused' | 'forbidden' | 'missing' | 'gone' | 'astray' | 'broken' | 'unavailable';

/** Selects the texts for a status. */
export function errorKind(status: number): ErrorKind {
  if (status === 404) return 'missing';
  if (status === 403) return 'forbidden';
  if (status === 410) return 'gone';
  if (status === 503) return 'unavailable';
  if (status === 502 || status === 508) return 'astray';
  return status < 500 ? 'refused' : 'broken';
}
