import type { Address } from '#contract/generated/resolvers.js';
import type { AddressColumns } from './schema.js';

/** @returns null when no country is known: without one there is no address. */
export function addressOf(row: AddressColumns): Address | null {
  if (row.country_code === null) return null;
  return {
    countryCode: row.country_code,
    administrativeArea: row.administrative_area,
    locality: row.locality,
    zip: row.zip,
    addressLine1: row.address_line1,
    addressLine2: row.address_line2,
    lat: row.lat,
    lon: row.lon,
  };
}
