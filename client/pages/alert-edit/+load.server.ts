import { type AlertFragment, OwnAlertDocument } from '../../../src/contract/generated/operations.js';
import { RESUME_ALERT_PATH } from '../../../src/contract/paths.js';
import { failedPage, missingPage, type PageData } from '../../lib/page-data';
import { type PageForm, partForm } from '../../lib/page-form';
import { viewerPage } from '../../lib/viewer-page';

const NOTICES = ['kept', 'changed'] as const;

export interface AlertEditData extends PageData {
  alert: AlertFragment;
  change: PageForm;
  end: PageForm;
  notice?: (typeof NOTICES)[number];
}

/** One's own alert: /job-alert/edit/{id}, /resume-alert/edit/{id} (ROUTE-02). */
export const load = viewerPage({ title: 'alerts.edit.title' }, async (request) => {
  const { path, site, query } = request;
  const kind = path.startsWith(`${RESUME_ALERT_PATH}/`) ? 'resume' : 'job';
  if (kind === 'resume' && !site.features.resume) return missingPage(request);
  const answer = await request.graphql(OwnAlertDocument, { id: path.split('/').at(-1)! });
  if (!answer.ok) return failedPage(request, answer.failure);
  const { ownAlert: alert } = answer.data;
  if (alert?.kind !== kind) return missingPage(request);
  const notice = request.form ? undefined : NOTICES.find((known) => known === query.get('notice'));
  return { alert, change: partForm(request, 'change'), end: partForm(request, 'end'), notice };
});
