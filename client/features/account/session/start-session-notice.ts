import type { SessionStatus } from '#contract/pages/page-program.js';
import { watchSession } from './watch-session';

/** Says on a page of somebody who is logged in when they no longer are, with a way back to the same page, before something fails. */
export function startSessionNotice(notice: HTMLElement): void {
  watchSession((status) => {
    show(notice, status, 'unauthenticated', (link) => {
      link.search = new URLSearchParams({ destination: location.pathname + location.search }).toString();
    });
  });
}

/**
 * Says on a page of nobody when somebody has logged in in another tab: what they want next may need the account. The page stays as it is
 * until they ask for it anew, so that nothing typed is lost.
 */
export function startVisitNotice(): void {
  const notice = document.querySelector<HTMLElement>('[data-visit-notice]')!;
  // Where the server could not tell who it is, somebody may have been logged in all the time: that is no news.
  const announced = document.documentElement.dataset.session === 'loading' ? undefined : 'authenticated';
  watchSession((status) => {
    show(notice, status, announced, (link) => {
      link.href = location.pathname + location.search;
    });
  });
}

/**
 * Writes the status into the page, and fills the live region while the status is the one that it is about.
 *
 * @param address sets where the notice's link leads, which depends on the address at that moment
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
