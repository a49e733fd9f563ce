import { IN_PLACE } from '#contract/pages/paths.js';
import { whenIdle } from '../../../lib/islands/island-behaviour';
import { mayFetchAhead, onLinkIntent } from '../../../lib/soft/prefetch-pages';
import { type Step, SoftNavigation } from '../../../lib/soft/soft-navigation';
import { FACET_VALUES } from './facet-values';
import type { ShownCounts } from './facet-counts';

/** Media query for widths at which the filters are a sheet. */
const NARROW = '(width < 1200px)';

/** Debounce interval: choices that follow each other faster are requested together, in milliseconds. */
const SETTLE_MS = 150;

const RESULTS = '[data-region="results"]';
const PANE = '[data-region="pane"]';
const LAYOUT = '[data-search]';
const LINKS = `${LAYOUT} a[href]`;
/** Minimum width at which a job opens beside the list. */
const BESIDE = '(width >= 900px)';
/** Minimum width at which the pane takes no room from the list: its space is reserved whether or not a job is open. */
const ROOMY = '(width >= 1200px)';

/**
 * Updates a search page without a full page load: form, filters, chips, order, pages, and jobs beside the list. A page
 * has one search form, which is not replaced.
 *
 * @param fields the server's HTML of the fields for words and place
 */
export function startSearchPage(fields: string): void {
  const navigation = new SoftNavigation({
    original: ['search', fields],
    addressOf: (page) => page.querySelector<HTMLElement>(RESULTS)?.dataset.href,
    afterSwap: (page) => {
      const layout = page.querySelector(LAYOUT);
      if (layout) document.querySelector(LAYOUT)!.className = layout.className;
      showFirst();
    },
    refocus: (left) => {
      const closed = openJob(left);
      if (openJob(location)) focus('job-title');
      else (closed ? cardLink(closed) : null)?.focus({ preventScroll: true });
      if (document.activeElement === document.body) focus('found');
    },
    announcement: () => document.getElementById('found')?.textContent ?? '',
  });
  const roomy = matchMedia(ROOMY);
  let isFirstShown = false;
  const showFirst = () => {
    const isWelcome = roomy.matches && mayFetchAhead();
    if (!isFirstShown && !(isWelcome && document.querySelector(PANE))) return;
    whenIdle(() => {
      void import('./first-result').then(({ showFirstResult }) => {
        isFirstShown = true;
        void showFirstResult(navigation, isWelcome);
      });
    });
  };
  const sheet = startFilterSheet(() => navigation.read(formAddress(form())));
  const search = (url: URL) => navigation.go({ url, busy: RESULTS });
  // In place, because choices in the sheet may not be applied yet.
  const showWhole = async (link: HTMLAnchorElement, otherwise: Step) => {
    const { showWholeFacet } = await import('./facet-filter');
    if (await showWholeFacet(link)) sheet.updateCounts();
    else if (link.isConnected) void navigation.go(otherwise);
  };

  document.addEventListener('submit', (event) => {
    if (event.target !== form()) return;
    event.preventDefault();
    const sent = formAddress(form());
    const url = sheet.isOpen() ? narrowedAddress() : sent;
    sheet.close();
    // Somebody who already types the next search stays in the form. Otherwise, it folds: the field has no focus then.
    let isTyping = false;
    const beforeSwap = () => {
      isTyping = formAddress(form()).href !== sent.href;
      if (!isTyping) (document.activeElement as HTMLElement).blur();
    };
    void navigation.go({ url, busy: RESULTS, beforeSwap, afterSwap: () => isTyping || showResults() });
  });
  document.addEventListener('change', (event) => {
    const { target } = event;
    const choice =
      target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.matches(FACET_VALUES));
    if (choice && target.form === form() && !sheet.isOpen()) void search(narrowedAddress());
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    // Inside a form field, the key keeps its own meaning.
    if (event.target instanceof Element && event.target.matches('select, input:not([type="checkbox"], [type="radio"])'))
      return;
    document.querySelector<HTMLElement>('[data-close-job]')?.click();
  });
  document.addEventListener('click', (event) => {
    const link = plainClick(event);
    const step = link && stepFor(link);
    if (!step) return;
    event.preventDefault();
    if (link.dataset.more) void showWhole(link, step);
    else void navigation.go(step);
  });
  onLinkIntent((link) => {
    const step = link.matches(LINKS) && !link.target && !link.dataset.more ? stepFor(link) : undefined;
    if (step && mayFetchAhead()) navigation.prepare(step);
  });
  sayWhatOpensInPlace();
  matchMedia(BESIDE).addEventListener('change', sayWhatOpensInPlace);
  roomy.addEventListener('change', showFirst);
  document.addEventListener('focusin', ({ target }) => filterFacet(target));
  // The user may have focused such a field, or ticked a choice, before this script was loaded.
  filterFacet(document.activeElement);
  if (hasNewChoices(form())) void search(formAddress(form()));
  showFirst();
}

/** Tells the prefetching script that these links do not load a page. */
function sayWhatOpensInPlace(): void {
  document.querySelector(LAYOUT)?.setAttribute(IN_PLACE, matchMedia(BESIDE).matches ? 'all' : 'searches');
}

function filterFacet(entered: EventTarget | null): void {
  if (entered instanceof HTMLInputElement && entered.dataset.facetFilter)
    void import('./facet-filter').then(({ startFacetFilter }) => startFacetFilter(entered));
}

function hasNewChoices(of: HTMLFormElement): boolean {
  return [...of.querySelectorAll<HTMLInputElement>(FACET_VALUES)].some((box) => box.checked !== box.defaultChecked);
}

/** Returns what a link of this page does in place; undefined if it leads to another page. */
function stepFor(link: HTMLAnchorElement): Step | undefined {
  const url = new URL(link.href);
  const { job, closeJob, more } = link.dataset;
  if (job) {
    if (!matchMedia(BESIDE).matches) return undefined;
    const beside = new URL(location.href);
    beside.searchParams.set('jobId', job);
    beside.hash = '';
    return { url: beside, busy: PANE, ...preservingScroll(job, () => focus('job-title')) };
  }
  if (!isSearch(url)) return undefined;
  if (closeJob)
    return { url, busy: PANE, ...preservingScroll(closeJob, () => cardLink(closeJob)?.focus({ preventScroll: true })) };
  if (more) return { url, history: 'keep' };
  return { url, busy: RESULTS, afterSwap: link.closest('nav') ? showResults : () => focus('found') };
}

function isSearch(url: URL): boolean {
  const base = new URL(form().action).pathname;
  return url.origin === location.origin && (url.pathname === base || url.pathname.startsWith(`${base}/`));
}

function plainClick(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(LINKS) : null;
  return link && !link.target ? link : undefined;
}

function form(): HTMLFormElement {
  return document.querySelector<HTMLFormElement>('[data-search-form]')!;
}

/** The address of the form's search, without empty parameters. */
function formAddress(of: HTMLFormElement): URL {
  const url = new URL(of.action);
  for (const [name, value] of new FormData(of))
    if (typeof value === 'string' && value) url.searchParams.append(name, value);
  // A radius can also be chosen around a place that was read from the words.
  const radius = of.elements.namedItem('radius');
  const isChosen = radius instanceof HTMLSelectElement && !radius.selectedOptions[0]?.defaultSelected;
  if (!url.searchParams.has('geo_location') && !isChosen) url.searchParams.delete('radius');
  return url;
}

/**
 * The address of the form's search with the open job, so that the user can continue reading while narrowing the search.
 */
function narrowedAddress(): URL {
  const url = formAddress(form());
  const opened = openJob(location);
  if (opened) url.searchParams.set('jobId', opened);
  return url;
}

/** The id of the job that is open beside the list. */
function openJob({ search }: URL | Location): string | null {
  return new URLSearchParams(search).get('jobId');
}

/** Keeps the card at the same position in the viewport, however much the list has moved. */
function preservingScroll(job: string, then: () => void): Required<Pick<Step, 'beforeSwap' | 'afterSwap'>> {
  const top = () => cardLink(job)?.getBoundingClientRect().top;
  let before: number | undefined;
  return {
    beforeSwap: () => {
      before = top();
    },
    afterSwap: () => {
      const after = top();
      if (before !== undefined && after !== undefined) scrollBy(0, after - before);
      then();
    },
  };
}

function cardLink(job: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`a[data-job="${CSS.escape(job)}"]`);
}

function focus(id: string): void {
  document.getElementById(id)?.focus({ preventScroll: true });
}

function showResults(): void {
  const results = document.getElementById('results');
  if (results && results.getBoundingClientRect().top < 0) results.scrollIntoView();
  focus('found');
}

/**
 * Shows the facets as a sheet over the page: the same fields, moved into a modal dialog while it is open (SEARCH-12).
 * If it is closed without being applied, changed choices are reset.
 *
 * @param answer returns the page with the results for the current choices; undefined if it cannot be fetched or other
 * choices were made meanwhile
 */
function startFilterSheet(answer: () => Promise<Document | undefined>): {
  isOpen: () => boolean;
  close: () => void;
  /** Updates the counts of choices that were added. */
  updateCounts: () => void;
} {
  const sheet = document.getElementById('filters-sheet') as HTMLDialogElement;
  const slot = document.getElementById('filters-slot')!;
  const details = document.getElementById('filters')!;
  const body = () => document.getElementById('filters-body')!;
  let applied = false;
  let original: ShownCounts | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const updateCounts = async () => {
    const [page, { updateFacetCounts }] = await Promise.all([answer(), import('./facet-counts')]);
    if (!page || !sheet.open) return;
    original = new Map([...updateFacetCounts(body(), page), ...(original ?? [])]);
  };
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('#filters > summary') && matchMedia(NARROW).matches) {
      event.preventDefault();
      applied = false;
      original = undefined;
      slot.append(body());
      sheet.showModal();
    } else if (target === sheet || target?.closest('[data-close]')) {
      sheet.close();
    }
  });
  sheet.addEventListener('change', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void updateCounts(), SETTLE_MS);
  });
  sheet.addEventListener('close', () => {
    clearTimeout(timer);
    if (!applied) restoreChoices(body(), original);
    details.append(body());
  });
  matchMedia(NARROW).addEventListener('change', () => sheet.close());
  return {
    isOpen: () => sheet.open,
    close: () => {
      applied = true;
      sheet.close();
    },
    updateCounts: () => {
      if (sheet.open) void updateCounts();
    },
  };
}

/** Resets choices that were not applied; the event lets the count of results update itself. */
function restoreChoices(fields: HTMLElement, counts: ShownCounts | undefined): void {
  for (const [count, text] of counts ?? []) count.textContent = text;
  for (const box of fields.querySelectorAll<HTMLInputElement>(FACET_VALUES)) box.checked = box.defaultChecked;
  fields.closest('form')?.dispatchEvent(new Event('change'));
}
