/** What stands in a page about what was done before it. */
const MESSAGES = '[data-message]';
/** The parameter that makes a page say so. */
const PARAMETER = 'notice';

/**
 * Messages belong to one visit of a page (ROUTE-13): when somebody leaves it they go, so that it has none when it comes back out of the
 * browser's memory, and the address forgets what made the page say so.
 */
export function clearMessages(): void {
  const url = new URL(location.href);
  if (url.searchParams.has(PARAMETER)) {
    url.searchParams.delete(PARAMETER);
    history.replaceState(history.state, '', url);
  }
  addEventListener('pagehide', removeMessages);
}

/** The same for a step from page to page without loading. */
export function removeMessages(): void {
  for (const message of document.querySelectorAll(MESSAGES)) message.remove();
}
