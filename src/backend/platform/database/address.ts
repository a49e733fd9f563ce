import type { Address } from '#contract/generated/resolvers.js';

/** Address columns of a table row. */
export interface AddressColumns {
  country_code: string | null;
  administrative_area: string | null;
  locality: string | null;
  zip: string | null;
  address_line1: string | null;
  address_line2: string | null;
  lat: number | null;
  lon: number | null;
}

/** @returns null if no country is known: an address without a country is not an address */
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

/** An address to be saved. */
export interface SavedAddress {
  countryCode: string;
  administrativeArea?: string;
  locality?: string;
  zip?: string;
  addressLine1?: string;
  addressLine2?: string;
  lat?: number;
  lon?: number;
}

/** @returns the column values of an address; latitude and longitude are stored together or not at all */
export function addressRow(address: SavedAddress | undefined) {
  const placed = address?.lat !== undefined && address.lon !== undefined;
  return {
    country_code: address?.countryCode ?? null,
    administrative_area: address?.administrativeArea ?? null,
    locality: address?.locality ?? null,
    zip: address?.zip ?? null,
    address_line1: address?.addressLine1 ?? null,
    address_line2: address?.addressLine2 ?? null,
    lat: placed ? address.lat : null,
    lon: placed ? address.lon : null,
  };
}
