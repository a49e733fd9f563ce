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
  RESUMES_PATH,
  SETTINGS_PATH,
  USERS_PATH,
} from '#contract/pages/paths.js';
import type { SiteFeatures } from '#contract/pages/public-site.js';
import { ButtonLink } from '../../components/ui/button';
import { Column } from '../../components/ui/column';
import { Icon, type IconName } from '../../components/ui/icon';
import { usePage } from '../../lib/page-context';
import styles from './dashboard.module.css';
import type { CurrentUser } from '../../lib/user/user-context';

/** Something to do now. */
interface Step {
  /** Of its texts in the catalogue. */
  name: string;
  icon: IconName;
  /** Where it is done. None: there is nothing to do but wait. */
  href?: string;
  /** How many there are of what it is about. */
  count?: number;
}

const AT_MOST = 4;

/** What comes next: at most four things. */
export function NextSteps({ steps }: { steps: readonly Step[] }) {
  const { t } = usePage();
  if (steps.length === 0) return null;
  return (
    <Column as="section" aria-labelledby="next" gap={3} className={styles.next}>
      <h2 id="next">{t('dashboard.next')}</h2>
      <ol>
        {steps.slice(0, AT_MOST).map((step, index) => (
          <li key={step.name} className={styles.step}>
            <Icon name={step.icon} />
            <div>
              <h3>
                {t(`dashboard.step.${step.name}.title`, step.count === undefined ? undefined : { count: step.count })}
              </h3>
              <p>{t(`dashboard.step.${step.name}.text`)}</p>
            </div>
            <StepAction step={step} first={index === 0} />
          </li>
        ))}
      </ol>
    </Column>
  );
}

function StepAction({ step: { name, href: target }, first }: { step: Step; first: boolean }) {
  const { t, href } = usePage();
  if (target === undefined) return null;
  return (
    <ButtonLink kind={first ? 'primary' : 'secondary'} href={href(target)}>
      {t(`dashboard.step.${name}.action`)}
    </ButtonLink>
  );
}

/** What waits for an employer, or for administrators. */
export interface Waiting {
  /** Applications that nobody has looked at. */
  fresh: number;
  /** Applicants whose job is over, and who have heard neither yes nor no. */
  unanswered: number;
  /** Jobs that somebody of the site wants changed. */
  sentBack: number;
  /** Recruiters who wait for approval, for administrators. */
  recruiters: number;
  /** Organizations that have asked the owner of a resume for contact. */
  contacts: number;
  /** How far the approval of the recruiter is; undefined: they are approved, or need no approval. */
  approval: RecruiterApprovalState | undefined;
}

const APPROVAL_STEPS: Readonly<Record<RecruiterApprovalState, string>> = {
  waiting: 'approval',
  asked: 'approvalAsked',
  refused: 'approvalRefused',
};

/** What somebody can do next, the most urgent first (ROLE-01). */
export function stepsOf(
  { user, currentOrganizationProfile }: CurrentUser,
  { resume }: Pick<SiteFeatures, 'resume'>,
  { fresh, unanswered, sentBack, recruiters, approval, contacts }: Waiting,
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
    // Nobody sees its page before its first job was looked at.
    else if (!currentOrganizationProfile || currentOrganizationProfile.isPublic === false)
      steps.push({ name: 'introduce', icon: 'organization', href: OWN_ORGANIZATION_PATH });
    else if (user.isUserApprovedAndVerified)
      steps.push({ name: 'organization', icon: 'organization', href: currentOrganizationProfile.url.path });
    if (user.activeOrganization && user.emailVerified)
      steps.push({ name: 'postJob', icon: 'flag', href: JOB_WIZARD_PATH });
    if (resume && user.isUserApprovedAndVerified)
      steps.push({ name: 'findPeople', icon: 'people', href: RESUMES_PATH });
  }
  if (has('administrator')) {
    if (recruiters > 0)
      steps.push({ name: 'approveRecruiters', icon: 'userPlus', href: RECRUITERS_PATH, count: recruiters });
    steps.push({ name: 'users', icon: 'people', href: USERS_PATH });
    steps.push({ name: 'audit', icon: 'history', href: AUDIT_PATH });
  } else if (has('site_admin', 'job_editor')) {
    steps.push({ name: 'reviewJobs', icon: 'search', href: JOB_REVIEW_PATH });
  }
  if (has('applicant')) {
    if (contacts > 0) steps.push({ name: 'contacts', icon: 'mail', href: OWN_CONTACTS_PATH, count: contacts });
    steps.push({ name: 'findJobs', icon: 'search', href: JOBS_PATH });
    if (resume) steps.push({ name: 'ownResume', icon: 'resume', href: OWN_RESUME_PATH });
  }
  return steps;
}
