const PART = '[data-registration-consent]';

/** Puts the text that people agree to today, with an empty box, in the place of the one that the page was loaded with. */
export async function refreshConsent(form: HTMLFormElement): Promise<void> {
  const old = form.querySelector(PART);
  if (!old) return;
  const response = await fetch(location.href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = response.ok ? page.querySelector(PART) : null;
  if (fresh) old.replaceWith(document.adoptNode(fresh));
}
