import type { LocationType, ConditionGroupInput, GeoLocationInput } from '#contract/generated/operations.js';
import { GEO_RADII, LOCATION_TYPES, SORT_RELEVANCE, FACET_LIMIT } from '#contract/search/job-search.js';

/** A search as represented by its address (ROUTE-07): the address alone is enough to show the page again. */
export interface SearchState {
  /** Number of the page, starting at 1. */
  page: number;
  search: string;
  /** The language of the results, as a locale (`de`, `en-CA`); undefined for all languages of the site. */
  locale?: string;
  /** A place, either typed or picked from suggestions. */
  geoLocation: string;
  /** A region from a link, if no place was typed. Not used in searches that have a facet of that name. */
  region?: string;
  country?: string;
  administrativeArea?: string;
  lat?: number;
  lon?: number;
  /** The type of a picked place; undefined if it was typed. */
  locationType?: LocationType;
  /** Radius in kilometres; undefined for the site's default. */
  radius?: number;
  sorting: string;
  /** Selected values, by facet. */
  facets: Partial<Record<string, string[] | undefined>>;
  /** Whether each result explains why it was found. */
  why?: boolean;
  /** The job that is open beside the list. */
  jobId?: string;
}

interface SearchFacet<Name extends string = string> {
  name: Name;
  field: string;
  /** Pattern of its values; undefined for numeric ids of terms or records. */
  pattern?: RegExp;
  /** Whether at most one value can be selected. */
  isSingle?: boolean;
}

/** Differences between kinds of searches in parsing an address. */
export interface SearchKind<Facet extends string, Sorting extends string> {
  facets: readonly SearchFacet<Facet>[];
  sortings: readonly Sorting[];
  /** Default order of a search without words, for which relevance is undefined. */
  sortingWithoutWords: Sorting;
}

export type PathFacets = readonly { facet: string; value: string }[];

const REGION = 'region';
const PLACE = 'geo_location';
/** Sent by forms without scripts, which cannot remove the fields of a picked place when another one is typed. */
const PICKED_PLACE = 'picked_location';
const MAX_TEXT = 200;
export const MAX_PAGE = 1000;
const MAX_FACET_VALUES = 50;

/** Parses a search from an address. Never fails: invalid values are ignored, and values out of range are clamped. */
export function readSearch<Facet extends string, Sorting extends string>(
  kind: SearchKind<Facet, Sorting>,
  query: URLSearchParams,
  pathFacets: PathFacets,
) {
  const search = readText(query.get('search'));
  return {
    page: readPage(query.get('page')),
    search,
    locale: readLocale(query.get('locale')),
    geoLocation: readText(query.get(PLACE)),
    region: kind.facets.some(({ name }) => name === REGION) ? undefined : readText(query.get(REGION)) || undefined,
    ...readPickedPlace(isPickedPlace(query) ? query : new URLSearchParams()),
    radius: GEO_RADII.find((radius) => String(radius) === query.get('radius')),
    sorting: kind.sortings.find((sorting) => sorting === query.get('sorting')) ?? defaultSorting(kind, search),
    facets: readFacets(kind.facets, query, pathFacets),
    why: query.get('why') === '1' || undefined,
  };
}

/** Whether the country, area and coordinates in an address belong to its place. */
function isPickedPlace(query: URLSearchParams): boolean {
  const picked = query.get(PICKED_PLACE);
  return picked === null || readText(picked) === readText(query.get(PLACE));
}

function readPickedPlace(query: URLSearchParams) {
  const lat = bounded(query.get('lat'), 90);
  const lon = bounded(query.get('lon'), 180);
  const placed = lat !== undefined && lon !== undefined;
  return {
    country: /^[A-Z]{2}$/.exec((query.get('country') ?? '').toUpperCase())?.[0],
    administrativeArea: readText(query.get('administrative_area_level_1')) || undefined,
    lat: placed ? lat : undefined,
    lon: placed ? lon : undefined,
    locationType: LOCATION_TYPES.find((type) => type === query.get('location_type')),
  };
}

/** The default order: relevance if there are words, otherwise the order for searches without words. */
export function defaultSorting<Sorting extends string>(
  kind: Pick<SearchKind<string, Sorting>, 'sortingWithoutWords'>,
  search: string,
): Sorting {
  return search ? (SORT_RELEVANCE.code as Sorting) : kind.sortingWithoutWords;
}

function readPage(text: string | null): number {
  const page = /^\d{1,9}$/.test(text ?? '') ? Number(text) : 1;
  return Math.min(Math.max(page, 1), MAX_PAGE);
}

export function readText(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
}

/** Normalises a locale as in BCP 47, so that every spelling results in the same search. */
function readLocale(text: string | null): string | undefined {
  const [, language, country] = /^([a-z]{2})(?:[-_]([a-z]{2}))?$/i.exec(text ?? '') ?? [];
  if (!language) return undefined;
  return [language.toLowerCase(), ...(country ? [country.toUpperCase()] : [])].join('-');
}

function bounded(text: string | null, limit: number): number | undefined {
  if (!text?.trim()) return undefined;
  const value = Number(text);
  return Number.isFinite(value) && Math.abs(value) <= limit ? value : undefined;
}

const ID = /^\d{1,9}$/;

/**
 * Values are term ids, unless the facet defines another pattern; a parameter may contain several, separated by commas.
 * Invalid values are ignored.
 */
function readFacets<Facet extends string>(
  known: readonly SearchFacet<Facet>[],
  query: URLSearchParams,
  pathFacets: PathFacets,
): Partial<Record<Facet, string[] | undefined>> {
  const facets: Partial<Record<Facet, string[] | undefined>> = {};
  for (const { name, pattern = ID, isSingle } of known) {
    const fromPath = pathFacets.filter((facet) => facet.facet === name).map((facet) => facet.value);
    const fromQuery = query.getAll(name).flatMap((value) => value.split(','));
    const values = [...new Set([...fromPath, ...fromQuery.map((value) => value.trim())])].filter((value) =>
      pattern.test(value),
    );
    if (values.length) facets[name] = values.slice(0, isSingle ? 1 : MAX_FACET_VALUES);
  }
  return facets;
}

/** @returns the same search with a facet's value added or removed, at page 1 */
export function withFacet<State extends SearchState>(state: State, facet: string, value: string, on: boolean): State {
  const others = (state.facets[facet] ?? []).filter((known) => known !== value);
  const values = on ? [...others, value] : others;
  return { ...firstPage(state), facets: { ...state.facets, [facet]: values.length ? values : undefined } };
}

/** @returns the same search without a place */
export function withoutPlace<State extends SearchState>(state: State): State {
  return {
    ...firstPage(state),
    geoLocation: '',
    region: undefined,
    country: undefined,
    administrativeArea: undefined,
    lat: undefined,
    lon: undefined,
    locationType: undefined,
    radius: undefined,
  };
}

/** @returns the same search with other words */
export function withWords<State extends SearchState>(
  kind: Pick<SearchKind<string, string>, 'sortingWithoutWords'>,
  state: State,
  search: string,
): State {
  const chosen = state.sorting !== defaultSorting(kind, state.search);
  return { ...firstPage(state), search, sorting: chosen ? state.sorting : defaultSorting(kind, search) };
}

export function firstPage<State extends SearchState>(state: State): State {
  return { ...state, page: 1, jobId: undefined };
}

export function hasPlace(state: SearchState): boolean {
  return (
    state.geoLocation !== '' ||
    state.region !== undefined ||
    state.lat !== undefined ||
    state.country !== undefined ||
    state.administrativeArea !== undefined
  );
}

interface Facet {
  name: string;
  field: string;
}

/** Every facet, counted as pages show it (specification point 9). */
export function facetInputs(facets: readonly Facet[]) {
  return facets.map(({ field }) => ({ field, limit: FACET_LIMIT, operator: 'or', min_count: 1, missing: false }));
}

/**
 * Each facet's selection is a separate group, so that it does not narrow the facet's own counts (SEARCH-06, SEARCH-09).
 */
export function facetGroups(facets: readonly Facet[], state: SearchState): ConditionGroupInput[] {
  return facets.flatMap(({ name, field }) => {
    const values = [...new Set(state.facets[name] ?? [])];
    if (!values.length) return [];
    const conditions = values.map((value) => ({ name: field, value, operator: '=' }));
    return [{ conjunction: 'OR' as const, tags: [`facet:${field}`], conditions }];
  });
}

/** Matches records with at least one of these values. */
export function anyOf(field: string, values: readonly string[]): ConditionGroupInput {
  return { conjunction: 'OR', conditions: values.map((value) => ({ name: field, value, operator: '=' })) };
}

/** @returns null if the search has no place */
export function geoLocationOf(
  state: SearchState,
  countries: readonly string[],
  defaultRadius: number,
): GeoLocationInput | null {
  if (!hasPlace(state)) return null;
  return {
    label: state.geoLocation || (state.region ?? null),
    country: state.country ?? null,
    administrativeArea: state.administrativeArea ?? null,
    lat: state.lat ?? null,
    lon: state.lon ?? null,
    radius: state.radius ?? defaultRadius,
    locationType: locationTypeOf(state),
    preferCountries: [...countries],
  };
}

/** @returns the type of a picked place; null if the place was typed, so that the backend resolves it */
function locationTypeOf(state: SearchState): LocationType | null {
  const { geoLocation, region, country, administrativeArea, lat, locationType } = state;
  if (locationType) return locationType;
  if (lat !== undefined) return 'locality';
  if (geoLocation || region || !country) return null;
  return administrativeArea ? 'administrative_area_level_1' : 'country';
}

/** @returns the languages of the results: those of the site, or the language in the address if the site has it */
export function languagesOf({ locale }: SearchState, languages: readonly string[]): string[] {
  const chosen = chosenLanguage(locale, languages);
  return chosen === undefined ? [...languages] : [chosen];
}

/** @returns undefined if the address contains no language, or none of the site */
export function chosenLanguage(locale: string | undefined, languages: readonly string[]): string | undefined {
  return languages.find((language) => language === locale?.slice(0, 2));
}
