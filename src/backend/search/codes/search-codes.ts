import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { run } from '../../platform/database/statement.js';
import { foldPlaceName } from '#shared/places/place-name.js';
import { FacetCombinationDictionary } from './facet-combinations.js';
import { Points } from './points.js';
import { Scopes } from './codes.js';

/** The meaning of the codes in search_job, as far as this process has loaded it. */
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

/** Loads new codes until all codes in use are known. The rows that use them are committed, so the codes are committed as well. */
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

/** An in-memory copy of search_region. Rows are only ever added, so cached rows stay valid. */
class Regions {
  /** The largest known id plus one. */
  length = 1;
  private readonly byCountry = new Map<string, Region[]>();
  private loading: Promise<void> | undefined;

  constructor(private readonly database: Kysely<Database>) {}

  /** Reads rows that have been added. */
  async refresh(): Promise<void> {
    this.loading ??= this.load().finally(() => (this.loading = undefined));
    await this.loading;
  }

  /**
   * Returns the codes of the known regions of a country.
   *
   * @param areas names of an administrative area; empty for the whole country
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
