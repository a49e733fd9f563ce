import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';

const DEFAULT_SECONDS = 30;

/** A lease on computing models and vectors, held by one process at a time; it expires after that process has ended. */
export class Lease {
  private readonly holder = randomUUID();

  constructor(
    private readonly database: Kysely<Database>,
    private readonly seconds = DEFAULT_SECONDS,
  ) {}

  /** Acquires or renews the lease. @returns whether this process holds it */
  async take(): Promise<boolean> {
    const { rows } = await sql`
      update meaning_lease set holder = ${this.holder}::uuid, until = clock_timestamp() + make_interval(secs => ${this.seconds}::float8)
      where holder = ${this.holder}::uuid or until < clock_timestamp() returning one
    `.execute(this.database);
    return rows.length > 0;
  }

  /** Releases the lease. */
  async giveBack(): Promise<void> {
    await sql`update meaning_lease set until = '-infinity' where holder = ${this.holder}::uuid`.execute(this.database);
  }
}
