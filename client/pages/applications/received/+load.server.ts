import { ReceivedApplicationDocument, type ReceivedApplicationQuery } from '#contract/generated/operations.js';
import { lookUp } from '../../../lib/lookup';
import type { PageData } from '../../../lib/page-data';
import { type PageForm, partForm } from '../../../lib/page-form';
import { lockedPage } from '../../../lib/private-record';
import { viewerPage } from '../../../lib/viewer-page';

const NOTICES = ['moved', 'answered'] as const;

export interface ReceivedApplicationData extends PageData {
  application: NonNullable<ReceivedApplicationQuery['receivedApplication']>;
  forms: { move: PageForm; answer: PageForm };
  /** The name of one, for an answer. */
  template?: string;
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'applications.received.one' }, async (request) => {
  const [, , jobId, id] = request.path.split('/');
  const answer = await request.graphql(ReceivedApplicationDocument, { id: id! });
  const found = lookUp(answer, ({ receivedApplication: each }) => (each?.job.id === jobId ? each : null));
  if (found.kind !== 'found') return lockedPage(request, found, { kind: 'job', id: jobId! });
  const notice = request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice'));
  const forms = { move: partForm(request, 'move'), answer: partForm(request, 'answer') };
  return { application: found.value, forms, template: request.query.get('template') ?? undefined, notice };
});
