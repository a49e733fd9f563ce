import { startBehaviours, stopBehaviours } from '../../../lib/behaviours';
import type { SoftNavigation } from '../../../lib/soft/soft-navigation';

const PANE = '[data-region="pane"]';
const RESULTS = '[data-region="results"]';
const CLOSE = '[data-close-job]';
/** By which a job is counted as seen, and measured. */
const VIEW_DOT = '[data-view-dot]';

/** A job that stands beside the list though nobody chose it. */
interface SelfOpened {
  job: string;
  pane: HTMLElement;
  content: HTMLElement;
  /** What the page itself has there. */
  tips: readonly ChildNode[];
  marked: readonly Element[];
}

let opened: SelfOpened | undefined;
let fetching: AbortController | undefined;
/** Searches beside which somebody wants no job. */
const closedAt = new Set<string>();

/**
 * Shows the first job of the list beside it where no job is open (decision 140). The address, the focus and the place on the page stay what they
 * are, nothing is announced, and no view is counted. Called again whenever the list has changed.
 *
 * @param isWelcome whether there is room, and bytes may be spent on it
 */
export async function showFirstResult(navigation: SoftNavigation, isWelcome: boolean): Promise<void> {
  // Before the search page goes to another page for it.
  document.addEventListener('click', closeOnClick, { capture: true });
  fetching?.abort();
  forgetReplaced();
  const job = isWelcome && !closedAt.has(keyOf(location)) ? firstJob() : undefined;
  if (job === undefined) hide();
  else if (opened?.job === job) mark(opened);
  else {
    fetching = new AbortController();
    const { signal } = fetching;
    const page = await fetchPage(besideAddress(job), signal);
    if (signal.aborted) return;
    forgetReplaced();
    if (firstJob() !== job) return;
    hide();
    if (page) show(job, page, navigation);
  }
}

/** Puts back what stood there before, and remembers that nobody wants a job beside this search unless they choose one. */
function closeOnClick(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(CLOSE);
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  closedAt.add(keyOf(location)).add(keyOf(link));
  fetching?.abort();
  forgetReplaced();
  // One that was chosen closes by a step back to the page of the search.
  if (!opened) return;
  event.preventDefault();
  const card = cardsOf(opened.job)[0];
  const hadFocus = opened.pane.contains(document.activeElement);
  hide();
  if (hadFocus) card?.querySelector('a')?.focus({ preventScroll: true });
}

function keyOf({ pathname, search }: Location | HTMLAnchorElement): string {
  return pathname + search;
}

/** @returns undefined where there is no list, or a job is open that somebody chose */
function firstJob(): string | undefined {
  const pane = document.querySelector(PANE);
  if (!pane?.firstElementChild || (!opened && pane.querySelector(CLOSE))) return undefined;
  return document.querySelector<HTMLElement>(`${RESULTS} a[data-job]`)?.dataset.job;
}

/** The address that choosing its card leads to. */
function besideAddress(job: string): URL {
  const url = new URL(location.href);
  url.searchParams.set('jobId', job);
  url.hash = '';
  return url;
}

/** @returns undefined when it cannot be had: nobody waits for it */
async function fetchPage(url: URL, signal: AbortSignal): Promise<Document | undefined> {
  try {
    const response = await fetch(url, { signal, priority: 'low', headers: { accept: 'text/html' } });
    return response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : undefined;
  } catch {
    return undefined;
  }
}

function show(job: string, page: Document, navigation: SoftNavigation): void {
  const pane = document.querySelector<HTMLElement>(PANE)!;
  const content = page.querySelector<HTMLElement>(`${PANE} > *`);
  if (content?.querySelector<HTMLElement>(CLOSE)?.dataset.closeJob !== job || !navigation.hold(pane, page)) return;
  countOnUse(content);
  const tips = [...pane.childNodes];
  pane.replaceChildren(content);
  opened = { job, pane, content, tips, marked: [] };
  mark(opened);
  startBehaviours(pane);
}

/** Nobody chose it, so it is seen only when somebody does something with it. Where its card is chosen the page with the dot comes. */
function countOnUse(content: HTMLElement): void {
  const dot = content.querySelector(VIEW_DOT);
  dot?.remove();
  content.addEventListener('click', ({ target }) => {
    const used = target instanceof Element && target.closest('a, button, summary');
    if (!dot || dot.isConnected || !used || used.matches(CLOSE)) return;
    content.append(dot);
    startBehaviours(content);
  });
}

function mark(self: SelfOpened): void {
  self.marked = cardsOf(self.job);
  for (const card of self.marked) card.setAttribute('aria-current', 'true');
}

function cardsOf(job: string): Element[] {
  return [...document.querySelectorAll(`${RESULTS} li:has(a[data-job="${CSS.escape(job)}"])`)];
}

function hide(): void {
  if (!opened) return;
  const { pane, content, tips } = opened;
  stopBehaviours(content);
  pane.replaceChildren(...tips);
  unmark(opened);
}

/** A page that came since may have put another job in its place. */
function forgetReplaced(): void {
  if (opened && !opened.content.isConnected) unmark(opened);
}

function unmark({ marked }: SelfOpened): void {
  for (const card of marked) card.removeAttribute('aria-current');
  opened = undefined;
}
