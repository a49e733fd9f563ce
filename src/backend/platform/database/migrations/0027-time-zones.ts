import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// The default is for the jobs that are there: their dates were days of UTC, and people may rely on the moments that were shown. It takes
// no time however many there are, and changes nothing that a page shows of them besides the name of the zone.
const COLUMN = `
alter table job add column time_zone text not null default 'UTC';
comment on column job.time_zone is
  'The IANA zone in which its dates were meant: published_at and expires_at are the first and the last moment of days there, where days were typed.';
`;

/** Dates of jobs mean a time zone. */
export const timeZones: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(COLUMN).execute(database);
  },
};
