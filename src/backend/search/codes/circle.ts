export interface Circle {
  lat: number;
  lon: number;
  km: number;
}

export const EARTH_KM = 6371.0088;
const KM_PER_DEGREE = 110.5;

/** Degrees that hold all of a circle and little more. `width`: to either side; where it crosses the 180th meridian, from 360 back. */
export function boxAround({ lat, km }: Circle): { south: number; north: number; height: number; width: number } {
  const height = km / KM_PER_DEGREE;
  // Meridians come together at the poles, where a box says nothing.
  const narrowest = Math.cos((Math.min(Math.abs(lat) + height, 90) * Math.PI) / 180);
  return { south: lat - height, north: lat + height, height, width: narrowest > 0.01 ? height / narrowest : 360 };
}

/** Along a great circle. */
export function kilometresBetween(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const radians = Math.PI / 180;
  const half =
    Math.sin(((b.lat - a.lat) * radians) / 2) ** 2 +
    Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(((b.lon - a.lon) * radians) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}
