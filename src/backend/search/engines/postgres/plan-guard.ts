import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import { run } from '../../../platform/database/statement.js';

/**
 * Sees to it that a search uses the index. Where the migration could tell the planner what a comparison of texts costs, nothing is
 * to be done; elsewhere (a server whose superuser we are not) reading whole tables is switched off for the search.
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
