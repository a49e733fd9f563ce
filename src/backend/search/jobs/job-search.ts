import type { Kysely } from 'kysely';
import type {
  JobDocument,
  QuerySearchApiSearchArgs,
  SearchApiBand,
  SearchApiFacet,
  SearchApiFacetValue,
  SearchSynonyms,
  SearchUnderstanding,
} from '#contract/generated/resolvers.js';
import {
  JOB_FACETS,
  JOB_ORGANIZATION_NAME_FIELD,
  JOB_TITLE_FIELD,
  SORT_NEAREST,
  SORT_RECENT,
  GEO_RADII,
  ADVERT_FACETS,
  isSingleFacet,
} from '#contract/search/job-search.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import type { Database } from '../../platform/database/schema.js';
import type { JobSimilarity } from '../../platform/search-index/search-index.port.js';
import type { OrganizationNames } from '../../domain/organizations/organization.repository.js';
import type { Places } from '../../reference/places/places.port.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import {
  isAdvertFacet,
  readAdvertValue,
  withAdvertReference,
  writeAdvertValue,
  advertLabel,
  currencyOf,
} from '../adverts/advert-facets.js';
import { expand, type Synonyms } from '../analysis/synonyms.js';
import type { SearchableIndex } from '../api/search.resolvers.js';
import type { Scopes } from '../codes/codes.js';
import type { SearchDocuments } from '../documents/job-documents.js';
import { formatKeywords } from '../port/keyword-grammar.js';
import { broaderSearches } from '../query/broader-searches.js';
import { MISSING, type SearchIndex } from '../query/condition-groups.js';
import type { CorrectingSearch, CorrectedAnswer } from '../query/correcting-search.js';
import { readRequest } from '../query/read-request.js';
import { locate, type ResolvedLocation } from '../query/search-location.js';
import { withoutControlCharacters } from '../analysis/plain-text.js';
import type { SearchQuery, FacetCounts, JobKind } from '../port/search.port.js';
import { jobsBySimilarity, MAX_COMPARED, part, type RelatedJobs } from '../recommendations/recommendations.js';
import type { QueryUnderstanding, UnderstoodRequest } from '../understanding/understood-request.js';

/** A search with at most this number of hits is widened; the same threshold as for correcting a possible misspelling. */
const FEW_JOBS = 3;

export const JOBS_INDEX: SearchIndex<JobKind> = {
  id: 'jobs',
  facets: [...JOB_FACETS, ...ADVERT_FACETS],
  keywordFields: ['title', 'organization'],
  titleField: JOB_TITLE_FIELD,
  nameFacet: 'company',
  condition: (name, value) =>
    name === JOB_ORGANIZATION_NAME_FIELD
      ? { kind: 'organization-name', name: withoutControlCharacters(value) }
      : undefined,
  readValue: (facet, text) => (isAdvertFacet(facet) ? readAdvertValue(facet, text) : undefined),
  sortFields: [SORT_RECENT.field, SORT_NEAREST.field],
  sort([first], hasKeywords) {
    if (first?.field === SORT_NEAREST.field) return 'nearest';
    if (first?.field === SORT_RECENT.field) return first.descending ? 'newest' : 'oldest';
    return hasKeywords ? 'relevance' : 'newest';
  },
};

const MAX_BAND_SIZE = 10;
const MAX_NAMES = 8;

interface JobSearchParts {
  jobs: CorrectingSearch;
  synonyms: Synonyms | undefined;
  scopes: Scopes;
  documents: SearchDocuments;
  organizations: OrganizationNames;
  terms: TermCatalog;
  places: Places;
  database: Kysely<Database>;
  similarity: JobSimilarity | undefined;
  related: RelatedJobs | undefined;
  /** Extracts filters from the keywords if a request asks for it; without it keywords are only searched as words. */
  understanding?: QueryUnderstanding;
}

/** Creates the index `jobs`. */
export function jobSearch(parts: JobSearchParts): SearchableIndex {
  const { jobs, documents, places, understanding } = parts;
  return {
    id: JOBS_INDEX.id,
    async answer(typed: QuerySearchApiSearchArgs, context: RequestContext) {
      const understood = await understanding?.read(typed, context);
      const args = understood ? withOneChoice(understood) : typed;
      const request = withAdvertReference(readRequest(JOBS_INDEX, args, context.site.name), {
        now: context.now,
        currency: currencyOf(context.site),
      });
      const requestedLocation = await locate(places, args.geoLocation, context.language);
      const { similarTo } = args;
      const located: SearchQuery = {
        ...request,
        ...(similarTo ? { offset: 0, limit: MAX_COMPARED } : {}),
        ownLanguage: context.language,
        area: requestedLocation?.area,
      };
      const isOrderChosen = Boolean(args.sorts?.length) || Boolean(similarTo);
      const { answer, resolvedLocation } =
        args.widen && understood && hasReadPlace(understood.understanding)
          ? await searchFartherAway(parts, located, {
              resolvedLocation: requestedLocation,
              language: context.language,
              isOrderChosen,
            })
          : { answer: await jobs.search(located), resolvedLocation: requestedLocation };
      const { query, total, facets, correction, relaxed, ...found } = answer;
      const ids = similarTo ? part(await jobsBySimilarity(parts, similarTo, found.ids, context), request) : found.ids;
      return {
        result_count: total,
        documents: () => documents.load(ids, query, context.language),
        facets: () => labelFacets(parts, context, facets),
        correction: correction ?? null,
        relaxed: relaxed ?? false,
        synonyms: () => namedOtherwise(parts, query),
        understanding: understood ? named(understood.understanding, resolvedLocation) : null,
        location: resolvedLocation?.location ?? null,
        remote_band: ({ first }: { first?: number | null }) =>
          loadBand(parts, query, resolvedLocation, clamp(first ?? 3, 0, MAX_BAND_SIZE), context.language),
        related: ({ first }: { first?: number | null }) =>
          loadRelated(parts, query, { total, ids }, context.language, clamp(first ?? 4, 0, MAX_BAND_SIZE)),
        ways_out: () => (total > 0 ? [] : broaderSearches(jobs, JOBS_INDEX, query)),
        explanations: () => documents.explain(ids, query, context.language),
      };
    },
  };
}

/**
 * Of the facets with at most one value, the first phrase applies, instead of a value that was chosen before it was typed: pages show only
 * this one.
 */
function withOneChoice({ args, understanding }: UnderstoodRequest): QuerySearchApiSearchArgs {
  const { condition_group: group } = args;
  const groups = group?.groups?.map((part) => {
    const read = understanding.phrases.find(
      ({ field }) => isSingleFacet(field) && part.tags?.includes(`facet:${field}`),
    );
    return read ? { ...part, conditions: part.conditions?.filter(({ value }) => value === read.value) } : part;
  });
  return groups ? { ...args, condition_group: { ...group, groups } } : args;
}

/** Returns the synonyms by which jobs were found in addition to the words of the query. */
async function namedOtherwise({ synonyms, scopes }: JobSearchParts, query: SearchQuery): Promise<SearchSynonyms[]> {
  const { keywords, site, languages } = query;
  if (!synonyms || !keywords) return [];
  const names = new Map<string, string[]>();
  for (const scope of (await scopes.choose(site, languages)).scopes) {
    for (const { box, start, end, others } of expand(synonyms, keywords, scope)) {
      const typed = formatKeywords(keywords.boxes[box]!.slice(start, end));
      names.set(typed, [...(names.get(typed) ?? []), ...others.slice(0, MAX_NAMES)]);
    }
  }
  return [...names]
    .filter(([, all]) => all.length > 0)
    .map(([typed, all]) => ({ typed, names: [...new Set(all)].slice(0, MAX_NAMES) }));
}

function hasReadPlace({ phrases }: SearchUnderstanding): boolean {
  return phrases.some(({ kind, isPlaceBox }) => kind === 'place' && !isPlaceBox);
}

/** Gives a place that was read from the keywords its name in the answer, or the country's name if the whole country was searched. */
function named(
  understanding: SearchUnderstanding,
  resolvedLocation: ResolvedLocation | undefined,
): SearchUnderstanding {
  if (!resolvedLocation) return understanding;
  const { name, widened, radius } = resolvedLocation.location;
  const label = widened?.name ?? name;
  const phrases = understanding.phrases.map((phrase) => (phrase.kind === 'place' ? { ...phrase, label } : phrase));
  return { ...understanding, phrases, place: widened && radius == null ? name : understanding.place };
}

async function loadBand(
  { jobs, documents }: JobSearchParts,
  query: SearchQuery,
  resolvedLocation: ResolvedLocation | undefined,
  limit: number,
  language: string,
): Promise<SearchApiBand | null> {
  if (resolvedLocation?.area.kind !== 'radius' || resolvedLocation.location.country === '') return null;
  const band: SearchQuery = {
    ...query,
    area: { kind: 'remote', country: resolvedLocation.location.country, beyond: resolvedLocation.area },
    sort: 'newest',
    offset: 0,
    limit,
    facets: [],
  };
  const { total, ids } = await jobs.searchExactly(band);
  return { result_count: total, documents: await documents.load(ids, band, language) };
}

async function loadRelated(
  { related, documents }: JobSearchParts,
  query: SearchQuery,
  found: { total: number; ids: readonly string[] },
  language: string,
  first: number,
): Promise<JobDocument[]> {
  const ids = (await related?.find({ query, found, language }, first)) ?? [];
  return ids.length > 0 ? documents.load(ids, { ...query, keywords: undefined }, language) : [];
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Converts facet counts to the API's format. Values that no longer have a name are omitted. */
async function labelFacets(
  { organizations, terms }: Pick<JobSearchParts, 'organizations' | 'terms'>,
  { site, locale, language }: Pick<RequestContext, 'site' | 'locale' | 'language'>,
  facets: readonly FacetCounts[],
): Promise<SearchApiFacet[]> {
  const ids = facets.flatMap(({ facet, values }) =>
    facet === 'company' ? values.flatMap(({ value }) => value ?? []) : [],
  );
  const names = await organizations.load(ids);
  const namesIn = (facet: string): ((value: number) => FacetName | null) => {
    if (isAdvertFacet(facet)) return (value) => ({ label: advertLabel(facet, value, { site, locale }), slug: null });
    if (facet !== 'company') return (value) => terms.term(value, language);
    return (value) => {
      const label = names.get(value);
      return label === undefined ? null : { label, slug: null };
    };
  };
  return facets.map(({ facet, values }) => {
    const nameOf = namesIn(facet);
    const labelled: SearchApiFacetValue[] = [];
    // A page has about eighty values.
    for (const { value, count } of values) {
      if (value === null) {
        labelled.push({ filter: MISSING, label: '', slug: null, count });
        continue;
      }
      const found = nameOf(value);
      if (found) labelled.push({ filter: writeAdvertValue(facet, value), label: found.label, slug: found.slug, count });
    }
    return { name: JOBS_INDEX.facets.find(({ name }) => name === facet)!.field, values: labelled };
  });
}

/** How a value of a facet is shown, and written in an address. */
type FacetName = Pick<SearchApiFacetValue, 'label' | 'slug'>;

type Jobs = Pick<CorrectingSearch, 'search' | 'searchExactly'>;

/** Context of a search besides its query. */
interface Around {
  resolvedLocation: ResolvedLocation | undefined;
  /** Language in which the country is named. */
  language: string;
  /** Whether the user chose a sort order; then nearby jobs are not moved to the front. */
  isOrderChosen: boolean;
}

/** An answer and the place that was searched. */
interface LocatedAnswer {
  answer: CorrectedAnswer;
  resolvedLocation: ResolvedLocation | undefined;
}

/**
 * Searches around a place that was read from the keywords. The user did not choose a radius, so if few jobs are found, the next larger
 * radius that pages offer is tried, and finally the whole country. The few nearby jobs stay ahead of other jobs.
 *
 * @returns the first answer with enough jobs, otherwise the first with jobs that match all words, otherwise the first with any jobs
 */
export async function searchFartherAway(
  { jobs, places, documents }: { jobs: Jobs; places: Places; documents: Pick<SearchDocuments, 'load'> },
  query: SearchQuery,
  { resolvedLocation, language, isOrderChosen }: Around,
): Promise<LocatedAnswer> {
  const near: LocatedAnswer = { answer: await jobs.search(query), resolvedLocation };
  if (resolvedLocation?.area.kind !== 'radius' || (await isEnough(jobs, near.answer))) return near;
  const tried = [near];
  for await (const farther of widerPlaces(places, resolvedLocation, language)) {
    const wider = { ...query, area: farther.area };
    const answer = isOrderChosen
      ? await jobs.search(wider)
      : await searchNearFirst(jobs, query, wider, (near) => documents.load(near, query, language));
    const found = { answer, resolvedLocation: farther };
    if (await isEnough(jobs, answer)) return found;
    tried.push(found);
  }
  return (
    tried.find(({ answer }) => answer.total > FEW_JOBS && !answer.relaxed) ??
    tried.find(({ answer }) => answer.total > 0 && !answer.relaxed) ??
    tried.find(({ answer }) => answer.total > 0) ??
    near
  );
}

/**
 * Returns the results of the wider search, with those in the query's own area first. If there are more than a few of these, most of them
 * only mention the words, and they are not moved to the front. Nearby jobs across the border are added to the results from a country.
 */
async function searchNearFirst(
  jobs: Jobs,
  query: SearchQuery,
  wider: SearchQuery,
  load: (ids: readonly string[]) => Promise<readonly Pick<JobDocument, 'address'>[]>,
): Promise<CorrectedAnswer> {
  const answer = await jobs.search(wider);
  const found: CorrectedAnswer = await jobs.search({ ...query, offset: 0, limit: FEW_JOBS, facets: [] });
  const near =
    found.total > FEW_JOBS ? await jobs.searchExactly({ ...ofSubject(found.query), limit: FEW_JOBS }) : found;
  // Jobs that were found with another spelling are not among those of the wider search.
  if (appliedKeys(found) !== appliedKeys(answer)) return answer;
  if (answer.relaxed || found.relaxed || near.total === 0) return answer;
  const end = query.offset + query.limit;
  const all = await jobs.search({ ...wider, offset: 0, limit: end, facets: [] });
  const ids = [...near.ids, ...all.ids.filter((id) => !near.ids.includes(id))];
  const { area } = wider;
  const added =
    area?.kind === 'region'
      ? (await load(near.ids)).filter(({ address }) => address?.countryCode.toUpperCase() !== area.country).length
      : 0;
  return { ...answer, total: answer.total + added, ids: ids.slice(query.offset, end) };
}

/** @returns the corrected words; undefined if the search is for the typed words */
function appliedKeys({ correction }: CorrectedAnswer): string | undefined {
  return correction?.applied ? correction.keys : undefined;
}

/** @returns whether enough jobs match the words in more than their description */
async function isEnough(jobs: Jobs, { total, relaxed, query }: CorrectedAnswer): Promise<boolean> {
  if (total <= FEW_JOBS || relaxed) return false;
  return (await jobs.searchExactly(ofSubject(query))).total > FEW_JOBS;
}

/** Returns a query that counts the jobs with the words in their title, subjects or the name of their organization. */
function ofSubject(query: SearchQuery): SearchQuery {
  const { keywords } = query;
  const counted: SearchQuery = { ...query, offset: 0, limit: 0, facets: [] };
  if (!keywords?.fields.includes('everything')) return counted;
  return { ...counted, keywords: { ...keywords, fields: ['title', 'subject', 'organization'] } };
}

async function* widerPlaces(
  places: Places,
  { area, location }: ResolvedLocation,
  language: string,
): AsyncGenerator<ResolvedLocation> {
  if (area.kind !== 'radius') return;
  const widened = { name: location.name, radius: area.km };
  for (const km of GEO_RADII) {
    if (km > area.km) yield { area: { ...area, km }, location: { ...location, radius: km, widened } };
  }
  const country = await locate(places, { country: location.country, locationType: 'country' }, language);
  const { alternatives } = location;
  if (country) yield { ...country, location: { ...country.location, alternatives, widened } };
}
