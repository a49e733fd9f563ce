import type { PageData } from '../../../lib/page-data';
import { type PageForm, pageForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

export interface MasqueradeData extends PageData {
  form: PageForm;
  /** Name of the user as whom the administrator acts; undefined if there is none. */
  name?: string;
}

export const load = viewerPage({ title: 'dashboard.masquerade.label' }, (request) => {
  const { user, masqueraded } = request.viewer;
  return { form: pageForm(request), name: masqueraded ? user.displayName : undefined };
});
