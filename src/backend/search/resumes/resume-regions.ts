import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { findArea, nameOfArea } from '#shared/places/areas.js';
import { foldPlaceName } from '#shared/places/place-name.js';
import type { CodeKey } from '../indexing/code-tables.js';

interface Region {
  id: number;
  country: string;
  area: string;
}

/** Returns the key of a region's row in search_region, whatever the spelling of its name. */
export function regionKey(country: string | null, area: string | null): CodeKey | undefined {
  if (country === null || !area) return undefined;
  return [country.toUpperCase(), foldPlaceName(findArea(country, area)?.code ?? area)];
}

/** Labels of regions. Rows of search_region are only ever added, so cached rows stay valid. */
export class RegionLabels {
  private readonly known = new Map<number, Region>();
  /** Labels by language and the country that is omitted from them. */
  private readonly labels = new Map<string, Map<number, string>>();

  constructor(private readonly database: Kysely<Database>) {}

  /**
   * @param options.home the countries of the site: a single one is omitted from labels
   * @returns labels by the id of the region
   */
  async load(
    ids: readonly number[],
    { language, home }: { language: string; home: readonly string[] },
  ): Promise<ReadonlyMap<number, string>> {
    const unnamed = home.length === 1 ? home[0] : undefined;
    const key = `${language} ${unnamed ?? ''}`;
    const labels = this.labels.get(key) ?? new Map<number, string>();
    this.labels.set(key, labels);
    const missing = ids.filter((id) => !labels.has(id));
    if (missing.length === 0) return labels;
    await this.learn(missing);
    const countries = new Intl.DisplayNames([language], { type: 'region' });
    for (const id of missing) {
      const region = this.known.get(id);
      if (!region) continue;
      const name = nameOf(region, language);
      labels.set(id, region.country === unnamed ? name : `${name}, ${countries.of(region.country)}`);
    }
    return labels;
  }

  private async learn(ids: readonly number[]): Promise<void> {
    const unknown = ids.filter((id) => !this.known.has(id));
    if (unknown.length === 0) return;
    const { rows } = await sql<Region>`
      select id, country, area from search_region where id = any(${unknown}::integer[])
    `.execute(this.database);
    for (const region of rows) this.known.set(region.id, region);
  }
}

function nameOf({ country, area }: Region, language: string): string {
  const known = findArea(country, area);
  // For other areas only the folded name is known.
  return known ? nameOfArea(known, language) : area.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());
}
