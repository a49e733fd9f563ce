import type { Kysely } from 'kysely';
import { KEEP_PLAN } from '../../platform/database/prepared-statements.js';
import { RowCache } from '../../platform/database/caches/row-cache.js';
import { PackedCache } from '../../platform/database/caches/packed-cache.js';
import type { Database } from '../../platform/database/schema.js';
import { TALLY_ORGANIZATION } from '../codes/codes.js';
import type { Scopes } from '../codes/scopes.js';
import { run } from '../../platform/database/statement.js';

const MAX_BYTES = 500_000;

/** How many published jobs organizations have: from the counts of the search, so that nothing is counted where there are thousands. */
export class OpenJobCounts {
  private readonly bySite = new Map<string, RowCache<{ n: number }>>();

  /** @param isCurrent whether `invalidate` is being called; without it nothing is kept. */
  constructor(
    private readonly database: Kysely<Database>,
    private readonly scopes: Scopes,
    private readonly isCurrent: (() => boolean) | undefined,
  ) {}

  /** @returns in the order of the ids */
  async load(site: string, ids: readonly number[]): Promise<number[]> {
    let cached = this.bySite.get(site);
    if (!cached) {
      cached = new RowCache({
        cache: new PackedCache<number, { n: number }>(MAX_BYTES),
        isCurrent: this.isCurrent,
        read: (missing) => this.read(site, missing),
      });
      this.bySite.set(site, cached);
    }
    return (await cached.load(ids)).map(({ n }) => n);
  }

  /** Jobs have come or gone. */
  invalidate(): void {
    for (const cached of this.bySite.values()) cached.invalidate();
  }

  private async read(site: string, ids: readonly number[]): Promise<Map<number, { n: number }>> {
    const { counted } = await this.scopes.choose(site, []);
    const own = `scope = any($1::smallint[]) and kind = ${TALLY_ORGANIZATION} and value = any($2::integer[])`;
    const rows = await run<{ value: number; n: number }>(
      this.database,
      `${KEEP_PLAN} select value, sum(n)::integer as n from (
        select value, n from search_tally where ${own} union all select value, n from search_tally_delta where ${own}
      ) as counts group by value`,
      [counted, ids],
    );
    const counts = new Map(rows.map(({ value, n }) => [value, n]));
    return new Map(ids.map((id) => [id, { n: counts.get(id) ?? 0 }]));
  }
}
