import { foldPlaceName } from '#shared/places/place-name.js';

/** A row of a directory as it is stored in memory, without its words. */
export interface DirectoryRow {
  id: number;
  scope: number;
  /** Microseconds since 1970. */
  at: number;
  featured: boolean;
  /** See `facetCodes`. */
  codes: readonly number[];
  /** See `placeKey`; null if its country is unknown. */
  place: string | null;
  lat: number | null;
  lon: number | null;
  /** Sort key of the name, if the directory is sorted by name. */
  name: string | null;
}

/** A row as returned by the database. */
export interface SentDirectoryRow extends Omit<DirectoryRow, 'codes' | 'place'> {
  codes: Buffer;
  country: string | null;
  area: string | null;
}

/** SQL for the columns of `SentDirectoryRow`. Codes are sent as bytes, which costs a tenth of parsing an array from text. */
export function directoryColumnsSql(hasName: boolean): string {
  return `id::float8 as id, scope, extract(epoch from at)::float8 * 1000000 as at, featured, array_send(facets) as codes,
    country, area, lat, lon, ${hasName ? 'sort_name' : 'null'} as name`;
}

export function readDirectoryRow({ codes, country, area, ...rest }: SentDirectoryRow): DirectoryRow {
  return { ...rest, codes: readCodes(codes), place: country === null ? null : placeKey(country, area ?? '') };
}

/** @param area result of `foldPlaceName`; empty for the country */
function placeKey(country: string, area: string): string {
  return `${country} ${area}`;
}

/** Whether a place key belongs to a region. `areas` is empty for the whole country. */
export function isInRegion(key: string, country: string, areas: readonly string[]): boolean {
  const code = country.toUpperCase();
  if (areas.length === 0) return key.startsWith(`${code} `);
  return areas.some((area) => key === placeKey(code, foldPlaceName(area)));
}

// Number of dimensions, flags, type; then length and lower bound of the single dimension; see array_send in PostgreSQL.
const ARRAY_HEAD = 12;
const DIMENSION = 8;
const LENGTH_AND_VALUE = 8;

function readCodes(bytes: Buffer): number[] {
  const codes: number[] = [];
  for (let at = ARRAY_HEAD + DIMENSION; at < bytes.length; at += LENGTH_AND_VALUE)
    codes.push(bytes.readInt32BE(at + 4));
  return codes;
}
