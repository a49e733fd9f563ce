import {
  EditedJobDocument,
  type EditedJobQuery,
  JobPreviewDocument,
  type JobDetailsFragment,
  type RecruiterApprovalState,
} from '#contract/generated/operations.js';
import { JOB_FORM_STEPS, JOB_TYPES, type JobFormStep, type JobType } from '#contract/job-form/job-form.js';
import { JOB_WIZARD_PATH, OWN_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import { stepForm, loadForm } from '../../../components/defined-form/form-values';
import type { FormFieldDefinition, FormTerms } from '../../../components/defined-form/form-view';
import { lookUp } from '../../../lib/lookup';
import { absentPage, errorPage, failedPage, type PageData } from '../../../lib/page-data';
import type { PageForm } from '../../../lib/page-form';
import { loadUser, loadRecruiterApproval } from '../../../lib/user/load-user.server';
import { hasRole, viewerPage, type ViewerRequest } from '../../../lib/viewer-page';

export interface WizardData extends PageData {
  form: PageForm;
  step: JobFormStep;
  type: JobType;
  /** undefined for a job that is not stored yet. */
  edited?: NonNullable<EditedJobQuery['editedJob']>;
  organization: { id: string; name: string };
  /** Organizations to which the draft can be moved; empty if it must stay. */
  organizations: readonly { id: string; name: string }[];
  /** The list of jobs to which the visitor returns. */
  list: 'manager' | 'review';
  key: string;
  fields: readonly FormFieldDefinition[];
  values: Readonly<Record<string, readonly string[]>>;
  terms: FormTerms;
  /** Approval state that keeps the job a draft; undefined if the recruiter's state does not prevent publication. */
  approval?: RecruiterApprovalState;
  /** The action that led here: the text of the job's file was added to its description, or the job is a new copy. */
  notice?: (typeof NOTICES)[number];
  /** Only in the last step. */
  preview?: JobDetailsFragment;
}

const NOTICES = ['described', 'duplicate'] as const;
const FOUND = 302;
const FORBIDDEN = 403;

export const load = viewerPage({ title: 'job-wizard.title' }, async (request) => {
  const { viewer, query, site } = request;
  const isReviewer = (['administrator', 'site_admin', 'job_editor'] as const).some((role) => hasRole(viewer, role));
  if (!hasRole(viewer, 'recruiter') && !isReviewer) return errorPage(request, FORBIDDEN, 'Only for employers.');
  const id = query.get('job');
  if (id) return editedPage(request, id);
  const { activeOrganization } = viewer.user;
  if (!activeOrganization) {
    request.respond({ status: FOUND, headers: { location: namingPath(request) } });
    return { failure: { status: FOUND, reference: request.requestId } };
  }
  const { types } = site.jobForm;
  const type = types.find((known) => known === query.get('type')) ?? types[0]!;
  return stepData(request, { type, step: 'job', organization: activeOrganization });
});

async function editedPage(request: ViewerRequest, id: string) {
  const { query } = request;
  const found = lookUp(await request.graphql(EditedJobDocument, { id }), (data) => data.editedJob);
  if (found.kind !== 'found') return absentPage(request, found);
  const edited = found.value;
  const isWaiting = edited.job.state === 'needs_review' || edited.job.changeInReview;
  const wanted = JOB_FORM_STEPS.find((known) => known === query.get('step')) ?? (isWaiting ? 'preview' : 'job');
  const step = isWaiting ? 'preview' : wanted;
  const type = JOB_TYPES.find((known) => known === edited.job.type) ?? 'job_per_template';
  return stepData(request, { type, step, edited, organization: edited.job.organization });
}

async function stepData(
  request: ViewerRequest,
  { type, step, edited, organization }: Pick<WizardData, 'type' | 'step' | 'edited' | 'organization'>,
) {
  const isMovable = step === 'company' && edited?.job.state === 'draft' && edited.job.isDiscardable;
  const [loaded, preview, currentUser, approval] = await Promise.all([
    loadForm(request, { entity: 'job', bundle: type, step }),
    step === 'preview' && edited ? request.graphql(JobPreviewDocument, { id: edited.job.id }) : undefined,
    loadUser(request, ['organizations', 'credits', 'subscriptions']),
    loadRecruiterApproval(request),
  ]);
  if (!loaded.ok) return failedPage(request, loaded.failure);
  if (preview && !preview.ok) return failedPage(request, preview.failure);
  const { fields, terms } = loaded;
  return {
    currentUser,
    ...stepForm(request, { fields, step, stored: edited }),
    step,
    type,
    organization,
    // If the organizations cannot be loaded, the job stays in its organization.
    organizations: isMovable ? currentUser.updatableOrganizationProfiles : [],
    edited,
    fields,
    terms,
    approval,
    list: hasRole(request.viewer, 'recruiter') ? ('manager' as const) : ('review' as const),
    notice: request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice')),
    key: request.form?.values.key ?? crypto.randomUUID(),
    preview: preview?.data.jobPreview ?? undefined,
  };
}

/** The organization needs a name first; then the job can be entered. */
function namingPath({ href, query }: ViewerRequest): string {
  const text = query.toString();
  const wizard = href(JOB_WIZARD_PATH) + (text && `?${text}`);
  return href(`${OWN_ORGANIZATION_PATH}?destination=${encodeURIComponent(wizard)}`);
}
