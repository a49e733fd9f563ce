import { sql, type Kysely, type Selectable } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Image } from '#contract/generated/resolvers.js';
import { slugify } from '#contract/pages/paths.js';
import { RowCache } from '../../platform/database/caches.js';
import type { Database, OrganizationTable } from '../../platform/database/schema.js';
import { filePath } from '../../platform/files/stored-files.js';
import { addressRow, type SavedAddress } from '../../platform/database/address.js';
import { jsonRows } from '../../platform/database/statement.js';
import type { SearchIndexer } from '../../platform/search-index/search-index.port.js';

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
export async function findOrganizationsPutForward(
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
