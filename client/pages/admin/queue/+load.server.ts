import {
  type QueuedTaskFieldsFragment,
  type QueueKind,
  type QueueState,
  type QueueSummaryFieldsFragment,
  WorkQueueDocument,
} from '#contract/generated/operations.js';
import { DESTINATIONS, type RelayTask, type RelayTaskCounts } from '#contract/measurement/relay-report.js';
import { QUEUE_STATES, type ShownQueueKind } from '../../../features/account/administration/queue';
import { failedPage, type ListRange, loadListPage, type PageData } from '../../../lib/page-data';
import { type PageForm, pageForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

export interface QueueData extends PageData {
  summary: readonly (QueueSummaryFieldsFragment | RelayTaskCounts)[];
  tasks: readonly (QueuedTaskFieldsFragment | RelayTask)[];
  kind: ShownQueueKind;
  state: QueueState;
  page: number;
  pages: number;
  /** Number of tasks that are being retried. */
  tried: number | undefined;
  form: PageForm;
}

const KINDS: readonly QueueKind[] = ['mail', 'feed', 'publish', 'expire', 'payment', 'reminder', 'file'];
const PAGE_SIZE = 25;

export const load = viewerPage({ title: 'admin.queue.title', role: 'administrator' }, async (request) => {
  const { query } = request;
  const relayed = request.relays.taskCounts();
  const relay = DESTINATIONS.find(
    (known) => known === query.get('kind') && relayed.some((each) => each.kind === known),
  );
  const kind = relay ?? KINDS.find((known) => known === query.get('kind')) ?? 'mail';
  const state = QUEUE_STATES.find((known) => known === query.get('state')) ?? 'failed';
  const load = async (range: ListRange) => {
    // The backend has no data about relayed events; its own tasks are shown above them.
    const listed = relay ? { kind: 'mail' as const, limit: 0, offset: 0 } : { kind: kind as QueueKind, ...range };
    const answer = await request.graphql(WorkQueueDocument, { state, ...listed });
    if (!answer.ok || !relay) return answer;
    const { summary } = answer.data.queue;
    const total = relayed.find((each) => each.kind === relay)![state];
    return { ok: true as const, data: { queue: { summary, total, tasks: request.relays.tasks(relay, state, range) } } };
  };
  const list = await loadListPage<{ queue: Pick<QueueData, 'summary' | 'tasks'> & { total: number } }>(query, {
    load,
    total: ({ queue }) => queue.total,
    size: PAGE_SIZE,
  });
  if (!list.ok) return failedPage(request, list.failure);
  const { tasks } = list.data.queue;
  const summary = [...list.data.queue.summary, ...relayed];
  const tried = query.has('tried') && !request.form ? Math.trunc(Number(query.get('tried'))) || 0 : undefined;
  const own = new URLSearchParams({ kind, state });
  const form = pageForm({ ...request, query: own });
  return { summary, tasks, kind, state, page: list.page, pages: list.pages, tried, form };
});
