/** Of a table whose rows have an address. */
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
