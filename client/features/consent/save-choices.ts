import { CONSENT_API_PATH } from '#contract/consent/consent-cookie.js';
import type { ConsentChoices } from '#contract/consent/consent-services.js';

/** Has the server write decisions into the consent cookie; goes on while the page is left. @returns whether it did */
export async function saveChoices(choices: ConsentChoices): Promise<boolean> {
  try {
    const { ok } = await fetch(CONSENT_API_PATH, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ choices }),
    });
    return ok;
  } catch {
    return false;
  }
}
