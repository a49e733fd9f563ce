import type { ReactNode } from 'react';
import {
  type GraphqlFailure,
  type GraphqlResult,
  isUnsupported,
  GRAPHQL_ERROR_CODES,
} from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { type RouteSummary, summaryOf } from '#contract/pages/route-match.js';
import { translator } from '#shared/text/translator.js';
import { type Path, accessPath, CONTACT_PATH } from '#contract/pages/paths.js';
import { PrivateRecordDocument, type PrivateRecordKind } from '#contract/generated/operations.js';
import type { PageHead } from './head';
import { type Missing, type Unavailable, lookUp } from './lookup';
import type { CurrentUser } from './user/user-context';

const FOUND = 302;

const PAGE_SIZE = 25;
const LAST_PAGE = 100_000;

/** Reason why a page cannot be shown, as far as visitors may know it. */
export interface PageFailure {
  status: number;
  /** Selects the texts, if the status does not. */
  kind?: ErrorKind;
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
  const kind = request.form?.resent?.otherAccount ? 'otherAccount' : undefined;
  const title = t(`error.${errorKind({ status, kind })}.title`);
  return { head: { title, robots: 'noindex' }, failure: { status, kind, reference: request.requestId } };
}

type ErrorKind = 'refused' | 'forbidden' | 'otherAccount' | 'missing' | 'gone' | 'astray' | 'broken' | 'unavailable';

/** Selects the texts for a failure. */
export function errorKind({ status, kind }: Pick<PageFailure, 'status' | 'kind'>): ErrorKind {
  if (kind) return kind;
  if (status === 404) return 'missing';
  if (status === 403) return 'forbidden';
  if (status === 410) return 'gone';
  if (status === 503) return 'unavailable';
  if (status === 502 || status === 508) return 'astray';
  return status < 500 ? 'refused' : 'broken';
}

/** A list of which each address shows one page, filtered by other parameters. */
export interface ListData<Query extends object> extends PageData {
  /** Number of items on all pages. */
  total: number;
  page: number;
  pages: number;
  /** Filters of the list; an empty text means no filter. */
  query: Query;
}

/** The part of a list that is requested from the backend. */
export interface ListRange {
  limit: number;
  offset: number;
}

/**
 * Loads the page of a list that an address names, whatever the address contains. An address beyond the list shows the last page: a step on
 * the only item of the last page leads to one.
 *
 * @param list.load requests a part of the list
 * @param list.total returns the number of items on all pages
 * @param list.size number of items on a page
 */
export async function loadListPage<Data>(
  query: URLSearchParams,
  list: { load: (range: ListRange) => Promise<GraphqlResult<Data>>; total: (data: Data) => number; size?: number },
): Promise<
  { ok: false; failure: GraphqlFailure } | { ok: true; data: Data; total: number; page: number; pages: number }
> {
  const { load, size = PAGE_SIZE } = list;
  const loadPage = (page: number) => load({ limit: size, offset: (page - 1) * size });
  const requested = Math.min(Math.max(Math.trunc(Number(query.get('page'))) || 1, 1), LAST_PAGE);
  const first = await loadPage(requested);
  if (!first.ok) return first;
  const pages = Math.max(1, Math.ceil(list.total(first.data) / size));
  const page = Math.min(requested, pages);
  const answer = page === requested ? first : await loadPage(page);
  if (!answer.ok) return answer;
  return { ok: true, data: answer.data, total: list.total(answer.data), page, pages };
}

/** @returns the text typed into a field of the list's form */
export function typedText(query: URLSearchParams, name: string): string {
  return query.get(name)?.trim() ?? '';
}

/** @returns an address with a query, without its empty parameters */
export function withQuery(path: Path, query: object): Path {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** @returns whether a query has no values */
export function isEmptyQuery(query: object): boolean {
  return Object.values(query).every((value) => value === '');
}

/**
 * The response of a page whose record the backend does not show: administrators can see private data of others after
 * giving a reason, so they are redirected to a form for it and then return. For everybody else, the page does not
 * exist.
 *
 * @param lookup reason why the page has no content
 */
export async function lockedPage(
  request: PageRequest,
  lookup: Missing | Unavailable,
  { kind, id }: { kind: PrivateRecordKind; id: string },
): Promise<Required<Pick<PageData, 'head' | 'failure'>>> {
  const isAdministrator = request.viewer?.user.roles.some(({ targetId }) => targetId === 'administrator') ?? false;
  if (lookup.kind !== 'missing' || !isAdministrator) return absentPage(request, lookup);
  const answer = await request.graphql(PrivateRecordDocument, { kind, id });
  // If access was already granted, something else is missing.
  const record = lookUp(answer, ({ privateRecord }) => (privateRecord?.openUntil ? null : privateRecord));
  if (record.kind !== 'found') return absentPage(request, record);
  const text = request.query.toString();
  const location = request.href(accessPath(kind, id, request.href(request.path) + (text && `?${text}`)));
  request.respond({ status: FOUND, headers: { location } });
  const head = { title: record.value.name, robots: 'noindex' as const };
  return { head, failure: { status: FOUND, reference: request.requestId } };
}

/** If products are not sold online, pages about products redirect to the contact form. */
export function toContact(request: PageRequest): PageData {
  const { href, requestId, locale, messages } = request;
  request.respond({ status: FOUND, headers: { location: href(CONTACT_PATH) } });
  const title = translator(locale, messages)('contact.title');
  return { head: { title, robots: 'noindex' }, failure: { status: FOUND, reference: requestId } };
}
