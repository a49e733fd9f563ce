import type { Kysely } from 'kysely';
import { unitsAfter } from '#contract/retention/retention-periods.js';
import type { Database } from '../../src/backend/platform/database/schema.js';
import { Cutoff, type KeepingSite, type RetentionRule } from '../../src/backend/platform/retention/retention-rule.js';

const EVERYTHING = 1_000_000;

/** Announces and deletes the data that is due at a given time according to some retention rules. @returns the number of deleted rows */
export async function deleteDue(
  database: Kysely<Database>,
  now: Date,
  rules: RetentionRule | readonly RetentionRule[],
  sites: readonly KeepingSite[] = [],
): Promise<number> {
  let total = 0;
  for (const rule of [rules].flat()) {
    const { announcement, kind } = rule;
    if (announcement) {
      const ahead = new Cutoff(kind, sites, unitsAfter(now, announcement.days, 'day'));
      await announcement.announce(database, ahead, await announcement.find(database, ahead, EVERYTHING, now), now);
    }
    const cutoff = new Cutoff(kind, sites, now);
    const found = (await rule.findDue?.(database, cutoff, EVERYTHING)) ?? [];
    const deleted = await rule.deleteDue(database, cutoff, EVERYTHING, found);
    total += deleted.reduce((sum, { count }) => sum + count, 0);
  }
  return total;
}
