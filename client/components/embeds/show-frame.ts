/**
 * Inserts the frame of another service after the visitor has allowed it.
 * @param isAsked whether the visitor has just requested this frame: it then gets the focus and starts playing
 */
export function showFrame(place: HTMLElement, isAsked: boolean): void {
  const frame = document.createElement('iframe');
  const address = new URL(place.dataset.embed!);
  if (!isAsked) address.searchParams.delete('autoplay');
  frame.loading = isAsked ? 'eager' : 'lazy';
  frame.src = address.href;
  frame.title = place.dataset.embedTitle!;
  frame.allow = 'autoplay; fullscreen; picture-in-picture';
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  place.replaceChildren(frame);
  if (!isAsked) return;
  // The `<details>` element around it may be closed again after a reload.
  place.closest('details')?.setAttribute('open', '');
  frame.focus();
}
