import type { PageRequest } from '#contract/pages/page-request.js';
import { loadNewAlert, type NewAlertData } from '../../features/alerts/new-alert-page';
import { type GateData, gateOf, gatePage } from '../../features/resumes/resume-gate';
import {
  readResumeSearch,
  resumeSearch,
  resumeSearchVariables,
  resumesHref,
} from '../../features/resumes/search/resume-search';
import { NO_SUCH_PAGE } from '../../lib/lookup';
import { absentPage, errorPage, type PageData } from '../../lib/page-data';

const UNAVAILABLE = 503;

/** The parameters of the page are those of the search at /resumes (REC-10). */
export function load(request: PageRequest): Promise<NewAlertData | PageData> | GateData | PageData {
  const { site, query, viewer, isViewerUnknown } = request;
  request.respond({ personal: true });
  if (!site.features.resume) return absentPage(request, NO_SUCH_PAGE);
  if (isViewerUnknown) return errorPage(request, UNAVAILABLE, 'The backend does not say who is logged in.');
  const gate = gateOf(viewer);
  if (gate) return gatePage(request, gate);
  const kind = resumeSearch(site);
  const state = { ...readResumeSearch(kind, query), page: 1, why: undefined };
  return loadNewAlert(request, {
    kind: 'resume',
    search: resumeSearchVariables(kind, state, site),
    page: resumesHref(kind, state, (path) => path),
  });
}
