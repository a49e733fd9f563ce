import type { ConsentChoices, ConsentService } from '#contract/consent/consent-services.js';

/**
 * Shows the banner that stands hidden in every page, over its end. The page gets as much room at its end, and browsers keep what has the
 * focus out from behind the banner.
 *
 * @returns hides it; undefined: the page has none
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
  // Browsers leave a field where it is when they would only have to show its text cursor.
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
