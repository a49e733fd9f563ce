/** From which hour of a working day on digests are sent, in the zone of the site, and until when one that is late still makes sense. */
export const DIGEST_HOURS = { from: 7, until: 12 } as const;

/** Once somebody has waited for an answer for so many days of the calendar, a digest tells of it: more than over a weekend. */
export const DIGEST_WAIT_DAYS = 5;
