import { sql, type Kysely, type Selectable } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Image } from '#contract/generated/resolvers.js';
import { slugify } from '#contract/pages/paths.js';
import { JOB_ORGANIZATION_NAME_FIELD, JOB_ORGANIZATION_FACET } from '#contract/search/job-search.js';
import { RowCache } from '../../platform/database/caches.js';
import type { Database, OrganizationTable } from '../../platform/database/schema.js';
import { filePath } from '../../platform/files/stored-files.js';
import { addressRow, type SavedAddress } from '../../platform/database/address.js';
import { jsonRows } from '../../platform/database/statement.js';
import type { SearchIndexer } from '../../platform/search-index/search-index.port.js';

/** Replaces references to organizations that were merged into others. */
export class MergedOrganizations {
  constructor(
    private readonly ids: ReadonlyMap<string, string>,
    private readonly names: ReadonlyMap<string, string>,
  ) {}

  /** Whether at least one of these was merged into another one. */
  concerns({ ids, names }: NamedOrganizations): boolean {
    return ids.some((id) => this.ids.has(String(id))) || names.some((name) => this.names.has(comparable(name)));
  }

  /** @param values of the facet @returns the values without duplicates, with merged organizations replaced */
  remaining(values: readonly string[]): string[] {
    return [...new Set(values.map((value) => this.ids.get(value) ?? value))];
  }

  remainingName(name: string): string {
    return this.names.get(comparable(name)) ?? name;
  }

  /** @param query of the address of a job search @returns the query with merged organizations replaced; unchanged if it names none */
  inQuery(query: string): string {
    const parameters = new URLSearchParams(query);
    if (!this.concerns(namedInQuery(query))) return query;
    const { values, name } = organizationsIn(parameters);
    const [first, ...others] = this.remaining(values);
    if (first !== undefined) parameters.set(JOB_ORGANIZATION_FACET, first);
    for (const other of others) parameters.append(JOB_ORGANIZATION_FACET, other);
    if (name !== null) parameters.set(JOB_ORGANIZATION_NAME_FIELD, this.remainingName(name));
    return parameters.toString();
  }

  /** @param path of a job search, with its query */
  inPath(path: string): string {
    const [, before = path, query] = /^([^?]*)\?(.*)$/s.exec(path) ?? [];
    return query === undefined ? path : `${before}?${this.inQuery(query)}`;
  }
}

export type StoredOrganization = Selectable<OrganizationTable> & { logo_name: string | null };

/** @returns the organizations that exist, in no particular order */
export async function findOrganizations(
  database: Kysely<Database>,
  ids: readonly number[],
): Promise<StoredOrganization[]> {
  return database
    .selectFrom('organization')
    .leftJoin('file', 'file.id', 'organization.logo_file')
    .selectAll('organization')
    .select('file.name as logo_name')
    .where('organization.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

/** @returns the number of published jobs of each; organizations without any are left out */
export async function countOpenJobs(
  database: Kysely<Database>,
  organizationIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ organization_id: number; jobs: number }>`
    select organization_id, count(*) as jobs from job
    where organization_id = any(${organizationIds}::bigint[]) and state = 'published'
    group by organization_id
  `.execute(database);
  return new Map(rows.map((row) => [row.organization_id, row.jobs]));
}

/** Featured organizations, in an order that changes daily, so that each is shown first at times. */
export async function findPromotedOrganizations(
  database: Kysely<Database>,
  site: string,
  { why, day, first }: { why: 'featured' | 'training'; day: string; first: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from organization where site = ${site} and ${sql.ref(why)} and state = 'public'
    order by md5(id::text || ${day}), id limit ${first}
  `.execute(database);
  return rows.map((row) => row.id);
}

/** @returns null if the organization has no logo */
export function logoImage(name: string, fileId: string | null, fileName: string | null): Image | null {
  return fileId === null ? null : { url: filePath(fileId, fileName ?? 'logo'), alt: name };
}

const MAX_BYTES = 4_000_000;
const ROW_BYTES = 120;

interface OrganizationName {
  id: number;
  name: string;
}

/** Names of organizations by id, cached in memory. */
export class OrganizationNames {
  private readonly rows: RowCache<OrganizationName>;

  constructor(database: Kysely<Database>, isCurrent: (() => boolean) | undefined) {
    this.rows = new RowCache<OrganizationName>({
      cache: new LRUCache<number, OrganizationName>({
        maxSize: MAX_BYTES,
        sizeCalculation: ({ name }) => ROW_BYTES + name.length,
      }),
      isCurrent,
      async read(ids) {
        const found = await database.selectFrom('organization').select(['id', 'name']).where('id', 'in', ids).execute();
        return new Map(found.map((row) => [row.id, row]));
      },
    });
  }

  /** @returns names by id */
  async load(ids: readonly number[]): Promise<Map<number, string>> {
    return new Map((await this.rows.load(ids)).map(({ id, name }) => [id, name]));
  }

  /** Removes entries from the cache. @param ids omit for all */
  invalidate(ids?: readonly number[]): void {
    this.rows.invalidate(ids);
  }
}

/** An organization as a source provides it. */
export interface OrganizationToSave {
  source: string;
  /** Unique within the source: equal keys identify the same organization. */
  sourceKey: string;
  name: string;
  alternativeName?: string;
  language: string;
  mission?: string;
  /** Sanitised HTML. */
  presentation?: string;
  industryTid?: number;
  sizeTid?: number;
  benefitTids: number[];
  occupationTids?: number[];
  fieldOfStudyTids?: number[];
  website?: string;
  foundedYear?: number;
  address?: SavedAddress;
  logoFile?: string;
  featured: boolean;
  /** Whether it is listed as a training provider. */
  training?: boolean;
  /** Whether it is the placeholder for employers that a source does not name, which has no page. */
  isUnnamed?: boolean;
}

/**
 * Creates or updates organizations of a site by source and key.
 *
 * @param organizations must not contain a key twice
 * @returns the id of each, by its source key
 */
export async function saveOrganizations(
  trx: Kysely<Database>,
  site: string,
  organizations: readonly OrganizationToSave[],
  indexer: Pick<SearchIndexer, 'indexOrganizations'>,
): Promise<Map<string, string>> {
  const rows = organizations.map(toRow);
  const first = rows[0];
  if (!first) return new Map();
  const columns = Object.keys(first);
  const names = sql.join(columns.map((name) => sql.ref(name)));
  // The state of an existing organization is not changed by its source.
  const changing = columns.filter((name) => name !== 'state');
  const updates = sql.join(changing.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`));
  const { rows: written } = await sql<{ id: number; source_key: string }>`
    insert into organization (site, ${names})
    select ${site}, ${names} from jsonb_populate_recordset(null::organization, ${jsonRows(rows)}::jsonb)
    on conflict (site, source, source_key) do update set ${updates}, updated_at = now()
    returning id, source_key
  `.execute(trx);
  const ids = written.map(({ id }) => String(id));
  await indexer.indexOrganizations(trx, ids);
  return new Map(written.map((row) => [row.source_key, String(row.id)]));
}

function toRow(organization: OrganizationToSave) {
  return {
    source: organization.source,
    source_key: organization.sourceKey,
    slug: slugify(organization.name),
    name: organization.name,
    alternative_name: organization.alternativeName ?? null,
    language: organization.language,
    mission: organization.mission ?? null,
    presentation: organization.presentation ?? null,
    industry_tid: organization.industryTid ?? null,
    size_tid: organization.sizeTid ?? null,
    benefit_tids: organization.benefitTids,
    occupation_tids: organization.occupationTids ?? [],
    field_of_study_tids: organization.fieldOfStudyTids ?? [],
    website: organization.website ?? null,
    founded_year: organization.foundedYear ?? null,
    logo_file: organization.logoFile ?? null,
    featured: organization.featured,
    training: organization.training ?? false,
    state: organization.isUnnamed ? ('unnamed' as const) : ('public' as const),
    ...addressRow(organization.address),
  };
}

/** References to organizations, by id, or by name as in a search. */
export interface NamedOrganizations {
  ids: readonly number[];
  names: readonly string[];
}

function organizationsIn(parameters: URLSearchParams): { values: string[]; name: string | null } {
  const values = parameters.getAll(JOB_ORGANIZATION_FACET).flatMap((value) => value.split(','));
  return { values: values.map((value) => value.trim()), name: parameters.get(JOB_ORGANIZATION_NAME_FIELD) };
}

/** @returns the organizations that the query of an address names */
export function namedInQuery(query: string): NamedOrganizations {
  const { values, name } = organizationsIn(new URLSearchParams(query));
  return { ids: idsOf(values), names: name === null ? [] : [name] };
}

/** @param values of the facet @returns the values that are ids */
export function idsOf(values: readonly string[]): number[] {
  return values.filter((value) => /^\d{1,10}$/.test(value)).map(Number);
}

/**
 * Finds the named organizations that were merged into others. A name that another organization of the site still has refers to that one.
 *
 * @param waits whether to wait for merges in progress, so that what the transaction writes afterwards names no merged organization
 */
export async function findMerged(
  trx: Kysely<Database>,
  site: string,
  { ids, names, waits }: NamedOrganizations & { waits: boolean },
): Promise<MergedOrganizations> {
  if (ids.length === 0 && names.length === 0) return new MergedOrganizations(new Map(), new Map());
  const wanted = [...new Set(names.map(comparable))];
  const { rows } = await sql<{ id: number; name: string; merged_into: number | null; state: string }>`
    select id, lower(name) as name, merged_into, state from organization
    where site = ${site} and (id = any(${ids}::bigint[]) or lower(name) = any(${wanted}::text[]))
    order by id ${waits ? sql`for key share` : sql``}
  `.execute(trx);
  const gone = rows.flatMap((row) => (row.merged_into === null ? [] : { ...row, other: row.merged_into }));
  const others = await namesOf(
    trx,
    gone.map(({ other }) => other),
  );
  const hasOthers = (name: string): boolean => rows.some((row) => row.name === name && row.state === 'public');
  return new MergedOrganizations(
    new Map(gone.map(({ id, other }) => [String(id), String(other)])),
    new Map(
      gone.flatMap(({ name, other }) =>
        wanted.includes(name) && !hasOthers(name) && others.has(other) ? [[name, others.get(other)!]] : [],
      ),
    ),
  );
}

async function namesOf(trx: Kysely<Database>, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx.selectFrom('organization').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Normalizes a name in the same way as searches do for comparison. */
function comparable(name: string): string {
  return name.trim().toLowerCase();
}
