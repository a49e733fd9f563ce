// Behaviours of a few lines, in one chunk: separate chunks would add the names of their files to every page.

import { SOURCE_FIELD, type SourcePaths, viewSource, withWayBack } from '#contract/view-source.js';

/** Fraction of the visible width by which a button scrolls; the rest stays in view. */
const PUSHED_SHARE = 0.9;

/** Tolerance for the rounding of browsers. */
const TOLERANCE_PX = 4;

const FADES_AFTER_PX = 550;

/**
 * Fades an unpublished job after 550 px of scroll (SEARCH-16) in browsers without scroll-driven animations. A marker at
 * that distance from the top of the page leaves the viewport at exactly that moment, so no code runs on each scroll
 * event.
 */
export function fadeOnScroll(place: HTMLElement, until: AbortSignal): void {
  if (getComputedStyle(place).animationName !== 'none') return;
  const mark = document.createElement('div');
  mark.style.cssText = `position:absolute;top:0;left:0;width:1px;height:${FADES_AFTER_PX}px;visibility:hidden;pointer-events:none`;
  document.body.append(mark);
  const observer = new IntersectionObserver(([entry]) => {
    place.toggleAttribute('data-faded', entry !== undefined && !entry.isIntersecting);
  });
  observer.observe(mark);
  until.addEventListener('abort', () => {
    observer.disconnect();
    mark.remove();
  });
}

/**
 * Adds the source of the visit to the job's page, as one of six words, to the link to the application form. The server cannot add it,
 * because the page is cached and the same for everybody. Nothing is stored; the word stays in the address while users log in, also by the
 * link in the header.
 *
 * @param link to the form, or to the login page that leads there
 */
export function nameSource(link: HTMLElement): void {
  const { applyWay, sourcePaths } = link.dataset;
  const here = new URL(location.href);
  const arrival = { url: here.search, host: here.host, referer: document.referrer };
  const source = viewSource(arrival, JSON.parse(sourcePaths!) as SourcePaths, applyWay);
  const login = document.querySelector<HTMLAnchorElement>('a[data-login]');
  const { pathname, search } = withWayBack(here, source);
  if (login) login.search = new URLSearchParams({ destination: pathname + search }).toString();
  if (!source) return;
  const address = new URL((link as HTMLAnchorElement).href);
  const next = address.searchParams.get('destination');
  if (next === null) address.searchParams.set(SOURCE_FIELD, source);
  else address.searchParams.set('destination', `${next}?${SOURCE_FIELD}=${source}`);
  link.setAttribute('href', address.pathname + address.search);
}

/** Makes a button copy its text and confirm that, also to screen readers. */
export function startCopy(button: HTMLElement): void {
  // Without HTTPS, browsers offer no clipboard API.
  if (!('clipboard' in navigator)) return;
  const { copy = '', copied = '' } = button.dataset;
  button.hidden = false;
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(copy).then(
      () => {
        button.textContent = copied;
        const announcer = document.getElementById('announcer');
        if (announcer) announcer.textContent = copied;
      },
      // The user may have denied access to the clipboard. The text to copy stays visible.
      () => undefined,
    );
  });
}

/** Closes an open menu when the focus leaves it, and with Escape. On a wide screen, the menu is always shown instead. */
export function startMenu(element: HTMLElement): void {
  const menu = element as HTMLDetailsElement;
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    // If another window or nothing gets the focus, the user may return.
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
  });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    // The key would also close the job that is open beside the list.
    event.preventDefault();
    menu.open = false;
    menu.querySelector('summary')!.focus();
  });
}

/**
 * Shows below a field by how many characters its text is too long, while the user types or pastes. Nothing is
 * truncated.
 */
export function startLengthNote(field: HTMLInputElement | HTMLTextAreaElement): void {
  const note = field.closest('[data-field]')?.querySelector<HTMLElement>('[data-too-long]');
  if (!note) return;
  const most = Number(field.dataset.maxLength);
  const count = (): void => {
    const excess = field.value.length - most;
    note.textContent = excess > 0 ? note.dataset.tooLong!.replace('{count}', excess.toLocaleString(language())) : '';
    if (excess > 0) field.setAttribute('aria-invalid', 'true');
    else if (!field.getAttribute('aria-describedby')?.split(' ').some(hasText)) field.removeAttribute('aria-invalid');
  };
  field.addEventListener('input', count);
  count();
}

/** Whether another error is shown at the field. */
function hasText(id: string): boolean {
  return id.endsWith('-error') && document.getElementById(id)?.textContent !== '';
}

function language(): string {
  return document.documentElement.lang;
}

/** Adds a scroll button to each side of an overflowing row that has more items. */
export function startSlides(frame: HTMLElement, until: AbortSignal): void {
  const row = frame.querySelector('ul')!;
  const previous = frame.querySelector<HTMLButtonElement>('[data-slides-previous]')!;
  const next = frame.querySelector<HTMLButtonElement>('[data-slides-next]')!;
  const show = (): void => {
    const left = row.scrollLeft;
    const right = row.scrollWidth - row.clientWidth - left;
    offer(previous, left > TOLERANCE_PX);
    offer(next, right > TOLERANCE_PX);
  };
  const push = (direction: 1 | -1): void => {
    row.scrollBy({ left: direction * row.clientWidth * PUSHED_SHARE });
  };
  previous.addEventListener('click', () => push(-1));
  next.addEventListener('click', () => push(1));
  for (const button of [previous, next]) button.addEventListener('blur', show);
  row.addEventListener('scroll', show, { passive: true });
  const observer = new ResizeObserver(show);
  observer.observe(row);
  until.addEventListener('abort', () => observer.disconnect());
}

/** A focused button stays visible until it loses the focus, so that the keyboard focus is not lost. */
function offer(button: HTMLButtonElement, isOfUse: boolean): void {
  button.setAttribute('aria-disabled', String(!isOfUse));
  button.hidden = !isOfUse && document.activeElement !== button;
}
