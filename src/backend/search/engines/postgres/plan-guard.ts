import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import { run } from '../../../platform/database/statement.js';

/**
 * Makes the planner use the index for searches. If the migration was able to raise the planner's cost of text matching, nothing else is
 * needed; otherwise (on a server where we are not superuser) sequential scans are disabled for the search.
 */
export class PlanGuard {
  private knowsCost: Promise<boolean> | undefined;

  constructor(private readonly database: Kysely<Database>) {}

  async run<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    this.knowsCost ??= this.readCost();
    if ((await this.knowsCost) || !text.includes('words @@')) return run<Row>(this.database, text, values);
    return this.database.transaction().execute(async (trx) => {
      await run(trx, 'set local enable_seqscan = off');
      return run<Row>(trx, text, values);
    });
  }

  private async readCost(): Promise<boolean> {
    try {
      const rows = await run<{ procost: number }>(
        this.database,
        `select procost from pg_proc where oid = 'pg_catalog.ts_match_vq(tsvector, tsquery)'::regprocedure`,
      );
      return Number(rows[0]?.procost) > 100;
    } catch (error) {
      this.knowsCost = undefined;
      throw error;
    }
  }
}
