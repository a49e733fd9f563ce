/** So much stays in sight of what was shown before. */
const PUSHED_SHARE = 0.9;
/** Browsers round. */
const TOLERANCE_PX = 4;

/** Gives rows that are wider than their place a button on each side on which there is more. */
export function startSlides(root: ParentNode = document): void {
  for (const frame of root.querySelectorAll<HTMLElement>('[data-slides]')) {
    const row = frame.querySelector('ul');
    const previous = frame.querySelector<HTMLButtonElement>('[data-slides-previous]');
    const next = frame.querySelector<HTMLButtonElement>('[data-slides-next]');
    if (row && previous && next) start(row, previous, next);
  }
}

function start(row: HTMLElement, previous: HTMLButtonElement, next: HTMLButtonElement): void {
  const show = (): void => {
    const left = row.scrollLeft;
    const right = row.scrollWidth - row.clientWidth - left;
    offer(previous, left > TOLERANCE_PX, next);
    offer(next, right > TOLERANCE_PX, previous);
  };
  const push = (direction: 1 | -1): void => {
    row.scrollBy({ left: direction * row.clientWidth * PUSHED_SHARE });
  };
  previous.addEventListener('click', () => push(-1));
  next.addEventListener('click', () => push(1));
  row.addEventListener('scroll', show, { passive: true });
  new ResizeObserver(show).observe(row);
}

/** @param other gets the focus that a button has which is no longer of use */
function offer(button: HTMLButtonElement, isOfUse: boolean, other: HTMLButtonElement): void {
  if (button.hidden === !isOfUse) return;
  const hadFocus = document.activeElement === button;
  button.hidden = !isOfUse;
  if (hadFocus && !isOfUse) {
    other.hidden = false;
    other.focus({ preventScroll: true });
  }
}
