import { OwnApplicationDocument, type OwnApplicationQuery } from '#contract/generated/operations.js';
import { isTimeZone } from '#shared/time-zones/time-zone.js';
import { lookUp } from '../../lib/lookup';
import { absentPage, type PageData } from '../../lib/page-data';
import { type PageForm, partForm } from '../../lib/page-form';
import { viewerPage } from '../../lib/viewer-page';

const NOTICES = ['withdrawn', 'already', 'added', 'picked', 'asked'] as const;

export interface OwnApplicationData extends PageData {
  application: NonNullable<OwnApplicationQuery['ownApplication']>;
  withdrawal: PageForm;
  interview: { pick: PageForm; others: PageForm };
  /** Time zone for the times of an interview. */
  zone?: string;
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'applications.own.pageTitle' }, async (request) => {
  const answer = await request.graphql(OwnApplicationDocument, { id: request.path.split('/').at(-1)! });
  const application = lookUp(answer, (data) => data.ownApplication);
  if (application.kind !== 'found') return absentPage(request, application);
  const notice = request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice'));
  const interview = { pick: partForm(request, 'pick'), others: partForm(request, 'others') };
  const wanted = request.query.get('zone') ?? '';
  const zone = isTimeZone(wanted) ? wanted : undefined;
  return { application: application.value, withdrawal: partForm(request, 'withdraw'), interview, zone, notice };
});
