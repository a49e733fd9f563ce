import {
  MarkApplicationReadDocument,
  ReceivedApplicationDocument,
  type ReceivedApplicationQuery,
} from '#contract/generated/operations.js';
import { type ListQuery, listFilter, readListQuery } from '#contract/applications/list-query.js';
import type { TeamFormsOfPage } from '../../../features/applications/received/team-panel';
import { lookUp } from '../../../lib/lookup';
import { type PageData, lockedPage } from '../../../lib/page-data';
import { type PageForm, partForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

const NOTICES = [
  ...(['moved', 'answered', 'undone', 'sent'] as const),
  ...(['noted', 'noteDeleted', 'tagged', 'tagRemoved', 'rated'] as const),
] as const;

export interface ReceivedApplicationData extends PageData {
  application: NonNullable<ReceivedApplicationQuery['receivedApplication']>;
  forms: { move: PageForm; answer: PageForm; delayed: PageForm } & TeamFormsOfPage;
  query: ListQuery;
  /** The name of a template for an answer. */
  template?: string;
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'applications.received.one' }, async (request) => {
  const [, , jobId, id] = request.path.split('/');
  const query = readListQuery(request.query);
  const answer = await request.graphql(ReceivedApplicationDocument, { id: id!, filter: listFilter(query) });
  const found = lookUp(answer, ({ receivedApplication: each }) => (each?.job.id === jobId ? each : null));
  if (found.kind !== 'found') return lockedPage(request, found, { kind: 'job', id: jobId! });
  // These pages are never prefetched, so the user has actually opened it.
  await request.graphql(MarkApplicationReadDocument, { id: id! });
  const notice = request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice'));
  const forms = {
    move: partForm(request, 'move'),
    answer: partForm(request, 'answer'),
    delayed: partForm(request, 'delayed'),
    note: partForm(request, 'note'),
    deletedNote: partForm(request, 'deletedNote'),
    tag: partForm(request, 'tag'),
    rate: partForm(request, 'rate'),
  };
  return { application: found.value, query, forms, template: request.query.get('template') ?? undefined, notice };
});
