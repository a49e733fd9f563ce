/** Puts the frame of another service into its place, now that somebody has asked for it. */
export function showFrame(place: HTMLElement): void {
  const frame = document.createElement('iframe');
  frame.src = place.dataset.embed!;
  frame.title = place.dataset.embedTitle!;
  frame.allow = 'autoplay; fullscreen; picture-in-picture';
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  place.replaceChildren(frame);
  frame.focus();
}
