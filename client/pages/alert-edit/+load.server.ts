import { type AlertFragment, OwnAlertDocument } from '#contract/generated/operations.js';
import { RESUME_ALERT_PATH } from '#contract/pages/paths.js';
import { lookUp, NO_SUCH_PAGE } from '../../lib/lookup';
import { absentPage, type PageData } from '../../lib/page-data';
import { type PageForm, partForm } from '../../lib/page-form';
import { viewerPage } from '../../lib/viewer-page';

const NOTICES = ['kept', 'known', 'changed'] as const;

export interface AlertEditData extends PageData {
  alert: AlertFragment;
  change: PageForm;
  end: PageForm;
  notice?: (typeof NOTICES)[number];
}

/** Page to edit an alert of one's own: /job-alert/edit/{id}, /resume-alert/edit/{id} (ROUTE-02). */
export const load = viewerPage({ title: 'alerts.edit.title' }, async (request) => {
  const { path, site, query } = request;
  const kind = path.startsWith(`${RESUME_ALERT_PATH}/`) ? 'resume' : 'job';
  if (kind === 'resume' && !site.features.resume) return absentPage(request, NO_SUCH_PAGE);
  const answer = await request.graphql(OwnAlertDocument, { id: path.split('/').at(-1)! });
  const alert = lookUp(answer, ({ ownAlert: each }) => (each?.kind === kind ? each : null));
  if (alert.kind !== 'found') return absentPage(request, alert);
  const notice = request.form ? undefined : NOTICES.find((known) => known === query.get('notice'));
  return { alert: alert.value, change: partForm(request, 'change'), end: partForm(request, 'end'), notice };
});
