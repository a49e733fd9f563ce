import { MAX_TAG_LENGTH, isApplicationState, MAX_APPLICATION_SEARCH_LENGTH } from './recruiting-rules.js';
import type { ApplicationFilterInput, ApplicationSort, ApplicationState } from '../generated/operations.js';

/** Filter and order of the list of applications for a job, as encoded in its URL. */
export interface ListQuery {
  search: string;
  /** undefined: all states. */
  state: ApplicationState | undefined;
  /** Empty: any tag. */
  tag: string;
  /** Whether the answers meet the employer's criteria; undefined: no filter. */
  criteria: (typeof CRITERIA)[number] | undefined;
  sort: ApplicationSort;
}

export const CRITERIA = ['met', 'unmet'] as const;

export const APPLICATION_SORTS = ['newest', 'name', 'rating'] as const satisfies readonly ApplicationSort[];

/** Parses the query of a URL; unknown values are ignored. */
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

/** @returns the query string, such as `?state=new`, or an empty string */
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

/** @returns the same filter as input for the backend */
export function listFilter({ search, state, tag, criteria, sort }: ListQuery): ApplicationFilterInput {
  return {
    text: search || null,
    state: state ?? null,
    tag: tag || null,
    meetsCriteria: criteria ? criteria === 'met' : null,
    sort,
  };
}
