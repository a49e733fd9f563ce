import { PrintedApplicationsDocument, type PrintedApplicationsQuery } from '#contract/generated/operations.js';
import { type ListQuery, listFilter, readListQuery } from '#contract/applications/list-query.js';
import { lookUp } from '../../../lib/lookup';
import { type PageData, lockedPage } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export interface PrintedApplicationsData extends PageData {
  printed: NonNullable<PrintedApplicationsQuery['exportedApplications']>;
  query: ListQuery;
}

export const load = viewerPage({ title: 'applications.print.title' }, async (request) => {
  const jobId = request.path.split('/').at(-2)!;
  const query = readListQuery(request.query);
  const after = request.query.get('before');
  const answer = await request.graphql(PrintedApplicationsDocument, { jobId, filter: listFilter(query), after });
  const printed = lookUp(answer, (data) => data.exportedApplications);
  if (printed.kind !== 'found') return lockedPage(request, printed, { kind: 'job', id: jobId });
  return { printed: printed.value, query };
});
