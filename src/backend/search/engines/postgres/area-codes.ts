import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import { foldPlaceName } from '../../../reference/places/place-name.js';
import { boxAround, EARTH_KM, type Circle } from '../../codes/circle.js';
import { run } from '../../../platform/database/statement.js';

/** Codes of the points within a radius (great circle). */
export async function pointsWithin(database: Kysely<Database>, circle: Circle): Promise<number[]> {
  const { lat, lon, km } = circle;
  const { height, width } = boxAround(circle);
  const rows = await run<{ id: number }>(
    database,
    `select id from search_point
     where lat between $1::float8 - $4::float8 and $1 + $4
       and (abs(lon - $2::float8) <= $5::float8 or abs(lon - $2) >= 360 - $5)
       and 2 * ${EARTH_KM} * asin(least(1, sqrt(
         sin(radians(lat - $1) / 2) ^ 2 + cos(radians($1)) * cos(radians(lat)) * sin(radians(lon - $2) / 2) ^ 2))) <= $3::float8`,
    [lat, lon, km, height, width],
  );
  return rows.map(({ id }) => id);
}

/** @param areas names of an administrative area; none: the whole country. */
export async function regionsOf(
  database: Kysely<Database>,
  { country, areas }: { country: string; areas: readonly string[] },
): Promise<number[]> {
  const rows = await run<{ id: number }>(
    database,
    `select id from search_region where country = $1 and ($2::text[] = '{}' or area = any($2))`,
    [country.toUpperCase(), areas.map(foldPlaceName)],
  );
  return rows.map(({ id }) => id);
}
