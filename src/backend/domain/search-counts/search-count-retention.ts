import { sql } from 'kysely';
import { rowsOlderThanAllowed } from '../../platform/retention/retention-rule.js';

const counts = { table: 'search_count', since: sql`week`, isDate: true, site: sql`site` } as const;

/** Counts by week. Words that were too rare to be readable cannot become readable after their week, and are deleted earlier. */
export const searchCountRetention = [
  rowsOlderThanAllowed('rareSearches', { ...counts, where: sql`words is null` }),
  rowsOlderThanAllowed('searchCounts', counts),
];
