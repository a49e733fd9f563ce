import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { RowCache } from '../../platform/database/caches/row-cache.js';
import type { Database } from '../../platform/database/schema.js';

const MAX_BYTES = 4_000_000;
const ROW_BYTES = 120;

interface OrganizationName {
  id: number;
  name: string;
}

/** The names of organizations by id, kept in memory. */
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

  /** @returns by id */
  async load(ids: readonly number[]): Promise<Map<number, string>> {
    return new Map((await this.rows.load(ids)).map(({ id, name }) => [id, name]));
  }

  /** What is kept in memory is read anew. @param ids none: all. */
  invalidate(ids?: readonly number[]): void {
    this.rows.invalidate(ids);
  }
}
