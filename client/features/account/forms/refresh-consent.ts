const PART = '[data-registration-consent]';

/** Replaces the consent text with which the page was loaded by the current one, with an empty checkbox. */
export async function refreshConsent(form: HTMLFormElement): Promise<void> {
  const old = form.querySelector(PART);
  if (!old) return;
  const response = await fetch(location.href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = response.ok ? page.querySelector(PART) : null;
  if (fresh) old.replaceWith(document.adoptNode(fresh));
}
