/** Fraction of the visible width by which a button scrolls; the rest stays in view. */
const PUSHED_SHARE = 0.9;
/** Tolerance for the rounding of browsers. */
const TOLERANCE_PX = 4;

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
