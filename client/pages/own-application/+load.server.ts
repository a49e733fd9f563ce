import { OwnApplicationDocument, type OwnApplicationQuery } from '#contract/generated/operations.js';
import { lookUp } from '../../lib/lookup';
import { absentPage, type PageData } from '../../lib/page-data';
import { type PageForm, partForm } from '../../lib/page-form';
import { viewerPage } from '../../lib/viewer-page';

const NOTICES = ['withdrawn', 'already'] as const;

export interface OwnApplicationData extends PageData {
  application: NonNullable<OwnApplicationQuery['ownApplication']>;
  withdrawal: PageForm;
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'applications.own.pageTitle' }, async (request) => {
  const answer = await request.graphql(OwnApplicationDocument, { id: request.path.split('/').at(-1)! });
  const application = lookUp(answer, (data) => data.ownApplication);
  if (application.kind !== 'found') return absentPage(request, application);
  const notice = request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice'));
  return { application: application.value, withdrawal: partForm(request, 'withdraw'), notice };
});
