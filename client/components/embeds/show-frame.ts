/**
 * Puts the frame of another service into its place, now that the visitor allows it.
 * @param isAsked somebody has just asked for this one: it gets the focus, and begins to play
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
  // What folds it up may have been closed by loading the page anew.
  place.closest('details')?.setAttribute('open', '');
  frame.focus();
}
