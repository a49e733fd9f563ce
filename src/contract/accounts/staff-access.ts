/**
 * Minutes for which an administrator who has stated a reason sees private data: enough for one case, and short enough for a shared browser.
 */
export const ACCESS_MINUTES = 30;
export const MAX_ACCESS_REASON_LENGTH = 500;
