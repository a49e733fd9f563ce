/** Whose sidenav it is; each is remembered by itself (PAGE-03). */
export type SidenavRole = 'anonymous' | 'applicant' | 'recruiter';

/** Of the browser's local storage, followed by the role. */
export const SIDENAV_KEY = 'sidenav-';
const EXPANDED = 'expanded';

/**
 * Runs in the page as soon as the sidenav is there: opened before it is painted nothing shifts. Storage can be forbidden; then it stays
 * closed.
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
      // The next page begins closed again.
    }
  });
}
