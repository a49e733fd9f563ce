import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';

const DEFAULT_SECONDS = 30;

/** The right to make models and vectors, which one process has at a time; it ends by itself when that process does. */
export class Lease {
  private readonly holder = randomUUID();

  constructor(
    private readonly database: Kysely<Database>,
    private readonly seconds = DEFAULT_SECONDS,
  ) {}

  /** Takes the lease, or makes it last longer. @returns whether this process has it */
  async take(): Promise<boolean> {
    const { rows } = await sql`
      update meaning_lease set holder = ${this.holder}::uuid, until = clock_timestamp() + make_interval(secs => ${this.seconds}::float8)
      where holder = ${this.holder}::uuid or until < clock_timestamp() returning one
    `.execute(this.database);
    return rows.length > 0;
  }

  /** Leaves it to other processes. */
  async giveBack(): Promise<void> {
    await sql`update meaning_lease set until = '-infinity' where holder = ${this.holder}::uuid`.execute(this.database);
  }
}
