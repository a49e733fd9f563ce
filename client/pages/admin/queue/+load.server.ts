import {
  type QueuedTaskFieldsFragment,
  type QueueKind,
  type QueueState,
  type QueueSummaryFieldsFragment,
  WorkQueueDocument,
} from '#contract/generated/operations.js';
import { QUEUE_STATES } from '../../../features/account/administration/queue-summary';
import { failedPage, type PageData } from '../../../lib/page-data';
import { type PageForm, pageForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

export interface QueueData extends PageData {
  summary: readonly QueueSummaryFieldsFragment[];
  tasks: readonly QueuedTaskFieldsFragment[];
  kind: QueueKind;
  state: QueueState;
  page: number;
  pages: number;
  /** How many are being tried again. */
  tried: number | undefined;
  form: PageForm;
}

const KINDS: readonly QueueKind[] = ['mail', 'feed', 'publish', 'expire'];
const PAGE_SIZE = 25;
const LAST_PAGE = 10_000;

export const load = viewerPage({ title: 'admin.queue.title', role: 'administrator' }, async (request) => {
  const { query } = request;
  const kind = KINDS.find((known) => known === query.get('kind')) ?? 'mail';
  const state = QUEUE_STATES.find((known) => known === query.get('state')) ?? 'failed';
  const page = Math.min(Math.max(Math.trunc(Number(query.get('page'))) || 1, 1), LAST_PAGE);
  const range = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const answer = await request.graphql(WorkQueueDocument, { kind, state, ...range });
  if (!answer.ok) return failedPage(request, answer.failure);
  const { summary, tasks, total } = answer.data.queue;
  const tried = query.has('tried') && !request.form ? Math.trunc(Number(query.get('tried'))) || 0 : undefined;
  const own = new URLSearchParams({ kind, state });
  const form = pageForm({ ...request, query: own });
  return { summary, tasks, kind, state, page, pages: Math.max(1, Math.ceil(total / PAGE_SIZE)), tried, form };
});
