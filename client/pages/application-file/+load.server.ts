import { ApplicationFileTextDocument, type ApplicationFileTextQuery } from '#contract/generated/operations.js';
import { lookUp } from '../../lib/lookup';
import { absentPage, type PageData } from '../../lib/page-data';
import { viewerPage } from '../../lib/viewer-page';

export interface ApplicationFileTextData extends PageData {
  file: NonNullable<ApplicationFileTextQuery['applicationFileText']>;
}

export const load = viewerPage({ title: 'applications.fileText.title' }, async (request) => {
  const id = request.path.split('/').at(-1)!;
  const found = lookUp(await request.graphql(ApplicationFileTextDocument, { id }), (data) => data.applicationFileText);
  return found.kind === 'found' ? { file: found.value } : absentPage(request, found);
});
