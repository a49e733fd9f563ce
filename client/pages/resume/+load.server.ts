import {
  ContactOfferForResumeDocument,
  ContactOfferOfOrganizationDocument,
  type ContactOfferOnResumeFragment,
  type JobCardFragment,
  ResumeDetailDocument,
  type ResumeDetailQuery,
} from '#contract/generated/operations.js';
import type { PageRequest, Viewer } from '#contract/pages/page-request.js';
import { translator } from '#shared/text/translator.js';
import { gateOf, gatePage, type GateData, isRefusal } from '../../features/resumes/resume-gate';
import { readResumeSearch, resumeSearch, resumesHref } from '../../features/resumes/search/resume-search';
import { lookUp, NO_SUCH_PAGE } from '../../lib/lookup';
import { absentPage, errorPage, type PageData, lockedPage } from '../../lib/page-data';
import { hasRole, namedOrganization } from '../../lib/viewer-page';
import { accessPath } from '#contract/pages/paths.js';
import { type PageForm, pageForm } from '../../lib/page-form';
import { recommendedJobs } from '../../features/jobs/recommended-jobs';

export interface ResumePageData extends PageData {
  resume: NonNullable<ResumeDetailQuery['resume']>;
  /** Jobs that may fit, if the site recommends some. */
  fitting: readonly JobCardFragment[];
  /** The path of the search that led here, with its query. */
  results: string;
  /** Page on which an administrator can request access to private data. */
  access?: string;
  /** For recruiters: the state of their organization's contact request, and the form for one. */
  contact?: { offer: ContactOfferOnResumeFragment; form: PageForm; formKey: string; isDone: boolean };
}

const UNAVAILABLE = 503;

/** A resume with the data that the viewer may see; the response is not cached. */
export async function load(request: PageRequest): Promise<ResumePageData | GateData | PageData> {
  const { site, path, query, viewer, locale, messages } = request;
  request.respond({ personal: true });
  if (!site.features.resume) return absentPage(request, NO_SUCH_PAGE);
  if (request.isViewerUnknown) return errorPage(request, UNAVAILABLE, 'The backend does not say who is logged in.');
  if (!viewer) return gatePage(request, 'anonymous');
  const id = path.slice(path.lastIndexOf('/') + 1);
  const answer = await request.graphql(ResumeDetailDocument, { id });
  // Only the backend knows to whom the resume belongs.
  if (!answer.ok && isRefusal(answer.failure)) return gatePage(request, gateOf(viewer) ?? 'otherRole');
  const found = lookUp(answer, (data) => data.resume);
  if (found.kind !== 'found') return lockedPage(request, found, { kind: 'resume', id });
  const resume = found.value;
  const kind = resumeSearch(site);
  const title = resume.jobPreferences.title ?? translator(locale, messages)('resume.untitled');
  const [fitting, contact] = await Promise.all([
    site.features.resumeRecommender ? recommendedJobs(request, resume) : [],
    contactOf(request, viewer, id),
  ]);
  return {
    head: { title, robots: 'noindex' },
    resume,
    contact,
    fitting,
    access:
      !resume.privateFieldsShown && hasRole(viewer, 'administrator')
        ? accessPath('resume', id, request.href(path))
        : undefined,
    results: resumesHref(kind, readResumeSearch(kind, query), (way) => way),
  };
}

/**
 * The contact request of the active organization. A form names in its address the organization that its page showed: the errors of the form,
 * or the page after it was sent, are about that one. If the same address is opened again later, it is about the active one.
 *
 * @returns undefined if they are not a recruiter, it is their own resume, or the state is currently unavailable
 */
async function contactOf(request: PageRequest, viewer: Viewer, id: string): Promise<ResumePageData['contact']> {
  if (!hasRole(viewer, 'recruiter') || !viewer.user.isUserApprovedAndVerified) return undefined;
  const isJustSent = !request.form && request.query.get('notice') === 'asked';
  // Somebody who has left the organization meanwhile gets the error and the message back, and may ask for the active one.
  const organization = request.form || isJustSent ? namedOrganization({ ...request, viewer }) : null;
  // Backends need not know the argument for another organization than the active one.
  const answer =
    organization && organization.id !== viewer.user.activeOrganization?.id
      ? await request.graphql(ContactOfferOfOrganizationDocument, { resumeId: id, organizationId: organization.id })
      : await request.graphql(ContactOfferForResumeDocument, { resumeId: id });
  if (!answer.ok || answer.data.contactOffer.isOwn) return undefined;
  const { contactOffer: offer } = answer.data;
  const own = new URLSearchParams(request.query);
  own.delete('notice');
  // The form is sent to this address, so it names the organization even if it is no longer the active one by then.
  if (offer.organization) own.set('organization', offer.organization.id);
  return {
    offer,
    form: pageForm({ ...request, query: own }),
    formKey: request.form?.values.key ?? crypto.randomUUID(),
    isDone: isJustSent && organization !== undefined,
  };
}
