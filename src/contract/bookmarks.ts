/** Maximum number of saved jobs, on a device as well as in an account. */
export const MAX_BOOKMARKS = 100;
