/** From which hour of a working day on digests are sent, in the zone of the site, and until when one that is late still makes sense. */
export const DIGEST_HOURS = { from: 7, until: 12 } as const;

/** After so many days without an answer a digest tells of somebody; until then, the mails about single applications do. */
export const DIGEST_WAIT_DAYS = 3;
