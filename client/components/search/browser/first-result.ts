import { startBehaviours, stopBehaviours } from '../../../lib/behaviours';
import type { SoftNavigation } from '../../../lib/soft/soft-navigation';

const PANE = '[data-region="pane"]';
const RESULTS = '[data-region="results"]';
const CLOSE = '[data-close-job]';
/** Element that counts a view of the job and reports it to analytics. */
const VIEW_DOT = '[data-view-dot]';

/** A job that is shown beside the list although the user did not choose it. */
interface SelfOpened {
  job: string;
  pane: HTMLElement;
  content: HTMLElement;
  /** The page's own content of the pane. */
  tips: readonly ChildNode[];
  marked: readonly Element[];
}

let opened: SelfOpened | undefined;
let fetching: AbortController | undefined;
/** Searches for which the user has closed the pane. */
const closedAt = new Set<string>();

/**
 * Shows the first job of the list beside it if no job is open (decision 140). The address, the focus and the scroll
 * position stay the same, nothing is announced, and no view is counted. Called again whenever the list has changed.
 *
 * @param isWelcome whether there is room for it and data may be used for it
 */
export async function showFirstResult(navigation: SoftNavigation, isWelcome: boolean): Promise<void> {
  // Registered first, so that it runs before the search page navigates.
  document.addEventListener('click', closeOnClick, { capture: true });
  fetching?.abort();
  forgetReplaced();
  const job = isWelcome && !closedAt.has(keyOf(location)) ? firstJob() : undefined;
  if (job === undefined) hide();
  else if (opened?.job === job) mark(opened);
  else {
    fetching = new AbortController();
    const { signal } = fetching;
    const page = await fetchPage(addressWithJob(job), signal);
    if (signal.aborted) return;
    forgetReplaced();
    if (firstJob() !== job) return;
    hide();
    if (page) show(job, page, navigation);
  }
}

/** Restores the previous content, and remembers not to open a job automatically for this search again. */
function closeOnClick(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(CLOSE);
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  closedAt.add(keyOf(location)).add(keyOf(link));
  fetching?.abort();
  forgetReplaced();
  // A job that the user opened is closed by going back to the page of the search.
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

/** @returns undefined if there is no list, or if the user has opened a job */
function firstJob(): string | undefined {
  const pane = document.querySelector(PANE);
  if (!pane?.firstElementChild || (!opened && pane.querySelector(CLOSE))) return undefined;
  return document.querySelector<HTMLElement>(`${RESULTS} a[data-job]`)?.dataset.job;
}

/** The address that its card leads to. */
function addressWithJob(job: string): URL {
  const url = new URL(location.href);
  url.searchParams.set('jobId', job);
  url.hash = '';
  return url;
}

/** @returns undefined if the page cannot be fetched; this is not an error, because the user did not request it */
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

/**
 * The user did not choose this job, so a view is counted only when they interact with it. If they click its card, the
 * requested page contains the dot.
 */
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

/** A page that was loaded meanwhile may have replaced the job. */
function forgetReplaced(): void {
  if (opened && !opened.content.isConnected) unmark(opened);
}

function unmark({ marked }: SelfOpened): void {
  for (const card of marked) card.removeAttribute('aria-current');
  opened = undefined;
}
