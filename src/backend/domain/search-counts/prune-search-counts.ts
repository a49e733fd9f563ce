import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
const DAY_MS = 86_400_000;
/** Words that were too rare to be read cannot become so once their week is over. */
const UNREADABLE_DAYS = 14;
/** Half a year. */
const READABLE_DAYS = 26 * 7;

/** Forgets counts of words that stayed rare two weeks after the first day of their week, and all counts after half a year. */
export async function pruneSearchCounts(database: Kysely<Database>, now: Date): Promise<void> {
  const dayBefore = (days: number): string =>
    new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
  await sql`
    delete from search_count
    where week <= ${dayBefore(READABLE_DAYS)}::date or (words is null and week <= ${dayBefore(UNREADABLE_DAYS)}::date)
  `.execute(database);
}
