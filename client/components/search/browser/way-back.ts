/** Results as somebody left them last in this tab. `label`: what the link back to them says. */
interface LastResults {
  href: string;
  label: string;
}

const KEY = 'results';

/** Remembers results when somebody leaves them. Their element says in `data-back` how to come back. */
export function rememberResults(results: HTMLElement, until: AbortSignal): void {
  addEventListener(
    'pagehide',
    () => {
      const left: LastResults = { href: location.href.split('#')[0]!, label: results.dataset.back ?? '' };
      try {
        sessionStorage.setItem(KEY, JSON.stringify(left));
      } catch {
        // Where nothing may be stored, the page that comes next shows its usual trail.
      }
    },
    { signal: until },
  );
}

/** Puts the way back to the results that somebody came from into the trail of a page; a phone shows it in the trail's place. */
export function showWayBack(trail: HTMLElement): void {
  const results = readResults();
  if (!results || document.referrer !== results.href) return;
  const link = document.createElement('a');
  link.href = results.href;
  link.textContent = results.label;
  link.addEventListener('click', (event) => {
    // After a link within this page, the entry before this one is this page again.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || location.hash) return;
    // The browser knows the results as they were left, with the place in the list.
    event.preventDefault();
    history.back();
  });
  trail.append(link);
}

function readResults(): LastResults | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as LastResults | null) ?? undefined;
  } catch {
    return undefined;
  }
}
