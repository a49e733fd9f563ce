import type { Path } from '#contract/pages/paths.js';
import type { PageData } from './page-data';

const PAGE_SIZE = 25;
const LAST_PAGE = 100_000;

/** A list of which each address shows one page, filtered by other parameters. */
export interface ListData<Query extends object> extends PageData {
  /** Number of items on all pages. */
  total: number;
  page: number;
  pages: number;
  /** Filters of the list; an empty text means no filter. */
  query: Query;
}

/** @returns the page number in an address, whatever the address contains, and the range of the list on that page */
export function listRange(query: URLSearchParams, size = PAGE_SIZE): { page: number; limit: number; offset: number } {
  const page = Math.min(Math.max(Math.trunc(Number(query.get('page'))) || 1, 1), LAST_PAGE);
  return { page, limit: size, offset: (page - 1) * size };
}

/** @returns the number of pages; an empty list has one */
export function pageCount(total: number, size = PAGE_SIZE): number {
  return Math.max(1, Math.ceil(total / size));
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
