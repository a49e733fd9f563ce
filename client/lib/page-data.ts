import type { ReactNode } from 'react';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/errors.js';
import { type GraphqlFailure, isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { type RouteSummary, summaryOf } from '#contract/pages/route-match.js';
import { translator } from '#shared/text/translator.js';
import type { PageHead } from './head';
import type { Missing, Unavailable } from './lookup';
import type { CurrentUser } from './user/user-context';

/** Why a page cannot be shown, as far as visitors may know. */
export interface PageFailure {
  status: number;
  /** What support can find it by. */
  reference: string;
}

/** What every page's `+load.server` gives. With a failure, the error page stands in the page's place. */
export interface PageData {
  head: PageHead;
  failure?: PageFailure;
  /** All that the backend tells of what the page is about; stands in the page's place. */
  routeSummary?: RouteSummary;
  /** What the page has loaded of the user context; none: only who it is. */
  currentUser?: CurrentUser;
  /** A whole document of another type than HTML, which stands in the page's place; the page says its type itself (`respond`). */
  document?: string;
  /** A part of the data is a promise that the page waits for while the rest of it is on its way. */
  late?: boolean;
}

/** A page's `+Page.tsx`. */
export type Page = (props: { data: never }) => ReactNode;
/** A page's `+load.server.ts`: asks the backend for what the page shows. */
export type Load = (request: PageRequest) => PageData | Promise<PageData>;

/** The answer of a page whose question to the backend failed: 400 where the question was at fault, else 503. */
export function failedPage(
  request: PageRequest,
  failure: GraphqlFailure,
): Required<Pick<PageData, 'head' | 'failure'>> {
  const refused = failure.errors?.some(({ extensions }) => extensions?.code === GRAPHQL_ERROR_CODES.badUserInput);
  return errorPage(request, refused ? 400 : 503, failure.message);
}

/** The answer of a page that has nothing to show: 404 where that is certain, else as `failedPage`. */
export function absentPage(
  request: PageRequest,
  lookup: Missing | Unavailable,
): Required<Pick<PageData, 'head' | 'failure'>> {
  return lookup.kind === 'missing'
    ? errorPage(request, 404, 'There is nothing at this address.')
    : failedPage(request, lookup.failure);
}

/** The same for content that `getRoutInfo` has named. What it has told is shown where the backend has no operation that tells more. */
export function absentContent(request: PageRequest, lookup: Missing | Unavailable): PageData {
  const { route, path } = request;
  if (!route || lookup.kind === 'missing' || !isUnsupported(lookup.failure)) return absentPage(request, lookup);
  const routeSummary = summaryOf(route.metatags);
  return { head: { ...routeSummary, canonical: path, metatags: route.metatags }, routeSummary };
}

/** @param reason for the log */
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

/** Which words a status is told in. */
export function errorKind(status: number): ErrorKind {
  if (status === 404) return 'missing';
  if (status === 403) return 'forbidden';
  if (status === 410) return 'gone';
  if (status === 503) return 'unavailable';
  if (status === 502 || status === 508) return 'astray';
  return status < 500 ? 'refused' : 'broken';
}
