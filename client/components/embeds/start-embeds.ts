/** Puts a frame of another service where somebody has asked for it. */
export function startEmbeds(): void {
  document.addEventListener('click', ({ target }) => {
    const place =
      target instanceof Element && target.closest('[data-embed-load]')?.closest<HTMLElement>('[data-embed]');
    if (!place) return;
    const frame = document.createElement('iframe');
    frame.src = place.dataset.embed!;
    frame.title = place.dataset.embedTitle!;
    frame.allow = 'autoplay; fullscreen; picture-in-picture';
    frame.referrerPolicy = 'strict-origin-when-cross-origin';
    place.replaceChildren(frame);
    frame.focus();
  });
}
