import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { mondayOf } from './search-counts.js';

const DAY_MS = 86_400_000;
/** Words that were too rare to be read cannot become so any more. */
const UNREADABLE_DAYS = 14;
/** Half a year. */
const READABLE_DAYS = 26 * 7;

/** Forgets counts of words that stayed rare after two weeks, and all counts after half a year. */
export async function pruneSearchCounts(database: Kysely<Database>, now: Date): Promise<void> {
  const before = (days: number): string => mondayOf(new Date(now.getTime() - days * DAY_MS));
  await sql`
    delete from search_count
    where week < ${before(READABLE_DAYS)}::date or (words is null and week < ${before(UNREADABLE_DAYS)}::date)
  `.execute(database);
}
