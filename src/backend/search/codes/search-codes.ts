import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { run } from '../../platform/database/statement.js';
import { foldPlaceName } from '#shared/places/place-name.js';
import { FacetCombinationDictionary } from './facet-combinations.js';
import { Points } from './points.js';
import { Scopes } from './scopes.js';

/** What the numbers of search_job stand for, as far as it is known in this process. */
export interface SearchCodes {
  scopes: Scopes;
  combos: FacetCombinationDictionary;
  points: Points;
  regions: Regions;
}

export function createSearchCodes(database: Kysely<Database>): SearchCodes {
  return {
    scopes: new Scopes(database),
    combos: new FacetCombinationDictionary(database),
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
    if (attempt === ATTEMPTS) throw new Error('Search codes of jobs are missing in the database');
    await Promise.all(missing.map((codes) => codes.refresh()));
  }
}

interface Region {
  id: number;
  country: string;
  area: string;
}

/** search_region in memory. Rows are only ever added, so what is known stays true. */
class Regions {
  /** One more than the largest known id. */
  length = 1;
  private readonly byCountry = new Map<string, Region[]>();
  private loading: Promise<void> | undefined;

  constructor(private readonly database: Kysely<Database>) {}

  /** Reads what has been added. */
  async refresh(): Promise<void> {
    this.loading ??= this.load().finally(() => (this.loading = undefined));
    await this.loading;
  }

  /**
   * Codes of the known regions of a country.
   *
   * @param areas names of an administrative area; none: the whole country.
   */
  of(country: string, areas: readonly string[]): number[] {
    const names = areas.map(foldPlaceName);
    const regions = this.byCountry.get(country.toUpperCase()) ?? [];
    return regions.filter(({ area }) => names.length === 0 || names.includes(area)).map(({ id }) => id);
  }

  private async load(): Promise<void> {
    const rows = await run<Region>(
      this.database,
      'select id, country, area from search_region where id >= $1 order by id',
      [this.length],
    );
    for (const region of rows) {
      const own = this.byCountry.get(region.country) ?? [];
      own.push(region);
      this.byCountry.set(region.country, own);
      this.length = region.id + 1;
    }
  }
}
