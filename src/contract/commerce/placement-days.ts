/** For how many days at once a job may be put forward. */
export const PLACEMENT_DAYS: readonly number[] = [7, 14, 28];
