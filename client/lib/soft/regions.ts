import { startBehaviours, stopBehaviours } from '../behaviours';

/** The fetched page cannot replace this one in place: the browser has to load it itself. */
export class PageMismatch extends Error {
  override name = 'PageMismatch';
}

const SELECTOR = '[data-region]';
/** The server's original HTML of each region of the page, to detect unchanged regions. */
const standing = new Map<string, string>();

/**
 * Replaces this page's regions (`data-region`) with those of another page, and stops and starts the behaviours of
 * removed and added elements. Unchanged regions stay, with their state.
 * @throws PageMismatch before anything has changed
 */
export function swapRegions(next: Document): void {
  if (styleSheets(next) !== styleSheets(document)) throw new PageMismatch('Another build.');
  const pairs = [...document.querySelectorAll<HTMLElement>(SELECTOR)].map((old) => {
    const name = old.dataset.region ?? '';
    const fresh = next.querySelector<HTMLElement>(`[data-region="${name}"]`);
    if (!fresh) throw new PageMismatch(`No region "${name}".`);
    return { name, old, fresh, source: fresh.outerHTML };
  });
  const focused = describeFocus();
  const opened = openDetails();
  for (const { name, old, fresh, source } of pairs) {
    if (standing.get(name) === source) continue;
    standing.set(name, source);
    stopBehaviours(old);
    old.replaceWith(document.adoptNode(fresh));
  }
  document.title = next.title;
  for (const key of opened) document.querySelector(`details[data-keep="${key}"]`)?.setAttribute('open', '');
  focused?.()?.focus({ preventScroll: true });
  startBehaviours();
}

/** See `SoftNavigation.hold`. */
export function holdRegion({ dataset, outerHTML }: HTMLElement, page: Document): boolean {
  standing.set(dataset.region ?? '', outerHTML);
  return styleSheets(page) === styleSheets(document);
}

function styleSheets(page: Document): string {
  return [...page.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute('href')).join();
}

function openDetails(): string[] {
  return [...document.querySelectorAll<HTMLElement>('details[data-keep][open]')].map(
    ({ dataset }) => dataset.keep ?? '',
  );
}

/** Returns a function that finds the focused element again; undefined if it cannot be identified. */
function describeFocus(): (() => HTMLElement | null) | undefined {
  const focused = document.activeElement;
  if (!focused?.closest(SELECTOR)) return undefined;
  const name = focused.getAttribute('name');
  const value = focused.getAttribute('value');
  const saved = focused.getAttribute('data-save');
  // Several fields with the same name differ in their values.
  const isOneOf = focused.matches('[type="checkbox"], [type="radio"]');
  const selector = name
    ? `[name="${CSS.escape(name)}"]${isOneOf ? `[value="${CSS.escape(value ?? '')}"]` : ''}`
    : saved && `[data-save="${CSS.escape(saved)}"]`;
  if (!selector) return undefined;
  return () => (focused.isConnected ? null : document.querySelector<HTMLElement>(selector));
}
