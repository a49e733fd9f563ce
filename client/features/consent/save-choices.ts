import { CONSENT_API_PATH } from '#contract/consent/consent-cookie.js';
import type { ConsentChoices } from '#contract/consent/consent-services.js';

/**
 * Lets the server write decisions into the consent cookie; the request continues if the page is left.
 *
 * @returns whether it succeeded
 */
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
