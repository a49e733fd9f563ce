import { whenGranted } from '../../lib/consent/granted';
import { isConsentService } from '#contract/consent/consent-services.js';
import { startConsent } from './start-consent';

/** Key of the frame that gets the focus after the page has been reloaded for it. */
const ASKED_KEY = 'causeboard-embed';

/** Shows the frame if the visitor has allowed its service, on an earlier visit or just now. */
export function showAllowed(place: HTMLElement, until: AbortSignal): void {
  whenGranted(place.dataset.embedService, () => showFrame(place, takeAsked() === place.dataset.embed), until);
  void startConsent();
}

/** Handles a button in the placeholder of a frame: loads the frame once, or saves the decision permanently. */
export async function embedPressed(place: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const { embed = '', embedService = '' } = place.dataset;
  if (button.dataset.embedAlways === undefined || !isConsentService(embedService)) {
    showFrame(place, true);
    return;
  }
  button.disabled = true;
  remember(embed);
  const consent = await startConsent();
  if (await consent?.grant(embedService)) return;
  takeAsked();
  button.disabled = false;
  const failure = place.querySelector<HTMLElement>('[data-embed-failure]');
  if (failure) failure.textContent = failure.dataset.embedFailure!;
}

function remember(frame: string): void {
  try {
    sessionStorage.setItem(ASKED_KEY, frame);
  } catch {
    // Without storage, the frame does not get the focus.
  }
}

function takeAsked(): string | undefined {
  try {
    const frame = sessionStorage.getItem(ASKED_KEY);
    sessionStorage.removeItem(ASKED_KEY);
    return frame ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Inserts the frame of another service after the visitor has allowed it.
 * @param isAsked whether the visitor has just requested this frame: it then gets the focus and starts playing
 */
function showFrame(place: HTMLElement, isAsked: boolean): void {
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
