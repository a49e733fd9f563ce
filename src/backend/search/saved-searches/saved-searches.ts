import type { Kysely } from 'kysely';
import { RESUME_FACETS } from '#contract/search/resume-search.js';
import type { ConditionGroupInput, ConditionInput, GeoLocationInput } from '#contract/generated/resolvers.js';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { OrganizationNames } from '../../domain/organizations/organization.repository.js';
import type { SavedSearch, SearchToSave } from '../../platform/database/tables/alert-tables.js';
import { badUserInput } from '../../platform/graphql/allow.js';
import type { Places } from '../../reference/places/places.port.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import type { SearchCodes } from '../codes/search-codes.js';
import type { DirectoryKind } from '../directories/directory-index.js';
import type { DirectorySearchEngine } from '../directories/directory.search-engine.js';
import type { CorrectingSearch } from '../query/correcting-search.js';
import { isAdvertFacet, withAdvertReference, advertLabel } from '../adverts/advert-facets.js';
import type { AdvertLimits } from '../adverts/advert-limits.js';
import { JOBS_INDEX } from '../jobs/job-search.js';
import { loadRowsOf } from '../engines/memory/index-loader.js';
import { MemoryIndex } from '../engines/memory/memory-index.js';
import { MemorySearchEngine } from '../engines/memory/memory.search-engine.js';
import type { PostgresSearchEngine } from '../engines/postgres/postgres.search-engine.js';
import { locate } from '../query/search-location.js';
import type { SearchQuery, IndexKind } from '../port/search.port.js';
import type { Analysis } from '../analysis/keyword-query.js';
import { readKeys, readRequest } from '../query/read-request.js';
import { RESUMES_INDEX, type RegionLabels } from '../resumes/resume-indexer.js';
import { MISSING, type SearchIndex } from '../query/condition-groups.js';
import { canonicalSearch, withoutDates } from './saved-search.js';

/** Returns those of a set of documents that a saved search finds, newest first. */
export type FindAmong = (search: SavedSearch, site: string) => Promise<readonly number[]>;

/** An index whose searches can be saved and run later on new documents. */
export interface SavedSearchIndex {
  /** @throws BAD_USER_INPUT naming the invalid part */
  save(request: SearchToSave, site: string): Promise<SavedSearch>;
  /** Describes a search in a language; empty for a search without conditions. */
  describe(search: SavedSearch, site: BackendSite, language: string): Promise<string>;
  /**
   * Loads a set of documents on which many searches can be run. Each returns the same of these documents as the index itself.
   *
   * @param ids a few thousand at most; documents that are not in the index are omitted
   */
  among(ids: readonly number[]): Promise<FindAmong>;
}

export interface SavedJobSearchesParts {
  database: Kysely<Database>;
  analysis: Analysis;
  codes: SearchCodes;
  inDatabase: PostgresSearchEngine;
  jobs: CorrectingSearch;
  places: Places;
  /** The bundled gazetteer, so that known places need no external service. */
  gazetteer: Places;
  organizations: OrganizationNames;
  terms: TermCatalog;
  /** Maps values of advert facets to limits. */
  adverts: AdvertLimits;
  /** Currency in which pay is compared, by site. */
  currencies: Readonly<Record<string, string | undefined>>;
  clock: () => Date;
}

const MAX_LENGTH = 20_000;
const MAX_PARTS = 8;
const MAX_PART_LENGTH = 80;

/**
 * Saved searches of the index `jobs`. The documents form a small separate index for the in-memory engine: a search whose words do not occur
 * in them costs only the lookups of these words. For conditions on the text of titles, PostgreSQL searches the same documents.
 */
export function savedJobSearches(parts: SavedJobSearchesParts): SavedSearchIndex {
  const { database, analysis, codes, inDatabase, jobs, places, gazetteer, organizations, terms, adverts } = parts;
  const complete = (query: SearchQuery): SearchQuery =>
    withAdvertReference(query, { now: parts.clock(), currency: parts.currencies[query.site] });
  return {
    async save(request, site) {
      // Refuses invalid dates as well.
      queryOf(JOBS_INDEX, request, site);
      return await toSavedSearch({ index: JOBS_INDEX, search: jobs, places, complete }, withoutDates(request), site);
    },
    describe: (search, site, language) =>
      describeSearch(JOBS_INDEX, withoutDates(search), {
        nameValues: (facet, values) =>
          isAdvertFacet(facet)
            ? Promise.resolve(
                new Map(values.map((value) => [value, advertLabel(facet, value, { site, locale: language })])),
              )
            : facet === 'company'
              ? organizations.load(values)
              : Promise.resolve(termNames(terms, values, language)),
        namePlace: async (place) => (await locate(gazetteer, place, language))?.location.label,
        kilometres: kilometresIn(language),
      }),
    async among(ids) {
      const index = new MemoryIndex();
      await index.apply({ removed: [], rows: await loadRowsOf(database, ids) });
      const inMemory = new MemorySearchEngine({ index, codes, analysis, adverts, database });
      return async (search, site) => {
        const resolvedLocation = await locate(gazetteer, search.geoLocation);
        const query: SearchQuery = {
          ...complete(queryOf(JOBS_INDEX, withoutDates(search), site)),
          area: resolvedLocation?.area,
          sort: 'newest',
          offset: 0,
          limit: ids.length,
          facets: [],
        };
        const answer = inMemory.canAnswer(query) ? await inMemory.search(query) : await inDatabase.search(query, ids);
        return answer.ids.map(Number);
      };
    },
  };
}

const REGION = RESUME_FACETS.find(({ vocabulary }) => vocabulary === null)!.name;

/** Saved searches of the index `resumes`: PostgreSQL runs them one by one, restricted to the new resumes. */
export function savedResumeSearches(parts: {
  inDatabase: DirectorySearchEngine;
  search: CorrectingSearch<DirectoryKind>;
  places: Places;
  /** The bundled gazetteer. */
  gazetteer: Places;
  regions: RegionLabels;
  terms: TermCatalog;
}): SavedSearchIndex {
  const { inDatabase, search, places, gazetteer, regions, terms } = parts;
  return {
    save: (request, site) => toSavedSearch({ index: RESUMES_INDEX, search, places }, request, site),
    describe: (saved, site, language) =>
      describeSearch(RESUMES_INDEX, saved, {
        nameValues: (facet, values) =>
          facet === REGION
            ? regions.load(values, { language, home: site.countries })
            : Promise.resolve(termNames(terms, values, language)),
        namePlace: async (place) => (await locate(gazetteer, place, language))?.location.label,
        kilometres: kilometresIn(language),
      }),
    among: (ids) =>
      Promise.resolve(async (saved, site) => {
        const resolvedLocation = await locate(gazetteer, saved.geoLocation);
        const query = {
          ...queryOf<DirectoryKind>(RESUMES_INDEX, saved, site),
          area: resolvedLocation?.area,
          offset: 0,
          limit: ids.length,
          facets: [],
          sort: { by: 'newest', descending: true, featuredFirst: false },
        } as const;
        const answer = await inDatabase.search(query, ids);
        return answer.ids.map(Number);
      }),
  };
}

/**
 * Converts a request to a search that can be saved and has the same meaning when it runs later: the correction of its words and the place
 * that a label denotes are determined now.
 *
 * @throws BAD_USER_INPUT naming the invalid part
 */
async function toSavedSearch<Kind extends IndexKind>(
  {
    index,
    search,
    places,
    complete = (query) => query,
  }: {
    index: SearchIndex<Kind>;
    search: CorrectingSearch<Kind>;
    places: Places;
    /** Adds values on which a query depends, such as the present time. */
    complete?: (query: SearchQuery<Kind>) => SearchQuery<Kind>;
  },
  request: SearchToSave,
  site: string,
): Promise<SavedSearch> {
  const query = complete(queryOf(index, request, site));
  const resolvedLocation = await locate(places, request.geoLocation);
  const { correction } = await search.search({ ...query, area: resolvedLocation?.area, limit: 1 });
  const keys = readKeys(request.fulltext);
  const saved = canonicalSearch({
    language: [...query.languages],
    fulltext:
      request.fulltext && keys.length > 0
        ? { ...request.fulltext, keys: correction?.applied && keys.length === 1 ? [correction.keys] : keys }
        : undefined,
    condition_group: request.condition_group ?? undefined,
    geoLocation: resolvedLocation?.location,
  });
  if (JSON.stringify(saved).length > MAX_LENGTH) throw badUserInput('The search is too long to be kept');
  return saved;
}

/** @returns the query of a saved search, without paging and place */
function queryOf<Kind extends IndexKind>(
  index: SearchIndex<Kind>,
  { language, fulltext, condition_group }: SearchToSave,
  site: string,
): SearchQuery<Kind> {
  return readRequest(index, { index_id: index.id, language, fulltext, condition_group }, site);
}

/** Returns the names of a facet's values; values without a name are omitted. */
type NameValues = (facet: string, values: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/** Functions for describing a saved search in a language. */
interface SearchWords {
  nameValues: NameValues;
  /** @returns the place with its area and country; undefined if there is none */
  namePlace: (place: GeoLocationInput) => Promise<string | undefined>;
  kilometres: (distance: number) => string;
}

/**
 * Describes a saved search so that users recognize it: `cook · Toronto, Ontario, Canada (50 km) · Full-time`.
 *
 * @returns an empty text for a search without conditions
 */
async function describeSearch<Kind extends IndexKind>(
  index: SearchIndex<Kind>,
  { fulltext, condition_group: group, geoLocation }: SavedSearch,
  { nameValues, namePlace, kilometres }: SearchWords,
): Promise<string> {
  const parts = [...(fulltext?.keys ?? [])];
  const label = geoLocation && (await namePlace(geoLocation));
  if (label) {
    const { radius } = geoLocation;
    parts.push(typeof radius === 'number' ? `${label} (${kilometres(radius)})` : label);
  }
  for (const { name, value } of conditionsOf(group)) {
    const facet = index.facets.find((known) => known.field === name || known.name === name)?.name;
    if (facet === undefined) parts.push(value.replace(/^%|%$/g, ''));
    else if (value !== MISSING) {
      const values = value.split(',').flatMap((part) => {
        const read = index.readValue?.(facet, part) ?? { value: Number(part) };
        return 'value' in read ? read.value : [];
      });
      const names = await nameValues(facet, values);
      parts.push(...values.flatMap((each) => names.get(each) ?? []));
    }
  }
  const shown = parts.map(shortened).filter((part) => part !== '');
  return [...shown.slice(0, MAX_PARTS), ...(shown.length > MAX_PARTS ? ['…'] : [])].join(' · ');
}

function conditionsOf(group: ConditionGroupInput | undefined): ConditionInput[] {
  if (!group) return [];
  return [...(group.conditions ?? []), ...(group.groups ?? []).flatMap(conditionsOf)];
}

function shortened(text: string): string {
  const characters = Array.from(text.trim());
  return characters.length > MAX_PART_LENGTH
    ? `${characters.slice(0, MAX_PART_LENGTH).join('')}…`
    : characters.join('');
}

/** Returns the labels of terms by id. */
function termNames(terms: TermCatalog, ids: readonly number[], language: string): Map<number, string> {
  return new Map(
    ids.flatMap((id) => {
      const term = terms.term(id, language);
      return term ? [[id, term.label] as const] : [];
    }),
  );
}

/** @returns a function that formats `50 km` in the language */
function kilometresIn(language: string): (distance: number) => string {
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: 'kilometer' });
  return (distance) => format.format(distance);
}
