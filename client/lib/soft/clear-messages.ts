/** Messages about an action on the previous page. */
const MESSAGES = '[data-message]';
/** The parameter that makes a page show such a message. */
const PARAMETER = 'notice';

/**
 * Messages belong to one visit of a page (ROUTE-13): they are removed when the page is left, so that it does not show
 * them when it is restored from the back-forward cache, and the parameter is removed from the address.
 */
export function clearMessages(): void {
  const url = new URL(location.href);
  if (url.searchParams.has(PARAMETER)) {
    url.searchParams.delete(PARAMETER);
    history.replaceState(history.state, '', url);
  }
  addEventListener('pagehide', removeMessages);
}

/** The same for soft navigation. */
export function removeMessages(): void {
  for (const message of document.querySelectorAll(MESSAGES)) message.remove();
}
