/** Paths whose pages, and those below them, may be fetched before they are asked for: reading them changes nothing. */
export const PREFETCHED_PATHS = ['/jobs', '/job', '/organization', '/organizations'] as const;

/**
 * On the search page, an attribute of what holds links that change the page in place: `searches` for those to other searches, `all` where a
 * job opens beside the list too. A browser that fetched them as pages would fetch them twice.
 */
export const IN_PLACE = 'data-in-place';
