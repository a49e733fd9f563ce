import type { NearnessBand } from '../analysis/score-parts.js';
import type { PointAt } from '../codes/points.js';

/** What documents score by where they are: by code of the point; 0 beyond the last. */
export type PointScores = Uint16Array;

// Further than any circle reaches; so the nearest score most.
const BEYOND_KM = 1000;

/** For the order by distance: a document scores the more the nearer it is, by whole kilometres. */
export function scoresByDistance(points: readonly PointAt[]): PointScores {
  return toScores(points, (km) => Math.max(BEYOND_KM - Math.round(km), 1));
}

/** What is added to the score of a document whose words suit. */
export function scoresByBand(points: readonly PointAt[], bands: readonly NearnessBand[]): PointScores {
  return toScores(points, (km) => bands.find((band) => km <= band.km)?.weight ?? 0);
}

function toScores(points: readonly PointAt[], scoreOf: (km: number) => number): PointScores {
  const scores = new Uint16Array(points.reduce((largest, { id }) => Math.max(largest, id), 0) + 1);
  for (const { id, km } of points) scores[id] = scoreOf(km);
  return scores;
}
