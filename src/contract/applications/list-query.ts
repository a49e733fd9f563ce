import { isApplicationState } from './application-states.js';
import { MAX_APPLICATION_SEARCH_LENGTH } from './application-search.js';
import { MAX_TAG_LENGTH } from './note-rules.js';
import type { ApplicationFilterInput, ApplicationSort, ApplicationState } from '../generated/operations.js';

/** Which applications for a job are listed, and in which order, as the address of the list says. */
export interface ListQuery {
  search: string;
  /** undefined: all. */
  state: ApplicationState | undefined;
  /** Empty: whichever. */
  tag: string;
  /** Whether answers meet what the employer needs; undefined: whichever. */
  criteria: (typeof CRITERIA)[number] | undefined;
  sort: ApplicationSort;
}

export const CRITERIA = ['met', 'unmet'] as const;

export const APPLICATION_SORTS = ['newest', 'name', 'rating'] as const satisfies readonly ApplicationSort[];

/** Reads it from an address; what is not known there counts as missing. */
export function readListQuery(query: URLSearchParams): ListQuery {
  const state = query.get('state');
  return {
    search: (query.get('search') ?? '').slice(0, MAX_APPLICATION_SEARCH_LENGTH),
    state: isApplicationState(state) ? state : undefined,
    tag: (query.get('tag') ?? '').slice(0, MAX_TAG_LENGTH),
    criteria: CRITERIA.find((known) => known === query.get('criteria')),
    sort: APPLICATION_SORTS.find((sort) => sort === query.get('sorting')) ?? 'newest',
  };
}

/** @returns what follows the path of an address: `?state=new`, or nothing */
export function listQueryText({ search, state, tag, criteria, sort }: ListQuery, page = 1): string {
  const query = new URLSearchParams({
    ...(search ? { search } : {}),
    ...(state ? { state } : {}),
    ...(tag ? { tag } : {}),
    ...(criteria ? { criteria } : {}),
    ...(sort === 'newest' ? {} : { sorting: sort }),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  return query.size > 0 ? `?${query.toString()}` : '';
}

/** @returns the same as the backend is asked for it */
export function listFilter({ search, state, tag, criteria, sort }: ListQuery): ApplicationFilterInput {
  return {
    text: search || null,
    state: state ?? null,
    tag: tag || null,
    meetsCriteria: criteria ? criteria === 'met' : null,
    sort,
  };
}
