/** The results that were last shown in this tab. `label`: text of the link back to them. */
interface LastResults {
  href: string;
  label: string;
}

const KEY = 'results';

/** Remembers the results when the user leaves them. The attribute `data-back` contains the text of the link back. */
export function rememberResults(results: HTMLElement, until: AbortSignal): void {
  addEventListener(
    'pagehide',
    () => {
      const left: LastResults = { href: location.href.split('#')[0]!, label: results.dataset.back ?? '' };
      try {
        sessionStorage.setItem(KEY, JSON.stringify(left));
      } catch {
        // Without storage, the next page shows its usual breadcrumb.
      }
    },
    { signal: until },
  );
}

/** Inserts a link back to the previous results into the breadcrumb of a page; on a phone it replaces the breadcrumb. */
export function showWayBack(trail: HTMLElement): void {
  const results = readResults();
  if (!results || document.referrer !== results.href) return;
  const link = document.createElement('a');
  link.href = results.href;
  link.textContent = results.label;
  link.addEventListener('click', (event) => {
    // After a link within this page, the previous history entry is this page itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || location.hash) return;
    // Going back restores the results as they were left, including the scroll position.
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
