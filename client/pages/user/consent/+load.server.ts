import { viewerPage } from '../../../lib/viewer-page';
import type { PageData } from '../../../lib/page-data';
import { type PageForm, pageForm } from '../../../lib/page-form';
import { type ConsentTextResult, loadConsents, loadConsentText } from '../../../lib/user/load-consents.server';

export interface ConsentPageData extends PageData {
  form: PageForm;
  mail: string;
  /** `agreed`: to the current text. `masqueraded`: an administrator cannot consent on behalf of a user. */
  state: ConsentTextResult | { kind: 'agreed' | 'masqueraded' };
}

/** Handles the form of the prompt if it has errors, and without scripts (PAGE-04). */
export const load = viewerPage({ title: 'account.consent.promptTitle' }, async (request) => {
  const { user, masqueraded } = request.viewer;
  const data = { form: pageForm(request), mail: user.email };
  if (masqueraded) return { ...data, state: { kind: 'masqueraded' } };
  const { consents } = await loadConsents(request);
  if (consents.error) return { ...data, state: { kind: 'failed' } };
  return { ...data, state: consents.data.length > 0 ? { kind: 'agreed' } : await loadConsentText(request) };
});
