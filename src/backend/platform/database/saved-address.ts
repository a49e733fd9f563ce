/** An address to be stored. */
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

/** Its columns. Half a position is none. */
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
