import { CONSENT_SERVICES, type ConsentChoices, type ConsentService } from '#contract/consent/consent-services.js';
import { type PageConsent } from '#contract/consent/consent-providers.js';
import type { ConsentProvider } from './consent-provider';
import { cookieChoices, saveChoices, tellOtherTabs, whenDecidedElsewhere, isRefusedByBrowser } from './choices';

/** The built-in provider: its banner and its settings page write Klaro's cookie, which is read here. */
export function createProvider({ services }: PageConsent, settingsPath: string): ConsentProvider {
  const used = CONSENT_SERVICES.filter((service) => services[service] !== undefined);
  const listeners = new Set<() => void>();
  let hideBanner: (() => void) | undefined;
  const isDecided = (): boolean => {
    const choices = cookieChoices();
    return used.every((service) => choices[service] !== undefined || isRefusedByBrowser(service));
  };
  const changed = (): void => {
    if (isDecided()) hideBanner?.();
    for (const listener of listeners) listener();
  };
  const decide = async (choices: ConsentChoices): Promise<boolean> => {
    if (!(await saveChoices(choices))) return false;
    tellOtherTabs();
    changed();
    return true;
  };
  whenDecidedElsewhere(changed);
  tellOtherTabs();
  return {
    ready: Promise.resolve(),
    state(service) {
      const choice = cookieChoices()[service];
      return choice === undefined ? 'unknown' : choice ? 'granted' : 'denied';
    },
    onChange(listener) {
      listeners.add(listener);
    },
    openSettings() {
      location.assign(settingsPath);
      return true;
    },
    ask() {
      if (!isDecided()) hideBanner = showBanner(used, decide);
    },
    decide,
  };
}

/**
 * Shows the banner, which every page contains hidden, over the end of the page. Adds the same amount of padding to the
 * end of the page, so that browsers scroll focused elements out from behind the banner.
 *
 * @returns a function that hides it; undefined if the page has no banner
 */
function showBanner(
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
