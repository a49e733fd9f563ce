import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { foldPlaceName } from '../../reference/places/place-name.js';
import { run } from '../../platform/database/statement.js';

interface Region {
  id: number;
  country: string;
  area: string;
}

/** search_region in memory. Rows are only ever added, so what is known stays true. */
export class Regions {
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
