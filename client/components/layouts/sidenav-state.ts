/** Kind of user to whom the sidenav belongs; the state of each is remembered separately (PAGE-03). */
export type SidenavRole = 'anonymous' | 'applicant' | 'recruiter';

/** Prefix of the key in the browser's local storage; the role follows it. */
export const SIDENAV_KEY = 'sidenav-';
const EXPANDED = 'expanded';

/**
 * Runs as soon as the sidenav is parsed: if it is opened before the first paint, there is no layout shift. If storage
 * is forbidden, it stays closed.
 */
export const SIDENAV_SCRIPT = `{const n=document.currentScript.parentNode,d=n.querySelector('details'),s=n.querySelector('summary');\
try{d.open=localStorage.getItem(n.dataset.sidenav)==='${EXPANDED}'}catch{}\
s.setAttribute('aria-expanded',d.open)}`;

/** Remembers in the browser whether the page's sidenav is open. */
export function startSidenav(nav: HTMLElement): void {
  const details = nav.querySelector('details');
  details?.addEventListener('toggle', () => {
    details.querySelector('summary')!.setAttribute('aria-expanded', String(details.open));
    try {
      localStorage.setItem(nav.dataset.sidenav!, details.open ? EXPANDED : 'collapsed');
    } catch {
      // Without storage, it is closed on the next page.
    }
  });
}
