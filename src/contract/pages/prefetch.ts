/** Paths whose pages, and all pages below, may be prefetched: requesting them has no side effects. */
export const PREFETCHED_PATHS = ['/jobs', '/job', '/organization', '/organizations'] as const;

/**
 * On the search page, an attribute of elements whose links change the page in place: `searches` for links to other searches, `all` if jobs
 * open next to the list too. Prefetching such links as pages would fetch them twice.
 */
export const IN_PLACE = 'data-in-place';
