import type { RecruiterApprovalState } from '#contract/generated/operations.js';
import {
  APPLICATIONS_PATH,
  AUDIT_PATH,
  JOB_MANAGER_PATH,
  JOB_REVIEW_PATH,
  JOB_WIZARD_PATH,
  JOBS_PATH,
  OWN_CONTACTS_PATH,
  OWN_ORGANIZATION_PATH,
  OWN_RESUME_PATH,
  RECRUITERS_PATH,
  RESUME_WIZARD_PATH,
  RESUMES_PATH,
  SETTINGS_PATH,
  USERS_PATH,
} from '#contract/pages/paths.js';
import type { SiteFeatures } from '#contract/pages/public-site.js';
import type { IconName } from '../../components/ui/icon';
import type { CurrentUser } from '../../lib/user/user-context';

/** A step that the user can take now. */
export interface Step {
  /** Name of its texts in the catalogue. */
  name: string;
  icon: IconName;
  /** Address of the page for it. undefined if the user can only wait. */
  href?: string;
  /** Number of items that it is about. */
  count?: number;
}

/** Pending tasks of an employer or an administrator. */
export interface Waiting {
  /** Number of unread applications. */
  fresh: number;
  /** Number of applicants without a decision whose job is closed. */
  unanswered: number;
  /** Number of jobs that the site's reviewers have sent back. */
  sentBack: number;
  /** Number of recruiters waiting for approval, for administrators. */
  recruiters: number;
  /** Number of jobs, and changes of jobs, that wait for review by the site's staff. */
  toReview: number;
  /** Number of organizations that have requested contact from the owner of a resume. */
  contacts: number;
  /** Whether there is a resume. */
  hasResume: boolean;
  /** Whether the resume has everything that recruiters look for. */
  resumeIsComplete: boolean;
  /** State of the recruiter's approval; undefined if they are approved or need no approval. */
  approval: RecruiterApprovalState | undefined;
}

const APPROVAL_STEPS: Readonly<Record<RecruiterApprovalState, string>> = {
  waiting: 'approval',
  asked: 'approvalAsked',
  refused: 'approvalRefused',
};

/** The user's possible next steps, the most urgent first (ROLE-01). */
export function stepsOf(
  { user, currentOrganizationProfile }: CurrentUser,
  { resume }: Pick<SiteFeatures, 'resume'>,
  { fresh, unanswered, sentBack, recruiters, approval, contacts, hasResume, resumeIsComplete, toReview }: Waiting,
): Step[] {
  if (!user) return [];
  const has = (...roles: string[]) => user.roles.some(({ targetId }) => roles.includes(targetId));
  const steps: Step[] = [];
  if (!user.emailVerified) steps.push({ name: 'verify', icon: 'mail', href: SETTINGS_PATH });
  if (has('recruiter')) {
    if (fresh > 0) steps.push({ name: 'newApplications', icon: 'mail', href: APPLICATIONS_PATH, count: fresh });
    if (unanswered > 0)
      steps.push({ name: 'unanswered', icon: 'mail', href: `${JOB_MANAGER_PATH}?state=archived`, count: unanswered });
    if (sentBack > 0) steps.push({ name: 'sentBack', icon: 'flag', href: JOB_MANAGER_PATH, count: sentBack });
    const isWaiting = user.emailVerified && !user.isUserApprovedAndVerified;
    if (isWaiting) steps.push({ name: APPROVAL_STEPS[approval ?? 'waiting'], icon: 'clock' });
    if (!user.activeOrganization)
      steps.push({ name: 'noOrganization', icon: 'organization', href: OWN_ORGANIZATION_PATH });
    // Its page is not public before its first job was reviewed.
    else if (!currentOrganizationProfile || currentOrganizationProfile.isPublic === false)
      steps.push({ name: 'introduce', icon: 'organization', href: OWN_ORGANIZATION_PATH });
    else if (user.isUserApprovedAndVerified)
      steps.push({ name: 'organization', icon: 'organization', href: currentOrganizationProfile.url.path });
    if (user.activeOrganization && user.emailVerified)
      steps.push({ name: 'postJob', icon: 'flag', href: JOB_WIZARD_PATH });
    if (resume && user.isUserApprovedAndVerified)
      steps.push({ name: 'findPeople', icon: 'people', href: RESUMES_PATH });
  }
  if (toReview > 0) steps.push({ name: 'jobsToReview', icon: 'check', href: JOB_REVIEW_PATH, count: toReview });
  if (has('administrator')) {
    if (recruiters > 0)
      steps.push({ name: 'approveRecruiters', icon: 'userPlus', href: RECRUITERS_PATH, count: recruiters });
    steps.push({ name: 'users', icon: 'people', href: USERS_PATH });
    steps.push({ name: 'audit', icon: 'history', href: AUDIT_PATH });
  } else if (toReview === 0 && has('site_admin', 'job_editor')) {
    steps.push({ name: 'reviewJobs', icon: 'search', href: JOB_REVIEW_PATH });
  }
  if (has('applicant')) {
    if (contacts > 0) steps.push({ name: 'contacts', icon: 'mail', href: OWN_CONTACTS_PATH, count: contacts });
    steps.push({ name: 'findJobs', icon: 'search', href: JOBS_PATH });
    if (resume && !hasResume) steps.push({ name: 'createResume', icon: 'resume', href: RESUME_WIZARD_PATH });
    else if (resume && !resumeIsComplete) steps.push({ name: 'ownResume', icon: 'resume', href: OWN_RESUME_PATH });
  }
  return steps;
}
