import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { run } from '../postgres/statement.js';
import { boxAround, kilometresBetween, type Circle } from './circle.js';

interface Point {
  id: number;
  lat: number;
  lon: number;
}

// Strips of the earth from west to east.
const STRIPS_A_DEGREE = 4;

/** search_point in memory. Rows are only ever added, so what is known stays true. */
export class Points {
  /** One more than the largest known id. */
  length = 1;
  /** By strip, then from west to east. */
  private ids = new Uint32Array(0);
  private lats = new Float64Array(0);
  private lons = new Float64Array(0);
  /** Where each strip begins, and where the last one ends. */
  private strips = new Uint32Array(stripOf(90) + 2);
  private loading: Promise<void> | undefined;

  constructor(private readonly database: Kysely<Database>) {}

  /** Reads what has been added. */
  async refresh(): Promise<void> {
    this.loading ??= this.load().finally(() => (this.loading = undefined));
    await this.loading;
  }

  /** Codes of the known points within a radius (great circle). */
  within(circle: Circle): number[] {
    const { south, north, width } = boxAround(circle);
    const { lon } = circle;
    const found: number[] = [];
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

  private addWithin(circle: Circle, strip: number, west: number, east: number, found: number[]): void {
    const { ids, lats, lons } = this;
    const end = this.strips[strip + 1]!;
    for (let at = this.firstFrom(strip, west); at < end && lons[at]! <= east; at++) {
      if (kilometresBetween(circle, { lat: lats[at]!, lon: lons[at]! }) <= circle.km) found.push(ids[at]!);
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
    const known = Array.from(this.ids, (id, at): Point => ({ id, lat: this.lats[at]!, lon: this.lons[at]! }));
    const points = [...known, ...rows].sort((a, b) => stripOf(a.lat) - stripOf(b.lat) || a.lon - b.lon);
    this.ids = Uint32Array.from(points, ({ id }) => id);
    this.lats = Float64Array.from(points, ({ lat }) => lat);
    this.lons = Float64Array.from(points, ({ lon }) => lon);
    const strips = new Uint32Array(this.strips.length);
    for (const { lat } of points) strips[stripOf(lat) + 1]!++;
    for (let strip = 1; strip < strips.length; strip++) strips[strip]! += strips[strip - 1]!;
    this.strips = strips;
    this.length = rows.at(-1)!.id + 1;
  }
}

function stripOf(lat: number): number {
  return Math.floor((Math.min(Math.max(lat, -90), 90) + 90) * STRIPS_A_DEGREE);
}
