import type { ComponentType } from 'react';
import type { Behaviour } from '../behaviours';

/** Loads an island's component. */
type IslandLoader = () => Promise<ComponentType<never>>;
/** Loaders by the name of the island. */
export type IslandLoaders = Readonly<Record<string, IslandLoader>>;

const IDLE_TIMEOUT_MS = 500;
const IDLE_FALLBACK_MS = 2000;
const VISIBLE_MARGIN = '150px';

/**
 * Hydrates islands at their moment (PAGE-07), or at the first interaction. Until then, they are static HTML.
 *
 * @param loaders loaders of islands that any page may contain
 * @param loadOthers returns the loaders of all other islands, so that pages without them need not contain their names
 */
export function islandBehaviour(loaders: IslandLoaders, loadOthers: () => Promise<IslandLoaders>): Behaviour {
  return (element, until) => {
    const name = element.dataset.island!;
    const loader = loaders[name] ?? (async () => (await loadOthers())[name]!());
    let started = false;
    const start = () => {
      if (started || until.aborted) return;
      started = true;
      element.dataset.awake = '';
      void wake(element, loader, until);
    };
    element.addEventListener('focusin', start, { once: true });
    element.addEventListener('pointerdown', start, { once: true });
    if (element.dataset.when === 'visible') whenVisible(element, start, until);
    else whenIdle(start);
  };
}

async function wake(element: HTMLElement, loader: IslandLoader, until: AbortSignal): Promise<void> {
  const [{ hydrateIsland }, component] = await Promise.all([import('./hydrate-island'), loader()]);
  // The imported scripts have just run: pending user input is handled before hydration.
  await new Promise((resolve) => setTimeout(resolve));
  if (!until.aborted) hydrateIsland(element, component, until);
}

/** Calls `start` once the browser is idle, or soon. */
export function whenIdle(start: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(start, { timeout: IDLE_TIMEOUT_MS });
  else setTimeout(start, IDLE_FALLBACK_MS);
}

function whenVisible(element: Element, start: () => void, until: AbortSignal): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      start();
    },
    { rootMargin: VISIBLE_MARGIN },
  );
  observer.observe(element);
  until.addEventListener('abort', () => observer.disconnect());
}
