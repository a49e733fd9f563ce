import { foldPlaceName } from '#shared/places/place-name.js';

/** A row of a directory as it is kept in memory: all but its words. */
export interface DirectoryRow {
  id: number;
  scope: number;
  /** Microseconds since 1970. */
  at: number;
  featured: boolean;
  /** See `facetCodes`. */
  codes: readonly number[];
  /** See `placeKey`; null: its country is not known. */
  place: string | null;
  lat: number | null;
  lon: number | null;
  /** What it is sorted by where names are. */
  name: string | null;
}

/** A row as the database sends it. */
export interface SentDirectoryRow extends Omit<DirectoryRow, 'codes' | 'place'> {
  codes: Buffer;
  country: string | null;
  area: string | null;
}

/** The columns of `SentDirectoryRow`. Codes come as bytes, which costs a tenth of reading an array from text. */
export function directoryColumnsSql(hasName: boolean): string {
  return `id::float8 as id, scope, extract(epoch from at)::float8 * 1000000 as at, featured, array_send(facets) as codes,
    country, area, lat, lon, ${hasName ? 'sort_name' : 'null'} as name`;
}

export function readDirectoryRow({ codes, country, area, ...rest }: SentDirectoryRow): DirectoryRow {
  return { ...rest, codes: readCodes(codes), place: country === null ? null : placeKey(country, area ?? '') };
}

/** @param area as `foldPlaceName` gives it; empty: the country. */
function placeKey(country: string, area: string): string {
  return `${country} ${area}`;
}

/** Keys of all places of a region that a directory can have. `areas` empty: the country. */
export function isInRegion(key: string, country: string, areas: readonly string[]): boolean {
  const code = country.toUpperCase();
  if (areas.length === 0) return key.startsWith(`${code} `);
  return areas.some((area) => key === placeKey(code, foldPlaceName(area)));
}

// Dimensions, flags, type; then length and lower bound of the one dimension; see array_send of PostgreSQL.
const ARRAY_HEAD = 12;
const DIMENSION = 8;
const LENGTH_AND_VALUE = 8;

function readCodes(bytes: Buffer): number[] {
  const codes: number[] = [];
  for (let at = ARRAY_HEAD + DIMENSION; at < bytes.length; at += LENGTH_AND_VALUE)
    codes.push(bytes.readInt32BE(at + 4));
  return codes;
}
