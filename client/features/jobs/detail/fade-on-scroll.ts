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
