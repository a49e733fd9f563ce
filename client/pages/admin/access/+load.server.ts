import { PrivateRecordDocument, type PrivateRecordKind } from '#contract/generated/operations.js';
import { lookUp, NO_SUCH_PAGE } from '../../../lib/lookup';
import { absentPage, type PageData } from '../../../lib/page-data';
import { type PageForm, pageForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

export interface AccessData extends PageData {
  kind: PrivateRecordKind;
  /** Name of the record; empty if it has no title. */
  name: string;
  form: PageForm;
}

const KINDS: readonly PrivateRecordKind[] = ['job', 'resume'];

export const load = viewerPage({ title: 'admin.access.title', role: 'administrator' }, async (request) => {
  const kind = KINDS.find((known) => known === request.query.get('kind'));
  const id = request.query.get('record');
  if (!kind || !id) return absentPage(request, NO_SUCH_PAGE);
  const answer = await request.graphql(PrivateRecordDocument, { kind, id });
  const record = lookUp(answer, ({ privateRecord }) => privateRecord);
  if (record.kind !== 'found') return absentPage(request, record);
  return { kind, name: record.value.name, form: pageForm(request) };
});
