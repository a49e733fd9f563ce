import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { run } from '../postgres/statement.js';
import { boxAround, kilometresBetween, type Circle } from './circle.js';

interface Point {
  id: number;
  lat: number;
  lon: number;
}

/** search_point in memory. Rows are only ever added, so what is known stays true. */
export class Points {
  /** One more than the largest known id. */
  length = 1;
  private byLat: Point[] = [];
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
    const found: number[] = [];
    for (let at = this.firstFrom(south); at < this.byLat.length && this.byLat[at]!.lat <= north; at++) {
      const point = this.byLat[at]!;
      const apart = Math.abs(point.lon - circle.lon);
      if ((apart <= width || apart >= 360 - width) && kilometresBetween(circle, point) <= circle.km)
        found.push(point.id);
    }
    return found;
  }

  private firstFrom(lat: number): number {
    let low = 0;
    let high = this.byLat.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.byLat[middle]!.lat < lat) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private async load(): Promise<void> {
    const rows = await run<Point>(this.database, 'select id, lat, lon from search_point where id >= $1 order by id', [
      this.length,
    ]);
    if (rows.length === 0) return;
    this.byLat = [...this.byLat, ...rows].sort((a, b) => a.lat - b.lat);
    this.length = rows.at(-1)!.id + 1;
  }
}
