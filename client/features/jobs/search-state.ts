import {
  GEO_RADII,
  JOB_FACETS,
  type JobFacetName,
  SORT_RECENT,
  SORT_RELEVANCE,
} from '../../../src/contract/job-search.js';

export type JobSorting = typeof SORT_RELEVANCE.code | typeof SORT_RECENT.code;

/** A job search as its address says it (ROUTE-07): nothing else is needed to show the page again. */
export interface JobSearchState {
  /** From 1. */
  page: number;
  /** The job open beside the list. */
  jobId?: string;
  search: string;
  /** A place as it was typed or picked. */
  geoLocation: string;
  country?: string;
  administrativeArea?: string;
  lat?: number;
  lon?: number;
  /** Kilometres; none: the site's default. */
  radius?: number;
  sorting: JobSorting;
  /** Chosen term ids (organization ids for `company`) by facet. */
  facets: Partial<Record<JobFacetName, string[] | undefined>>;
  /** Filters that only links set: words in the title, the employer's exact name. */
  title?: string;
  organizationName?: string;
}

/** The site's part in reading an address. */
export interface SearchDefaults {
  search: { languages: readonly string[]; jobsPerPage: number; defaultRadius: number };
  countries: readonly string[];
}

type PathFacets = readonly { facet: string; value: string }[];

const SORTINGS = [SORT_RELEVANCE.code, SORT_RECENT.code];
const MAX_TEXT = 200;
const MAX_PAGE = 1000;
const MAX_FACET_VALUES = 50;

/** Reads a search from an address. Never fails: what makes no sense is left out, what is out of bounds is brought in. */
export function readJobSearch(query: URLSearchParams, pathFacets: PathFacets): JobSearchState {
  const search = readText(query.get('search'));
  const lat = bounded(query.get('lat'), 90);
  const lon = bounded(query.get('lon'), 180);
  const placed = lat !== undefined && lon !== undefined;
  return {
    page: readPage(query.get('page')),
    jobId: /^\d{1,15}$/.exec(query.get('jobId') ?? '')?.[0],
    search,
    geoLocation: readText(query.get('geo_location') ?? query.get('region')),
    country: /^[A-Z]{2}$/.exec((query.get('country') ?? '').toUpperCase())?.[0],
    administrativeArea: readText(query.get('administrative_area_level_1')) || undefined,
    lat: placed ? lat : undefined,
    lon: placed ? lon : undefined,
    radius: GEO_RADII.find((radius) => String(radius) === query.get('radius')),
    sorting: SORTINGS.find((sorting) => sorting === query.get('sorting')) ?? defaultSorting(search),
    facets: readFacets(query, pathFacets),
    title: readText(query.get('title')) || undefined,
    organizationName: readText(query.get('job_organization_name')) || undefined,
  };
}

/** The order when nobody chose one: what fits best, where there are words to fit; else the newest first. */
export function defaultSorting(search: string): JobSorting {
  return search ? SORT_RELEVANCE.code : SORT_RECENT.code;
}

function readPage(text: string | null): number {
  const page = /^\d{1,9}$/.test(text ?? '') ? Number(text) : 1;
  return Math.min(Math.max(page, 1), MAX_PAGE);
}

function readText(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
}

function bounded(text: string | null, limit: number): number | undefined {
  if (!text?.trim()) return undefined;
  const value = Number(text);
  return Number.isFinite(value) && Math.abs(value) <= limit ? value : undefined;
}

/** Values are term ids; several may stand in one parameter, comma-separated. Anything else is nobody's value and is left out. */
function readFacets(query: URLSearchParams, pathFacets: PathFacets): JobSearchState['facets'] {
  const facets: JobSearchState['facets'] = {};
  for (const { name } of JOB_FACETS) {
    const fromPath = pathFacets.filter((facet) => facet.facet === name).map((facet) => facet.value);
    const fromQuery = query.getAll(name).flatMap((value) => value.split(','));
    const values = [...new Set([...fromPath, ...fromQuery.map((value) => value.trim())])].filter((value) =>
      /^\d{1,9}$/.test(value),
    );
    if (values.length) facets[name] = values.slice(0, MAX_FACET_VALUES);
  }
  return facets;
}

/** @returns the same search with a facet's value added or taken away, from its first page */
export function withFacet(state: JobSearchState, facet: JobFacetName, value: string, on: boolean): JobSearchState {
  const others = (state.facets[facet] ?? []).filter((known) => known !== value);
  const values = on ? [...others, value] : others;
  return { ...firstPage(state), facets: { ...state.facets, [facet]: values.length ? values : undefined } };
}

/** @returns the same words and place, without facets and other filters */
export function withoutFilters(state: JobSearchState): JobSearchState {
  return { ...firstPage(state), facets: {}, title: undefined, organizationName: undefined };
}

/** @returns the same search anywhere */
export function withoutPlace(state: JobSearchState): JobSearchState {
  const place = { geoLocation: '', country: undefined, administrativeArea: undefined, lat: undefined, lon: undefined };
  return { ...firstPage(state), ...place, radius: undefined };
}

/** @returns the same search with other words */
export function withWords(state: JobSearchState, search: string): JobSearchState {
  const chosen = state.sorting !== defaultSorting(state.search);
  return { ...firstPage(state), search, sorting: chosen ? state.sorting : defaultSorting(search) };
}

export function firstPage(state: JobSearchState): JobSearchState {
  return { ...state, page: 1, jobId: undefined };
}

/** How many filters stand beside words and place. */
export function activeFilterCount(state: JobSearchState): number {
  const values = JOB_FACETS.reduce((sum, { name }) => sum + (state.facets[name]?.length ?? 0), 0);
  return values + (state.title ? 1 : 0) + (state.organizationName ? 1 : 0);
}

export function hasPlace(state: JobSearchState): boolean {
  return (
    state.geoLocation !== '' ||
    state.lat !== undefined ||
    state.country !== undefined ||
    state.administrativeArea !== undefined
  );
}
