import { type GraphqlResult, isUnsupported } from '#contract/backend/graphql-outcome.js';
import {
  ApplicationRecipientsDocument,
  type ApplicationRecipientsQuery,
  JobApplicationsDocument,
  type JobApplicationsQuery,
  type JobApplicationsQueryVariables,
  JobApplicationsWithoutTimeDocument,
} from '#contract/generated/operations.js';
import { type ListQuery, listFilter, readListQuery } from '#contract/applications/list-query.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { loadNumbers, type Numbers } from '../../../features/applications/numbers/load-numbers.server';
import { lookUp } from '../../../lib/lookup';
import { type PageData, lockedPage } from '../../../lib/page-data';
import { type PageForm, partForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

export interface JobApplicationsData extends PageData {
  list: NonNullable<JobApplicationsQuery['jobApplications']>;
  /** null if there are none, or if the viewer may not see them. */
  numbers: Numbers | null;
  /** null if there are none, or if the viewer does not belong to the organization. */
  recipients: ApplicationRecipientsQuery['applicationRecipients'];
  query: ListQuery;
  page: number;
  form: PageForm;
  bulk: PageForm;
  undoBulk: PageForm;
  recipientsForm: PageForm;
  /** Idempotency key of a new form. */
  requestKey: string;
  notice?: (typeof NOTICES)[number];
}

const NOTICES = ['undone', 'sent', 'started', 'bulkUndone', 'recipientsSaved'] as const;
const PAGE = /^[1-9]\d{0,5}$/;

export const load = viewerPage({ title: 'applications.received.title' }, async (request) => {
  const jobId = request.path.split('/').at(-1)!;
  const wanted = request.query.get('page') ?? '1';
  const page = PAGE.test(wanted) ? Number(wanted) : 1;
  const query = readListQuery(request.query);
  const [answer, numbers, told] = await Promise.all([
    loadList(request, { jobId, filter: listFilter(query), page }),
    loadNumbers(request, jobId),
    request.graphql(ApplicationRecipientsDocument, { jobId }),
  ]);
  const list = lookUp(answer, (data) => data.jobApplications);
  if (list.kind !== 'found') return lockedPage(request, list, { kind: 'job', id: jobId });
  const form = partForm(request, 'delayed');
  const bulk = partForm(request, 'bulk');
  const undoBulk = partForm(request, 'undoBulk');
  const requestKey = crypto.randomUUID();
  const notice = request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice'));
  return {
    list: list.value,
    numbers,
    recipients: told.ok ? told.data.applicationRecipients : null,
    query,
    page: Math.min(page, list.value.pages),
    form,
    bulk,
    undoBulk,
    recipientsForm: partForm(request, 'recipients'),
    requestKey,
    notice,
  };
});

/** If a backend does not say as of when it lists the applications, bulk actions do not recognize what has changed since. */
async function loadList(
  request: PageRequest,
  variables: JobApplicationsQueryVariables,
): Promise<GraphqlResult<JobApplicationsQuery>> {
  const answer = await request.graphql(JobApplicationsDocument, variables);
  if (answer.ok || !isUnsupported(answer.failure)) return answer;
  const older = await request.graphql(JobApplicationsWithoutTimeDocument, variables);
  if (!older.ok) return older;
  const list = older.data.jobApplications;
  const bulks = list?.bulks.map((bulk) => ({ ...bulk, changed: null })) ?? [];
  return { ...older, data: { jobApplications: list && { ...list, seen: null, bulks } } };
}
