import { OwnJsonResumeDocument } from '../../../../src/contract/generated/operations.js';
import { failedPage, missingPage } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

/** One's own resume as a file of jsonresume.org (APP-03); nobody can ask for another one. */
export const load = viewerPage({ title: 'resume.own.title' }, async (request) => {
  if (!request.site.features.resume) return missingPage(request);
  const answer = await request.graphql(OwnJsonResumeDocument, {});
  if (!answer.ok) return failedPage(request, answer.failure);
  const document = answer.data.ownJsonResume;
  if (document == null) return missingPage(request);
  request.respond({
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="resume.json"',
      'x-content-type-options': 'nosniff',
    },
  });
  return { document };
});
