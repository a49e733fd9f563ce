import { showFrame } from '../../components/embeds/show-frame';
import { whenGranted } from '../../lib/consent/granted';
import { isConsentService } from '#contract/consent/consent-services.js';
import { startConsent } from './start-consent';

/** Which frame is to get the focus once the page has been loaded anew for it. */
const ASKED_KEY = 'causeboard-embed';

/** Shows the frame when the visitor has allowed its service on an earlier visit, or a moment ago. */
export function showAllowed(place: HTMLElement, until: AbortSignal): void {
  whenGranted(place.dataset.embedService, () => showFrame(place, takeAsked() === place.dataset.embed), until);
  void startConsent();
}

/** A button in the place of a frame was pressed: it is loaded this once, or the visitor's decision is saved for good. */
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
    // The frame comes without the focus.
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
