/** So many jobs are kept, on a device as in an account. */
export const MAX_BOOKMARKS = 100;
