/** So many jobs are kept, on a device as in an account. */
export const MOST_BOOKMARKS = 100;
