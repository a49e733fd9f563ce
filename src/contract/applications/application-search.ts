/** Maximum length of a search term in the applications for a job. */
export const MAX_APPLICATION_SEARCH_LENGTH = 100;
