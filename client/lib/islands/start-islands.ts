import type { ComponentType } from 'react';

/** Loads an island's component. */
export type IslandLoader = () => Promise<ComponentType<never>>;

const IDLE_TIMEOUT_MS = 500;
const IDLE_FALLBACK_MS = 2000;
const VISIBLE_MARGIN = '150px';

/** Takes over the page's islands when their moment comes (PAGE-07), or at the first touch. Until then they are plain HTML. */
export function startIslands(loaders: Readonly<Record<string, IslandLoader>>, root: ParentNode = document): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-island]:not([data-awake])')) {
    const loader = loaders[element.dataset.island ?? ''];
    if (!loader) continue;
    let started = false;
    const start = () => {
      if (started) return;
      started = true;
      element.dataset.awake = '';
      void wake(element, loader);
    };
    element.addEventListener('focusin', start, { once: true });
    element.addEventListener('pointerdown', start, { once: true });
    if (element.dataset.when === 'visible') whenVisible(element, start);
    else whenIdle(start);
  }
}

async function wake(element: HTMLElement, loader: IslandLoader): Promise<void> {
  const [{ hydrateIsland }, component] = await Promise.all([import('./hydrate-island'), loader()]);
  // Scripts have just run: what somebody does meanwhile comes before taking over.
  await new Promise((resolve) => setTimeout(resolve));
  hydrateIsland(element, component);
}

function whenIdle(start: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(start, { timeout: IDLE_TIMEOUT_MS });
  else setTimeout(start, IDLE_FALLBACK_MS);
}

function whenVisible(element: Element, start: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      start();
    },
    { rootMargin: VISIBLE_MARGIN },
  );
  observer.observe(element);
}
