/** Possible numbers of days for which a job can be promoted at once. */
export const PLACEMENT_DAYS: readonly number[] = [7, 14, 28];
