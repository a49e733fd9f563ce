import { sql } from 'kysely';
import { rowsOlderThanAllowed } from '../../platform/retention/retention-rule.js';

const counts = { table: 'search_count', since: sql`week`, isDate: true, site: sql`site` } as const;

/** Counts of a week. Words that were too rare to be read cannot become so once their week is over, and go earlier. */
export const searchCountRetention = [
  rowsOlderThanAllowed('rareSearches', { ...counts, where: sql`words is null` }),
  rowsOlderThanAllowed('searchCounts', counts),
];
