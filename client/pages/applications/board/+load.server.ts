import {
  ApplicationBoardDocument,
  ApplicationBoardJobDocument,
  type ApplicationBoardJobQuery,
} from '#contract/generated/operations.js';
import type { BoardColumn } from '../../../features/applications/received/board';
import { lookUp } from '../../../lib/lookup';
import { absentPage, type PageData, lockedPage } from '../../../lib/page-data';
import { type PageForm, partForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

export interface ApplicationBoardData extends PageData {
  job: NonNullable<ApplicationBoardJobQuery['jobApplications']>['job'];
  columns: readonly BoardColumn[];
  form: PageForm;
  /** Whether a card has just been moved. */
  isMoved: boolean;
}

export const load = viewerPage({ title: 'applications.received.title' }, async (request) => {
  const jobId = request.path.split('/').at(-2)!;
  const [jobAnswer, answer] = await Promise.all([
    request.graphql(ApplicationBoardJobDocument, { jobId }),
    request.graphql(ApplicationBoardDocument, { jobId }),
  ]);
  const columns = lookUp(answer, (data) => data.applicationBoard);
  if (columns.kind !== 'found') return lockedPage(request, columns, { kind: 'job', id: jobId });
  const list = lookUp(jobAnswer, (data) => data.jobApplications);
  if (list.kind !== 'found') return absentPage(request, list);
  const isMoved = !request.form && request.query.get('notice') === 'movedOn';
  return { job: list.value.job, columns: columns.value, form: partForm(request, 'card'), isMoved };
});
