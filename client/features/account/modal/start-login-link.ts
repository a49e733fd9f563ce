/** Leads back to this page after logging in. Pages themselves do not know it: they are the same for everybody. */
export function startLoginLink(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-login]');
  link?.addEventListener('click', () => {
    const { pathname, search } = location;
    if (!link.search && pathname !== '/' && !pathname.includes('/user/'))
      link.search = new URLSearchParams({ destination: pathname + search }).toString();
  });
}
