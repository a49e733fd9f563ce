import type { SessionStatus } from '#contract/pages/page-program.js';
import { watchSession } from './watch-session';

/**
 * Tells users on a page with a session that the session has ended, with a link back to the same page, before a request
 * fails.
 */
export function startSessionNotice(notice: HTMLElement): void {
  watchSession((status) => {
    show(notice, status, 'unauthenticated', (link) => {
      link.search = new URLSearchParams({ destination: location.pathname + location.search }).toString();
    });
  });
}

/**
 * Tells visitors on a page without a session that they have logged in in another tab, because their next step may need
 * the account. The page stays the same until they reload it, so that no input is lost.
 */
export function startVisitNotice(): void {
  const notice = document.querySelector<HTMLElement>('[data-visit-notice]')!;
  // If the server could not determine the session, the user may have been logged in all along: then this is not a
  // change.
  const announced = document.documentElement.dataset.session === 'loading' ? undefined : 'authenticated';
  watchSession((status) => {
    show(notice, status, announced, (link) => {
      link.href = location.pathname + location.search;
    });
  });
}

/**
 * Writes the status into the page, and fills the live region while the status is the one to announce.
 *
 * @param address sets the target of the notice's link, which depends on the current address
 */
function show(
  notice: HTMLElement,
  status: SessionStatus,
  announced: SessionStatus | undefined,
  address: (link: HTMLAnchorElement) => void,
): void {
  const template = notice.querySelector('template')!;
  document.documentElement.dataset.session = status;
  notice.replaceChildren(template);
  if (status !== announced) return;
  const said = document.importNode(template.content, true);
  address(said.querySelector('a')!);
  notice.append(said);
}
