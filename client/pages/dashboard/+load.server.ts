import { ADMINISTRATION_ROLES } from '#contract/accounts/account-roles.js';
import {
  type AlertFragment,
  AuditEventsDocument,
  type AuditEventFragment,
  type BookmarkedJobFragment,
  BookmarkedJobsDocument,
  ContactCountsDocument,
  type ContactCountsQuery,
  CountJobsToReviewDocument,
  CountRecruitersToApproveDocument,
  type EditedResumeFactsFragment,
  JobsWithApplicationsDocument,
  LatestManagedJobsDocument,
  type LatestManagedJobsQuery,
  type ListedOwnApplicationFragment,
  OwnAlertsDocument,
  OwnApplicationsDocument,
  OwnResumeStateDocument,
  ReceivedContactsDocument,
  type ReceivedContactsQuery,
  type RecruiterApprovalState,
  WantedWorkDocument,
  type JobCardFragment,
} from '#contract/generated/operations.js';
import { RESUME_WIZARD_PATH } from '#contract/pages/paths.js';
import type { JobWithApplications } from '../../features/applications/received/jobs-list';
import type { JobSearchResult } from '../../features/jobs/list/search-view';
import { newestJobs, recommendedJobs } from '../../features/jobs/recommended-jobs';
import type { PageData } from '../../lib/page-data';
import { loadUser, loadRecruiterApproval } from '../../lib/user/load-user.server';
import type { CurrentUser } from '../../lib/user/user-context';
import { hasRole, viewerPage, type ViewerRequest } from '../../lib/viewer-page';

export interface DashboardData extends PageData {
  currentUser: CurrentUser;
  /** Recommended jobs for applicants; undefined if they are currently unavailable. */
  jobs?: Pick<JobSearchResult, 'documents' | 'result_count'>;
  /** Jobs in the occupations of an applicant's resume; undefined if it has none, or if they are unavailable. */
  fitting?: readonly JobCardFragment[];
  /** The applicant's applications; undefined if unavailable. */
  applications?: readonly ListedOwnApplicationFragment[];
  /** The organization's jobs that were edited last, for recruiters; undefined if unavailable. */
  managed?: LatestManagedJobsQuery['managedJobs'];
  /** Jobs with applications, for recruiters; undefined if unavailable. */
  received?: readonly JobWithApplications[];
  /** The applicant's saved jobs; undefined if unavailable. */
  bookmarks?: readonly BookmarkedJobFragment[];
  /** The alerts of an applicant or recruiter; undefined if unavailable. */
  alerts?: readonly AlertFragment[];
  /** State of an applicant's resume; undefined if unavailable. */
  resume?: EditedResumeFactsFragment;
  /** State of a recruiter's approval; undefined if they are approved, or need no approval. */
  approval?: RecruiterApprovalState;
  /**
   * Number of recruiters waiting for approval, for administrators; undefined if the site requires no approval, or if
   * unavailable.
   */
  recruiters?: number;
  /** Number of jobs waiting for review, for the site's staff; undefined if unavailable. */
  toReview?: number;
  /**
   * The organization's balance for contact requests, and the number of its requests, for recruiters; undefined if
   * unavailable.
   */
  contacts?: ContactCountsQuery;
  /** Contact requests to an applicant; undefined if unavailable. */
  receivedContacts?: ReceivedContactsQuery['receivedContactRequests'];
  /** The latest events, for administrators. */
  events?: readonly AuditEventFragment[];
}

const FOUND = 302;
/** Fills complete rows of both two and three. */
const NEWEST_JOBS = 6;
const LATEST_JOBS = 5;
const LATEST_EVENTS = 5;

export const load = viewerPage({ title: 'account.menu.dashboard' }, async (request) => {
  const ofResume = ownResume(request);
  if (await isSentToWizard(request, ofResume)) {
    request.respond({ status: FOUND, headers: { location: request.href(RESUME_WIZARD_PATH) } });
    return { failure: { status: FOUND, reference: request.requestId } };
  }
  const ofContacts = Promise.all([
    contactCounts(request),
    contactsOfResume(request),
    fittingJobs(request),
    jobsToReview(request),
  ]);
  const { dashboardApplications: shows } = request.site.features;
  const [currentUser, jobs, managed, bookmarks, events, applications, received, alerts, approval, recruiters, resume] =
    await Promise.all([
      loadUser(request, ['organizations', 'credits', 'subscriptions']),
      hasRole(request.viewer, 'applicant') ? jobsForApplicants(request) : undefined,
      hasRole(request.viewer, 'recruiter') ? managedJobs(request) : undefined,
      hasRole(request.viewer, 'applicant') ? bookmarkedJobs(request) : undefined,
      hasRole(request.viewer, 'administrator') ? latestEvents(request) : undefined,
      hasRole(request.viewer, 'applicant') && shows ? ownApplications(request) : undefined,
      hasRole(request.viewer, 'recruiter') && shows ? receivedApplications(request) : undefined,
      ownAlerts(request),
      loadRecruiterApproval(request),
      waitingRecruiters(request),
      ofResume,
    ]);
  const [contacts, receivedContacts, fitting, toReview] = await ofContacts;
  return {
    currentUser,
    jobs,
    fitting,
    managed,
    bookmarks,
    events,
    applications,
    received,
    alerts,
    approval,
    recruiters,
    toReview,
    contacts,
    receivedContacts,
    resume,
  };
});

/**
 * Whether an applicant is redirected to the resume wizard, if the site has enabled that (SITE-04): their resume cannot
 * be found yet, and they have not postponed it.
 */
async function isSentToWizard(
  { site: { features }, query }: ViewerRequest,
  ofResume: Promise<DashboardData['resume']>,
): Promise<boolean> {
  if (!features.incompleteRedirectToWizard || features.readOnly || query.get('reason') === 'later') return false;
  const resume = await ofResume;
  return resume !== undefined && (!resume.exists || resume.completeness.missing.some(({ field }) => field === 'title'));
}

async function ownResume(request: ViewerRequest): Promise<DashboardData['resume']> {
  if (!request.site.features.resume || !hasRole(request.viewer, 'applicant')) return undefined;
  const answer = await request.graphql(OwnResumeStateDocument, {});
  return answer.ok ? answer.data.editedResume : undefined;
}

async function jobsForApplicants(request: ViewerRequest): Promise<DashboardData['jobs']> {
  const answer = await newestJobs(request, NEWEST_JOBS, { facets: [] });
  return answer.ok ? answer.data : undefined;
}

async function fittingJobs(request: ViewerRequest): Promise<DashboardData['fitting']> {
  if (!request.site.features.resume || !hasRole(request.viewer, 'applicant')) return undefined;
  const answer = await request.graphql(WantedWorkDocument, {});
  return answer.ok && answer.data.ownResume ? recommendedJobs(request, answer.data.ownResume, NEWEST_JOBS) : undefined;
}

async function managedJobs(request: ViewerRequest): Promise<DashboardData['managed']> {
  const answer = await request.graphql(LatestManagedJobsDocument, { limit: LATEST_JOBS });
  return answer.ok ? answer.data.managedJobs : undefined;
}

async function bookmarkedJobs(request: ViewerRequest): Promise<DashboardData['bookmarks']> {
  const answer = await request.graphql(BookmarkedJobsDocument, {});
  return answer.ok ? answer.data.bookmarkedJobs : undefined;
}

async function ownAlerts(request: ViewerRequest): Promise<DashboardData['alerts']> {
  const answer = await request.graphql(OwnAlertsDocument, {});
  return answer.ok ? answer.data.ownAlerts : undefined;
}

async function latestEvents(request: ViewerRequest): Promise<DashboardData['events']> {
  const answer = await request.graphql(AuditEventsDocument, { limit: LATEST_EVENTS });
  return answer.ok ? answer.data.auditEvents : undefined;
}

async function waitingRecruiters(request: ViewerRequest): Promise<DashboardData['recruiters']> {
  if (!request.site.features.recruiterApproval || !hasRole(request.viewer, 'administrator')) return undefined;
  const answer = await request.graphql(CountRecruitersToApproveDocument, {});
  return answer.ok ? answer.data.recruitersToApprove.total : undefined;
}

async function jobsToReview(request: ViewerRequest): Promise<DashboardData['toReview']> {
  if (!ADMINISTRATION_ROLES.some((role) => hasRole(request.viewer, role))) return undefined;
  const answer = await request.graphql(CountJobsToReviewDocument, {});
  return answer.ok ? answer.data.jobsToReview.total : undefined;
}

async function contactCounts(request: ViewerRequest): Promise<DashboardData['contacts']> {
  const { viewer, site } = request;
  if (!site.features.resume || !hasRole(viewer, 'recruiter') || !viewer.user.activeOrganization) return undefined;
  const answer = await request.graphql(ContactCountsDocument, {});
  return answer.ok ? answer.data : undefined;
}

async function contactsOfResume(request: ViewerRequest): Promise<DashboardData['receivedContacts']> {
  if (!request.site.features.resume || !hasRole(request.viewer, 'applicant')) return undefined;
  const answer = await request.graphql(ReceivedContactsDocument, {});
  return answer.ok ? answer.data.receivedContactRequests : undefined;
}

async function ownApplications(request: ViewerRequest): Promise<DashboardData['applications']> {
  const answer = await request.graphql(OwnApplicationsDocument, {});
  return answer.ok ? answer.data.ownApplications : undefined;
}

async function receivedApplications(request: ViewerRequest): Promise<DashboardData['received']> {
  const answer = await request.graphql(JobsWithApplicationsDocument, {});
  return answer.ok ? answer.data.jobsWithApplications : undefined;
}
