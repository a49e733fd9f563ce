import { IN_PLACE } from '#contract/pages/prefetch.js';
import { whenIdle } from '../../../lib/islands/island-behaviour';
import { mayFetchAhead, onLinkIntent } from '../../../lib/soft/intent';
import { type Step, SoftNavigation } from '../../../lib/soft/soft-navigation';
import { FACET_VALUES } from './facet-values';
import { startFilterSheet } from './filter-sheet';

const RESULTS = '[data-region="results"]';
const PANE = '[data-region="pane"]';
const LAYOUT = '[data-search]';
const LINKS = `${LAYOUT} a[href]`;
/** From here on a job opens beside the list. */
const BESIDE = '(width >= 900px)';
/** From here on it takes no room from the list: its place is there whether or not a job is open. */
const ROOMY = '(width >= 1200px)';

/**
 * Lets a search page change without loading anew: form, filters, chips, order, pages, and jobs beside the list. There is one search form to a
 * page, and it stays.
 */
export function startSearchPage(): void {
  const navigation = new SoftNavigation({
    addressOf: (page) => page.querySelector<HTMLElement>(RESULTS)?.dataset.href,
    afterSwap: (page) => {
      const layout = page.querySelector(LAYOUT);
      if (layout) document.querySelector(LAYOUT)!.className = layout.className;
      showFirst();
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
  const search = (afterSwap?: () => void, url = formAddress(form())) =>
    navigation.go({ url, busy: RESULTS, afterSwap });

  document.addEventListener('submit', (event) => {
    if (event.target !== form()) return;
    event.preventDefault();
    const url = sheet.isOpen() ? narrowedAddress() : undefined;
    sheet.close();
    void search(showResults, url);
  });
  document.addEventListener('change', (event) => {
    const { target } = event;
    const choice =
      target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.matches(FACET_VALUES));
    if (choice && target.form === form() && !sheet.isOpen()) void search(undefined, narrowedAddress());
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    // In a field it belongs to the field.
    if (event.target instanceof Element && event.target.matches('select, input:not([type="checkbox"], [type="radio"])'))
      return;
    document.querySelector<HTMLElement>('[data-close-job]')?.click();
  });
  document.addEventListener('click', (event) => {
    const link = plainClick(event);
    const step = link && stepFor(link);
    if (!step) return;
    event.preventDefault();
    void navigation.go(step);
  });
  onLinkIntent((link) => {
    const step = link.matches(LINKS) && !link.target ? stepFor(link) : undefined;
    if (step && mayFetchAhead()) navigation.prepare(step);
  });
  sayWhatOpensInPlace();
  matchMedia(BESIDE).addEventListener('change', sayWhatOpensInPlace);
  roomy.addEventListener('change', showFirst);
  document.addEventListener('focusin', ({ target }) => filterFacet(target));
  // Whoever was quicker than this script is in such a box, or has ticked one, already.
  filterFacet(document.activeElement);
  if (hasNewChoices(form())) void search();
  showFirst();
}

/** For whoever fetches pages ahead: these links lead to none. */
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

/** What a link of this page does in place; undefined: it leads elsewhere. */
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

/** What the form asks for, without what is empty. */
function formAddress(of: HTMLFormElement): URL {
  const url = new URL(of.action);
  for (const [name, value] of new FormData(of))
    if (typeof value === 'string' && value) url.searchParams.append(name, value);
  // Around a place that was read from the words one may be chosen as well.
  const radius = of.elements.namedItem('radius');
  const isChosen = radius instanceof HTMLSelectElement && !radius.selectedOptions[0]?.defaultSelected;
  if (!url.searchParams.has('geo_location') && !isChosen) url.searchParams.delete('radius');
  return url;
}

/** What the form asks for, with the job that is open: whoever narrows a search goes on reading. */
function narrowedAddress(): URL {
  const url = formAddress(form());
  const opened = new URLSearchParams(location.search).get('jobId');
  if (opened) url.searchParams.set('jobId', opened);
  return url;
}

/** The card stays where it was on the screen, however much the list has moved. */
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
