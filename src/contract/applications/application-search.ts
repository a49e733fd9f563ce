/** Of what applications for a job are searched for. */
export const MAX_APPLICATION_SEARCH_LENGTH = 100;
