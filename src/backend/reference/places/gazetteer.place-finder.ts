import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { foldPlaceName } from '#shared/places/place-name.js';
import type { FoundPlace, Places, KnownPlace, PlaceFinder } from './places.port.js';
import type { TypedPlace } from './typed-place.js';

const CANDIDATES = 6;
/** A place that is larger than the next one by this factor is considered unambiguous. */
const CLEARLY_LARGER = 5;

interface Candidate extends FoundPlace {
  population: number;
  /** Whether its name is exactly the typed one, and not only similar. */
  isExact: boolean;
}

export class GazetteerPlaceFinder implements PlaceFinder {
  constructor(
    private readonly database: Kysely<Database>,
    private readonly gazetteer: Places,
  ) {}

  async find(typed: TypedPlace): Promise<{ place?: KnownPlace; area?: string }> {
    const within = typed.country === undefined ? [] : [typed.country];
    const area = await this.areaOf(typed, within);
    const place =
      typed.locality === undefined ? await this.ofPostalCode(typed, within) : await this.ofName(typed, within, area);
    return { ...(place ? { place: known(place) } : {}), ...(area ? { area } : {}) };
  }

  private async areaOf({ area }: TypedPlace, within: string[]): Promise<string | undefined> {
    if (area === undefined || within.length === 0) return undefined;
    const found = await this.gazetteer.resolve(area, { within }, CANDIDATES);
    // A city may have the name of its area, and a misspelled area may match another place.
    const match = found.find(({ kind, label }) => kind === 'area' && (area.length <= 3 || similarStart(label, area)));
    if (match) return match.area;
    const names = await this.gazetteer.namesOfArea(within[0]!, area);
    return names.length > 1 ? area : undefined;
  }

  private async ofName(typed: TypedPlace, within: string[], area: string | undefined): Promise<Candidate | undefined> {
    const name = typed.locality!;
    const text = area === undefined ? name : `${name}, ${area}`;
    const found = await this.candidates(name, await this.gazetteer.resolve(text, { within }, CANDIDATES));
    if (area !== undefined) {
      const inArea = found.filter((candidate) => candidate.area === area && candidate.kind === 'city');
      return inArea.find(({ isExact }) => isExact) ?? inArea[0];
    }
    const exact = found.filter(({ isExact }) => isExact).sort((a, b) => b.population - a.population);
    const [largest, next] = exact;
    if (!largest) return undefined;
    // `New York` as a locality is the city rather than the state: a city with the name of its area is preferred.
    const rivals = exact.filter(({ kind }) => kind === 'city');
    if (largest.kind !== 'city' && rivals[0] && rivals[0].population * CLEARLY_LARGER >= largest.population)
      return rivals[0];
    return !next || next.area === largest.area || largest.population >= CLEARLY_LARGER * next.population
      ? largest
      : undefined;
  }

  private async ofPostalCode({ zip }: TypedPlace, within: string[]): Promise<Candidate | undefined> {
    if (zip === undefined) return undefined;
    const [found] = await this.gazetteer.resolve(zip, { within }, 1);
    return found?.kind === 'postal-code' ? (await this.candidates(nameOf(found), [found]))[0] : undefined;
  }

  private async candidates(name: string, found: readonly FoundPlace[]): Promise<Candidate[]> {
    if (found.length === 0) return [];
    const { rows } = await sql<{ id: number; population: number; exact: boolean }>`
      select place.id, place.population, exists(
        select from place_name where place_name.place_id = place.id and place_name.folded = ${foldPlaceName(name)}
      ) as exact
      from place where place.id = any(${found.map(({ id }) => id)}::integer[])
    `.execute(this.database);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return found.map((place) => {
      const row = byId.get(place.id);
      return { ...place, population: row?.population ?? 0, isExact: row?.exact ?? false };
    });
  }
}

function known(place: Candidate): KnownPlace {
  const { country, area, lat, lon } = place;
  const kind = place.kind === 'postal-code' ? 'city' : place.kind;
  return { kind, name: nameOf(place), country, area, lat, lon };
}

/** Returns the town of a label: Toronto for `M5G, Toronto, Ontario, Canada` and for `Toronto, Ontario, Canada`. */
function nameOf({ kind, label }: FoundPlace): string {
  const parts = label.split(', ');
  return (kind === 'postal-code' ? parts[1] : parts[0]) ?? label;
}

function similarStart(label: string, typed: string): boolean {
  return foldPlaceName(label.split(', ')[0] ?? '').slice(0, 3) === foldPlaceName(typed).slice(0, 3);
}
