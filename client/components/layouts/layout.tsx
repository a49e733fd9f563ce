import type { ReactNode } from 'react';
import type { PageMenu, PageRequest } from '../../../src/contract/page-request.js';

export interface LayoutData {
  main: PageMenu;
  footer: PageMenu;
}

/** The menus of a page's frame. */
export async function loadLayout(request: PageRequest): Promise<LayoutData> {
  const [main, footer] = await Promise.all([request.menu('main'), request.menu('footer')]);
  return { main, footer };
}

/** The frame of every page. */
export function Layout({ main, footer, children }: LayoutData & { children: ReactNode }) {
  return (
    <>
      <header>{main.items.length}</header>
      <main id="main">{children}</main>
      <footer>{footer.items.length}</footer>
    </>
  );
}
