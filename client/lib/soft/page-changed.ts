/** Said on the window when another page is shown without loading. */
export const PAGE_CHANGED = 'page-changed';
