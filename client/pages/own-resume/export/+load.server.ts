import { OwnJsonResumeDocument } from '#contract/generated/operations.js';
import { lookUp, NO_SUCH_PAGE } from '../../../lib/lookup';
import { absentPage } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

/** The user's own resume as a file in the format of jsonresume.org (APP-03); other resumes cannot be exported. */
export const load = viewerPage({ title: 'resume.own.title' }, async (request) => {
  if (!request.site.features.resume) return absentPage(request, NO_SUCH_PAGE);
  const document = lookUp(await request.graphql(OwnJsonResumeDocument, {}), (data) => data.ownJsonResume);
  if (document.kind !== 'found') return absentPage(request, document);
  request.respond({
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="resume.json"',
      'x-content-type-options': 'nosniff',
    },
  });
  return { document: document.value };
});
