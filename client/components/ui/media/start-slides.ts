/** So much stays in sight of what was shown before. */
const PUSHED_SHARE = 0.9;
/** Browsers round. */
const TOLERANCE_PX = 4;

/** Gives a row that is wider than its place a button on each side on which there is more. */
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

/** A button that has the focus stays until it has lost it: nobody is thrown back to where they have been. */
function offer(button: HTMLButtonElement, isOfUse: boolean): void {
  button.setAttribute('aria-disabled', String(!isOfUse));
  button.hidden = !isOfUse && document.activeElement !== button;
}
