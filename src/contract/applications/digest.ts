/** Hours of a working day, in the site's time zone, between which digests are sent; a late digest is still useful until noon. */
export const DIGEST_HOURS = { from: 7, until: 12 } as const;

/** Number of calendar days without an answer after which a digest mentions an applicant: more than a weekend. */
export const DIGEST_WAIT_DAYS = 5;
