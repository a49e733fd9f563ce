import { sql, type Kysely, type Selectable } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Image } from '#contract/generated/resolvers.js';
import { RowCache } from '../../platform/database/caches/row-cache.js';
import type { Database, OrganizationTable } from '../../platform/database/schema.js';
import { filePath } from '../../platform/files/stored-files.js';

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
