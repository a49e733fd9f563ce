import fc from 'fast-check';
import { sql } from 'kysely';
import { createTestIndex, type TestIndex } from '../../../../test/support/search-index/job-index.js';
import { kilometresBetween, Points } from './points.js';

let test: TestIndex;

beforeAll(async () => {
  test = await createTestIndex();
});
afterAll(() => test.close());

describe('points in memory', () => {
  it('are found around a place wherever it is', async () => {
    const lats = [-90, -89.9, -60.3, -0.001, 0, 0.25, 43.65, 43.66, 44.1, 60, 89.9, 90];
    const lons = [-180, -179.99, -90, -0.2, 0, 0.1, 7, 90.5, 179.9, 180];
    const known = lats.flatMap((lat) => lons.map((lon) => ({ lat, lon })));
    const points = new Points(test.database);
    const insert = async ({ lat, lon }: { lat: number; lon: number }) =>
      sql`insert into search_point (lat, lon) values (${lat}, ${lon})`.execute(test.database);
    // The other points are added after the first refresh.
    for (const point of known.slice(50)) await insert(point);
    await points.refresh();
    for (const point of known.slice(0, 50)) await insert(point);
    await points.refresh();
    const { rows } = await sql<{ id: number; lat: number; lon: number }>`select id, lat, lon from search_point`.execute(
      test.database,
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...lats),
        fc.constantFrom(...lons),
        fc.double({ min: -0.4, max: 0.4, noNaN: true }),
        fc.constantFrom(1, 10, 50, 500, 5000, 30_000),
        (lat, lon, off, km) => {
          const circle = { lat: Math.max(-90, Math.min(90, lat + off)), lon, km };
          const expected = rows.filter((point) => kilometresBetween(circle, point) <= km).map(({ id }) => id);
          expect(
            points
              .within(circle)
              .map(({ id }) => id)
              .sort((a, b) => a - b),
          ).toEqual(expected.sort((a, b) => a - b));
        },
      ),
    );
  });
});
