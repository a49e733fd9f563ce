import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { run } from '../../platform/database/statement.js';
import type { SearchArea } from '../port/search.port.js';

/** A point with its distance from the center of a circle. */
export interface PointAt {
  id: number;
  km: number;
}

export interface Circle {
  lat: number;
  lon: number;
  km: number;
}

export const EARTH_KM = 6371.0088;
const KM_PER_DEGREE = 110.5;

/** Returns a bounding box of a circle, in degrees. `width`: to each side of the center; longitudes wrap at the 180th meridian. */
export function boxAround({ lat, km }: Circle): { south: number; north: number; height: number; width: number } {
  const height = km / KM_PER_DEGREE;
  // Meridians converge at the poles, where the box covers all longitudes.
  const narrowest = Math.cos((Math.min(Math.abs(lat) + height, 90) * Math.PI) / 180);
  return { south: lat - height, north: lat + height, height, width: narrowest > 0.01 ? height / narrowest : 360 };
}

/** Returns the great-circle distance. */
export function kilometresBetween(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const radians = Math.PI / 180;
  const half =
    Math.sin(((b.lat - a.lat) * radians) / 2) ** 2 +
    Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(((b.lon - a.lon) * radians) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}

/**
 * Returns the distance of a place from the center of the search radius, in kilometres.
 *
 * @param digits number of decimal places
 * @returns null if the search has no radius, or the coordinates of the place are unknown
 */
export function distanceFrom(
  area: SearchArea | undefined,
  place: { lat?: number | null; lon?: number | null } | null | undefined,
  digits: 0 | 1,
): number | null {
  if (area?.kind !== 'radius' || place?.lat == null || place.lon == null) return null;
  const unit = 10 ** digits;
  return Math.round(kilometresBetween(area, { lat: place.lat, lon: place.lon }) * unit) / unit;
}

interface Point {
  id: number;
  lat: number;
  lon: number;
}

// Number of strips per degree of latitude, each going from west to east.
const STRIPS_A_DEGREE = 4;
const STRIPS = stripOf(90) + 1;

/** An in-memory copy of search_point. Rows are only ever added, so cached rows stay valid. */
export class Points {
  /** The largest known id plus one. */
  length = 1;
  /** Ids sorted by strip, then from west to east. */
  private ids = new Uint32Array(0);
  private lats = new Float64Array(0);
  private lons = new Float64Array(0);
  /** Start of each strip, and the end of the last one. */
  private strips = new Uint32Array(STRIPS + 1);
  private loading: Promise<void> | undefined;

  constructor(private readonly database: Kysely<Database>) {}

  /** Reads rows that have been added. */
  async refresh(): Promise<void> {
    this.loading ??= this.load().finally(() => (this.loading = undefined));
    await this.loading;
  }

  /** Returns the known points within a radius (great-circle distance). */
  within(circle: Circle): PointAt[] {
    const { south, north, width } = boxAround(circle);
    const { lon } = circle;
    const found: PointAt[] = [];
    for (let strip = stripOf(south); strip <= stripOf(north); strip++) {
      if (width >= 180) this.addWithin(circle, strip, -180, 180, found);
      else {
        this.addWithin(circle, strip, lon - width, lon + width, found);
        if (lon - width < -180) this.addWithin(circle, strip, lon - width + 360, 180, found);
        if (lon + width > 180) this.addWithin(circle, strip, -180, lon + width - 360, found);
      }
    }
    return found;
  }

  private addWithin(circle: Circle, strip: number, west: number, east: number, found: PointAt[]): void {
    const { ids, lats, lons } = this;
    const end = this.strips[strip + 1]!;
    for (let at = this.firstFrom(strip, west); at < end && lons[at]! <= east; at++) {
      const km = kilometresBetween(circle, { lat: lats[at]!, lon: lons[at]! });
      if (km <= circle.km) found.push({ id: ids[at]!, km });
    }
  }

  private firstFrom(strip: number, lon: number): number {
    let low = this.strips[strip]!;
    let high = this.strips[strip + 1]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.lons[middle]! < lon) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private async load(): Promise<void> {
    const rows = await run<Point>(this.database, 'select id, lat, lon from search_point where id >= $1 order by id', [
      this.length,
    ]);
    if (rows.length === 0) return;
    this.length = rows.at(-1)!.id + 1;
    this.add(rows.sort(fromSouthWest));
  }

  /** Merges sorted points, without sorting all again, because imports add points with every batch. */
  private add(added: readonly Point[]): void {
    const { ids, lats, lons } = this;
    const size = ids.length + added.length;
    this.ids = new Uint32Array(size);
    this.lats = new Float64Array(size);
    this.lons = new Float64Array(size);
    let known = 0;
    let next = 0;
    for (let at = 0; at < size; at++) {
      const point = added[next];
      if (point && (known === ids.length || fromSouthWest(point, { lat: lats[known]!, lon: lons[known]! }) < 0)) {
        [this.ids[at], this.lats[at], this.lons[at]] = [point.id, point.lat, point.lon];
        next++;
      } else {
        [this.ids[at], this.lats[at], this.lons[at]] = [ids[known]!, lats[known]!, lons[known]!];
        known++;
      }
    }
    this.strips = beginningsOf(this.lats);
  }
}

function fromSouthWest(a: Omit<Point, 'id'>, b: Omit<Point, 'id'>): number {
  return stripOf(a.lat) - stripOf(b.lat) || a.lon - b.lon;
}

function beginningsOf(lats: Float64Array): Uint32Array<ArrayBuffer> {
  const strips = new Uint32Array(STRIPS + 1);
  for (const lat of lats) strips[stripOf(lat) + 1]!++;
  for (let strip = 1; strip < strips.length; strip++) strips[strip]! += strips[strip - 1]!;
  return strips;
}

function stripOf(lat: number): number {
  return Math.floor((Math.min(Math.max(lat, -90), 90) + 90) * STRIPS_A_DEGREE);
}
