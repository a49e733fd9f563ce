import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { TALLY_ORGANIZATION, TALLY_TOTAL } from '../codes/codes.js';
import type { Combo } from '../codes/combo.js';

/** Gathers by how much the counts of a search without conditions change. */
export class TallyDeltas {
  private readonly changes = new Map<string, number>();

  /**
   * @param organizationId 0: the employer is not named.
   * @param by 1 for a row that comes, -1 for one that goes.
   */
  count(scopes: readonly number[], combo: Combo, organizationId: number, by: 1 | -1): void {
    for (const scope of scopes) {
      this.add(scope, TALLY_TOTAL, 0, by);
      if (organizationId !== 0) this.add(scope, TALLY_ORGANIZATION, organizationId, by);
      combo.values.forEach((tids, kind) => {
        for (const tid of tids.length === 0 ? [0] : tids) this.add(scope, kind, tid, by);
      });
    }
  }

  async write(trx: Kysely<Database>): Promise<void> {
    const rows = [...this.changes].filter(([, n]) => n !== 0).map(([key, n]) => [...key.split(' ').map(Number), n]);
    if (rows.length === 0) return;
    const column = (index: number): (number | undefined)[] => rows.map((row) => row[index]);
    await sql`
      insert into search_tally_delta (scope, kind, value, n) select * from unnest(
        ${column(0)}::smallint[], ${column(1)}::smallint[], ${column(2)}::integer[], ${column(3)}::integer[])
    `.execute(trx);
  }

  private add(scope: number, kind: number, value: number, by: number): void {
    const key = `${scope} ${kind} ${value}`;
    this.changes.set(key, (this.changes.get(key) ?? 0) + by);
  }
}
