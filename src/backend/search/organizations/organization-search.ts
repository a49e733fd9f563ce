import { sql, type Kysely } from 'kysely';
import { ORGANIZATION_FACETS, ORGANIZATION_NAME_FIELD } from '#contract/search/organization-search.js';
import type { AddressColumns, Database } from '../../platform/database/schema.js';
import { directoryIndex, type DirectoryKind, termFacets } from '../directories/directory-index.js';
import { type DirectoryEntry, putEntries, removeEntries } from '../directories/directory-writer.js';
import { baseLanguage } from '../analysis/tokens.js';
import { plainText } from '../analysis/plain-text.js';
import type { Stemmer } from '../analysis/stemmer.js';
import type { Places } from '../../reference/places/places.port.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import type { SearchableIndex } from '../api/search.resolvers.js';
import { broaderSearches } from '../query/broader-searches.js';
import type { CorrectingSearch } from '../query/correcting-search.js';
import { readRequest } from '../query/read-request.js';
import { locate } from '../query/search-location.js';
import type { OrganizationDocuments } from './organization-documents.js';

export const ORGANIZATIONS_INDEX = directoryIndex({
  id: 'organizations',
  table: 'directory_organization',
  changes: 'organization',
  facets: ORGANIZATION_FACETS,
  nameField: ORGANIZATION_NAME_FIELD,
});

const BATCH = 500;

interface IndexedOrganization extends AddressColumns {
  id: number;
  site: string;
  language: string;
  name: string;
  alternative_name: string | null;
  mission: string | null;
  presentation: string | null;
  industry_tid: number | null;
  occupation_tids: number[];
  field_of_study_tids: number[];
  featured: boolean;
  created_at: Date;
  /** Labels of its terms, by language. */
  labels: Record<string, string>[] | null;
}

/**
 * Updates these organizations in the directory, in the transaction that changed them; those that are not public are removed.
 */
export async function indexOrganizations(
  trx: Kysely<Database>,
  stemmer: Stemmer,
  ids: readonly (number | string)[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH).map(Number);
    const found = await load(trx, batch);
    const known = new Set(found.map(({ id }) => id));
    await removeEntries(
      trx,
      ORGANIZATIONS_INDEX,
      batch.filter((id) => !known.has(id)),
    );
    await putEntries(trx, ORGANIZATIONS_INDEX, stemmer, found.map(toEntry));
  }
}

/** Indexes organizations that are missing from the directory. @returns number of organizations indexed */
export async function indexMissingOrganizations(database: Kysely<Database>, stemmer: Stemmer): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from organization o
    where state = 'public' and not exists (select from directory_organization d where d.id = o.id) order by id
  `.execute(database);
  const ids = rows.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    await database.transaction().execute((trx) => indexOrganizations(trx, stemmer, batch));
  }
  return ids.length;
}

async function load(trx: Kysely<Database>, ids: readonly number[]): Promise<IndexedOrganization[]> {
  const { rows } = await sql<IndexedOrganization>`
    select id, site, language, name, alternative_name, mission, presentation, industry_tid, occupation_tids,
      field_of_study_tids, featured, created_at, country_code, administrative_area, locality, zip, address_line1, address_line2,
      lat, lon, (
        select json_agg(label) from term where tid = industry_tid or tid = any(occupation_tids) or tid = any(field_of_study_tids)
      ) as labels
    from organization where id = any(${ids}::bigint[]) and state = 'public' order by id
    for no key update
  `.execute(trx);
  return rows;
}

function toEntry(organization: IndexedOrganization): DirectoryEntry {
  const { id, site, language, name, alternative_name, mission, presentation, labels } = organization;
  const place = [organization.locality, organization.administrative_area, organization.zip, organization.country_code];
  const base = baseLanguage(language);
  return {
    id,
    site,
    language,
    name,
    texts: [
      alternative_name ?? '',
      mission ?? '',
      plainText(presentation ?? ''),
      ...(labels ?? []).map((label) => label[base] ?? label.en ?? ''),
      place.filter((part) => part !== null).join(', '),
    ],
    facets: {
      occupation: organization.occupation_tids,
      industry: organization.industry_tid === null ? [] : [organization.industry_tid],
      field_of_study: organization.field_of_study_tids,
    },
    place: {
      country: organization.country_code,
      area: organization.administrative_area,
      lat: organization.lat,
      lon: organization.lon,
    },
    featured: organization.featured,
    at: organization.created_at,
  };
}

/** Creates the index `organizations`. */
export function organizationSearch(parts: {
  search: CorrectingSearch<DirectoryKind>;
  documents: OrganizationDocuments;
  terms: TermCatalog;
  places: Places;
}): SearchableIndex {
  const { search, documents, terms, places } = parts;
  return {
    id: ORGANIZATIONS_INDEX.id,
    async answer(args, context) {
      const request = readRequest<DirectoryKind>(ORGANIZATIONS_INDEX, args, context.site.name);
      const resolvedLocation = await locate(places, args.geoLocation, context.language);
      const { query, total, ids, facets, correction } = await search.search({
        ...request,
        area: resolvedLocation?.area,
      });
      return {
        result_count: total,
        documents: () => documents.load(ids, query, context.language),
        facets: termFacets(ORGANIZATIONS_INDEX, terms, context.language, facets),
        correction: correction ?? null,
        relaxed: false,
        synonyms: [],
        location: resolvedLocation?.location ?? null,
        remote_band: null,
        related: [],
        ways_out: () => (total > 0 ? [] : broaderSearches(search, ORGANIZATIONS_INDEX, query)),
        explanations: () => documents.explain(ids, query),
      };
    },
  };
}
