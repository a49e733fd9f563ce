/**
 * Leads back to this page after logging in, but from the home page to what comes next by itself. Pages themselves do not know it: they are
 * the same for everybody.
 */
export function startLoginLink(element: HTMLElement): void {
  const link = element as HTMLAnchorElement;
  link.addEventListener('click', () => {
    const { pathname, search } = location;
    const isHome = trimmed(pathname) === trimmed(link.dataset.home!);
    if (!link.search && !isHome && !pathname.includes('/user/'))
      link.search = new URLSearchParams({ destination: pathname + search }).toString();
  });
}

function trimmed(path: string): string {
  return path.replace(/\/$/, '');
}
