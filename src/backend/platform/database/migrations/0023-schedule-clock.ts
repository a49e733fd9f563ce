import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLE = `
create table schedule_clock (
  one boolean primary key default true check (one),
  seen_at timestamptz not null,
  held_at timestamptz
);
comment on table schedule_clock is 'What time it was when jobs were last published and archived at their time, by the clock of the process that did it.';
comment on column schedule_clock.held_at is 'What time it was by a clock so far ahead that nothing is done until it is right or confirmed; null: none was.';
`;

/** The last time at which the schedule of jobs was looked at, to notice a clock that has jumped. */
export const scheduleClock: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLE).execute(database);
  },
};
