import { OwnApplicationDocument, type OwnApplicationQuery } from '../../../src/contract/generated/operations.js';
import { failedPage, missingPage, type PageData } from '../../lib/page-data';
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
  if (!answer.ok) return failedPage(request, answer.failure);
  const { ownApplication: application } = answer.data;
  if (!application) return missingPage(request);
  const notice = request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice'));
  return { application, withdrawal: partForm(request, 'withdraw'), notice };
});
