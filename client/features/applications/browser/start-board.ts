/**
 * Distance from the edge of the window at which a dragged card scrolls the page, and the distance of each scroll step.
 */
const EDGE_PX = 60;
const SCROLL_PX = 12;

/**
 * Lets users drag cards of the board by their handles to another column, with a mouse or a finger. A dropped card
 * submits its own form, so that the server checks permissions and conflicts as it does for the keyboard.
 */
export function startBoard(board: HTMLElement, until: AbortSignal): void {
  for (const handle of board.querySelectorAll<HTMLElement>('[data-handle]')) {
    handle.hidden = false;
    handle.addEventListener('pointerdown', (event) => begin(board, handle, event), { signal: until });
  }
}

function begin(board: HTMLElement, handle: HTMLElement, down: PointerEvent): void {
  const card = handle.closest<HTMLElement>('[data-card]');
  const form = card?.querySelector('form');
  const select = form?.querySelector('select');
  if (!card || !form || !select || down.button !== 0) return;
  down.preventDefault();
  handle.setPointerCapture(down.pointerId);
  const targets = new Map(
    [...board.querySelectorAll<HTMLElement>('[data-column]')]
      .filter(({ dataset }) => [...select.options].some(({ value }) => value === dataset.column))
      .map((column) => [column, column.dataset.column!] as const),
  );
  const scrolledBefore = window.scrollY;
  const ended = new AbortController();
  const { signal } = ended;
  card.dataset.dragged = '';
  for (const column of targets.keys()) column.dataset.target = '';

  const columnAt = ({ clientX, clientY }: PointerEvent): HTMLElement | undefined =>
    [...targets.keys()].find((column) => {
      const { left, right, top, bottom } = column.getBoundingClientRect();
      return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    });
  const show = (over: HTMLElement | undefined): void => {
    for (const column of targets.keys()) column.toggleAttribute('data-over', column === over);
  };
  const end = (): void => {
    ended.abort();
    show(undefined);
    delete card.dataset.dragged;
    card.style.removeProperty('translate');
    for (const column of targets.keys()) delete column.dataset.target;
  };

  handle.addEventListener(
    'pointermove',
    (event) => {
      if (event.clientY < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
      else if (event.clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
      const scrolled = window.scrollY - scrolledBefore;
      card.style.translate = `${event.clientX - down.clientX}px ${event.clientY - down.clientY + scrolled}px`;
      show(columnAt(event));
    },
    { signal },
  );
  handle.addEventListener(
    'pointerup',
    (event) => {
      const state = targets.get(columnAt(event) ?? card);
      end();
      if (state === undefined) return;
      select.value = state;
      form.requestSubmit();
    },
    { signal },
  );
  handle.addEventListener('pointercancel', end, { signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
}
