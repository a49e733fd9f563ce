import type { NearnessBand } from '../analysis/score-parts.js';
import type { PointAt } from '../codes/points.js';

/** Scores by location, indexed by the code of the point; 0 for codes beyond the end of the array. */
export type PointScores = Uint16Array;

// Larger than any search radius, so that the score stays positive and falls with the distance.
const BEYOND_KM = 1000;

/** Scores for sorting by distance: the nearer a document, the higher its score, in steps of one kilometre. */
export function scoresByDistance(points: readonly PointAt[]): PointScores {
  return toScores(points, (km) => Math.max(BEYOND_KM - Math.round(km), 1));
}

/** Scores that are added to the relevance of documents that match the keywords. */
export function scoresByBand(points: readonly PointAt[], bands: readonly NearnessBand[]): PointScores {
  return toScores(points, (km) => bands.find((band) => km <= band.km)?.weight ?? 0);
}

function toScores(points: readonly PointAt[], scoreOf: (km: number) => number): PointScores {
  const scores = new Uint16Array(points.reduce((largest, { id }) => Math.max(largest, id), 0) + 1);
  for (const { id, km } of points) scores[id] = scoreOf(km);
  return scores;
}
