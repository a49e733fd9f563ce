import type { ConsentChoices, ConsentService } from '#contract/consent/consent-services.js';

/**
 * Shows the banner, which every page contains hidden, over the end of the page. Adds the same amount of padding to the
 * end of the page, so that browsers scroll focused elements out from behind the banner.
 *
 * @returns a function that hides it; undefined if the page has no banner
 */
export function showBanner(
  services: readonly ConsentService[],
  decide: (choices: ConsentChoices) => Promise<boolean>,
): (() => void) | undefined {
  const banner = document.querySelector<HTMLElement>('[data-consent-banner]');
  if (!banner) return undefined;
  const { style } = document.documentElement;
  const size = new ResizeObserver(() => style.setProperty('--consent-height', `${banner.offsetHeight}px`));
  banner.hidden = false;
  size.observe(banner);
  // Browsers do not scroll to a field if only its text cursor has to become visible.
  const uncover = ({ target }: Event): void => {
    if (!(target instanceof Element) || banner.contains(target)) return;
    const isCovered = target.getBoundingClientRect().bottom > banner.getBoundingClientRect().top;
    if (isCovered) target.scrollIntoView({ block: 'nearest' });
  };
  document.addEventListener('focusin', uncover);
  banner.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button) return;
    const choices = services.map((service) => [service, button.value === 'all']);
    void decide(Object.fromEntries(choices) as ConsentChoices).then((isSaved) => {
      const failure = banner.querySelector<HTMLElement>('[role="alert"]')!;
      failure.textContent = isSaved ? '' : failure.dataset.text!;
    });
  });
  return () => {
    const hadFocus = banner.contains(document.activeElement);
    size.disconnect();
    document.removeEventListener('focusin', uncover);
    banner.hidden = true;
    style.removeProperty('--consent-height');
    document.getElementById('announcer')!.textContent = banner.dataset.saved ?? '';
    if (hadFocus) document.getElementById('main')?.focus({ preventScroll: true });
  };
}
