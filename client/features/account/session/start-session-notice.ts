import { watchSession } from '../../../lib/session/session-status';

/** Says on a page of somebody who is logged in when they no longer are, with a way back to the same page, before something fails. */
export function startSessionNotice(notice: HTMLElement): void {
  const template = notice.querySelector('template')!;
  watchSession((status) => {
    document.documentElement.dataset.session = status;
    notice.replaceChildren(template);
    if (status !== 'unauthenticated') return;
    const said = document.importNode(template.content, true);
    const link = said.querySelector('a')!;
    link.search = new URLSearchParams({ destination: location.pathname + location.search }).toString();
    notice.append(said);
  });
}
