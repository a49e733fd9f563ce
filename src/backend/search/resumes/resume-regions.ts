import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { findArea, nameOfArea } from '../../places/area-of.js';
import { foldPlaceName } from '../../places/place-name.js';
import type { CodeKey } from '../indexing/code-tables.js';

interface Region {
  id: number;
  country: string;
  area: string;
}

/** The row of search_region that stands for a region, however its name is written. */
export function regionKey(country: string | null, area: string | null): CodeKey | undefined {
  if (country === null || !area) return undefined;
  return [country.toUpperCase(), foldPlaceName(findArea(country, area)?.code ?? area)];
}

/** What regions are called. Rows of search_region are only ever added, so what is known stays true. */
export class RegionLabels {
  private readonly known = new Map<number, Region>();

  constructor(private readonly database: Kysely<Database>) {}

  /**
   * @param options.home the countries of the site: where there is one alone, it is not named
   * @returns by the number of the region
   */
  async load(
    ids: readonly number[],
    { language, home }: { language: string; home: readonly string[] },
  ): Promise<Map<number, string>> {
    const missing = ids.filter((id) => !this.known.has(id));
    if (missing.length > 0) {
      const { rows } = await sql<Region>`
        select id, country, area from search_region where id = any(${missing}::integer[])
      `.execute(this.database);
      for (const region of rows) this.known.set(region.id, region);
    }
    const countries = new Intl.DisplayNames([language], { type: 'region' });
    return new Map(
      ids.flatMap((id) => {
        const region = this.known.get(id);
        if (!region) return [];
        const { country } = region;
        const isPlain = home.length === 1 && home[0] === country;
        return [[id, isPlain ? nameOf(region, language) : `${nameOf(region, language)}, ${countries.of(country)}`]];
      }),
    );
  }
}

function nameOf({ country, area }: Region, language: string): string {
  const known = findArea(country, area);
  // Of other areas nothing but the folded name is known.
  return known ? nameOfArea(known, language) : area.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());
}
