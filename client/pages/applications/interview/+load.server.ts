import { ApplicationForInterviewDocument, type ApplicationForInterviewQuery } from '#contract/generated/operations.js';
import { lookUp } from '../../../lib/lookup';
import { absentPage, type PageData } from '../../../lib/page-data';
import { type PageForm, partForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

const NOTICES = ['proposed', 'confirmed', 'changed', 'canceled'] as const;

export interface InterviewPageData extends PageData {
  application: NonNullable<ApplicationForInterviewQuery['receivedApplication']>;
  forms: { propose: PageForm; confirm: PageForm; change: PageForm; cancel: PageForm };
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'applications.interview.title' }, async (request) => {
  const [, , jobId, id] = request.path.split('/');
  const answer = await request.graphql(ApplicationForInterviewDocument, { id: id! });
  const found = lookUp(answer, ({ receivedApplication: each }) => (each?.job.id === jobId ? each : null));
  if (found.kind !== 'found') return absentPage(request, found);
  const forms = {
    propose: partForm(request, 'propose'),
    confirm: partForm(request, 'confirm'),
    change: partForm(request, 'change'),
    cancel: partForm(request, 'cancel'),
  };
  const notice = request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice'));
  return { application: found.value, forms, notice };
});
