import type { Path } from '#contract/pages/paths.js';
import type { PageData } from './page-data';

const PAGE_SIZE = 25;
const LAST_PAGE = 100_000;

/** A list of which an address shows one page, narrowed by other parameters of it. */
export interface ListData<Query extends object> extends PageData {
  /** Of all pages. */
  total: number;
  page: number;
  pages: number;
  /** What the list is narrowed to; empty texts: to nothing. */
  query: Query;
}

/** @returns which page an address asks for, whatever stands in it, and what of the list is on that page */
export function listRange(query: URLSearchParams, size = PAGE_SIZE): { page: number; limit: number; offset: number } {
  const page = Math.min(Math.max(Math.trunc(Number(query.get('page'))) || 1, 1), LAST_PAGE);
  return { page, limit: size, offset: (page - 1) * size };
}

/** @returns how many pages there are; an empty list has one */
export function pageCount(total: number, size = PAGE_SIZE): number {
  return Math.max(1, Math.ceil(total / size));
}

/** @returns what somebody typed into a field of the list's form */
export function typedText(query: URLSearchParams, name: string): string {
  return query.get(name)?.trim() ?? '';
}

/** @returns an address with a query, without its empty parameters */
export function withQuery(path: Path, query: object): Path {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** @returns whether a query says nothing */
export function isEmptyQuery(query: object): boolean {
  return Object.values(query).every((value) => value === '');
}
