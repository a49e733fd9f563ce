import { ResumeDetailDocument, type ResumeDetailQuery } from '../../../src/contract/generated/operations.js';
import type { PageRequest } from '../../../src/contract/page-request.js';
import { translator } from '../../../src/contract/translator.js';
import { gateOf, gatePage, type GateData, isRefusal } from '../../features/resumes/resume-gate';
import { readResumeSearch, resumeSearch } from '../../features/resumes/search/resume-search';
import { resumesHref } from '../../features/resumes/search/resume-search-view';
import { errorPage, failedPage, missingPage, type PageData } from '../../lib/page-data';

export interface ResumePageData extends PageData {
  resume: NonNullable<ResumeDetailQuery['resume']>;
  /** The path of the search that led here, with its query. */
  results: string;
}

const UNAVAILABLE = 503;

/** A resume as who asks may see it; kept nowhere. */
export async function load(request: PageRequest): Promise<ResumePageData | GateData | PageData> {
  const { site, path, query, viewer, locale, messages } = request;
  request.respond({ personal: true });
  if (!site.features.resume) return missingPage(request);
  if (request.isViewerUnknown) return errorPage(request, UNAVAILABLE, 'The backend does not say who is logged in.');
  if (!viewer) return gatePage(request, 'anonymous');
  const id = path.slice(path.lastIndexOf('/') + 1);
  const answer = await request.graphql(ResumeDetailDocument, { id });
  const failure = answer.ok ? { errors: answer.errors } : answer.failure;
  // Whose resume it is, the backend alone knows.
  if (isRefusal(failure)) return gatePage(request, gateOf(viewer) ?? 'otherRole');
  if (!answer.ok) return failedPage(request, answer.failure);
  const { resume } = answer.data;
  if (!resume) return missingPage(request);
  const kind = resumeSearch(site);
  const title = resume.jobPreferences.title ?? translator(locale, messages)('resume.untitled');
  return {
    head: { title, robots: 'noindex' },
    resume,
    results: resumesHref(kind, readResumeSearch(kind, query), (way) => way),
  };
}
