import type { Gazetteer } from '../../reference/places/gazetteer.js';

/** Well-known place names in the countries of a site. */
export interface KnownNames {
  /** @param name folded name @returns undefined if the name is not well known there */
  kindOf(name: string): 'town' | 'region' | undefined;
}

/** Minimum population of towns that are recognized without "in". */
const MIN_POPULATION = 20_000;

/** Loads the well-known names of countries, once for each combination of countries. */
export class TownNames {
  private readonly byCountries = new Map<string, Promise<KnownNames>>();

  constructor(private readonly gazetteer: Pick<Gazetteer, 'wellKnownNames'>) {}

  /** @param countries ISO codes */
  of(countries: readonly string[]): Promise<KnownNames> {
    const key = [...countries].sort().join();
    let names = this.byCountries.get(key);
    if (!names) {
      names = this.read(countries);
      this.byCountries.set(key, names);
      names.catch(() => this.byCountries.delete(key));
    }
    return names;
  }

  private async read(countries: readonly string[]): Promise<KnownNames> {
    const rows = await this.gazetteer.wellKnownNames(countries, MIN_POPULATION);
    const kinds = new Map(rows.map(({ name, isRegion }) => [name, isRegion ? ('region' as const) : ('town' as const)]));
    return { kindOf: (name) => kinds.get(name) };
  }
}
