import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { ComboDictionary } from './combo-dictionary.js';
import { Points } from './points.js';
import { Regions } from './regions.js';
import { Scopes } from './scopes.js';

/** What the numbers of search_job stand for, as far as it is known in this process. */
export interface SearchCodes {
  scopes: Scopes;
  combos: ComboDictionary;
  points: Points;
  regions: Regions;
}

export function createSearchCodes(database: Kysely<Database>): SearchCodes {
  return {
    scopes: new Scopes(database),
    combos: new ComboDictionary(database),
    points: new Points(database),
    regions: new Regions(database),
  };
}

const ATTEMPTS = 5;

/** Reads on until the codes up to the largest are known. What has one of them is committed, so the code is as well. */
export async function learnCodes(
  { combos, points, regions }: SearchCodes,
  largest: () => { combo: number; point: number; region: number },
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { combo, point, region } = largest();
    const missing = [
      ...(combo >= combos.length ? [combos] : []),
      ...(point >= points.length ? [points] : []),
      ...(region >= regions.length ? [regions] : []),
    ];
    if (missing.length === 0) return;
    if (attempt === ATTEMPTS) throw new Error('Search codes that jobs have are not in the database');
    await Promise.all(missing.map((codes) => codes.refresh()));
  }
}
