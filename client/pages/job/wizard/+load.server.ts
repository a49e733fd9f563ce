import {
  EditedJobDocument,
  type EditedJobQuery,
  JobFormDetailTermsDocument,
  JobFormDocument,
  JobFormTermsDocument,
  JobPreviewDocument,
  type JobDetailsFragment,
} from '../../../../src/contract/generated/operations.js';
import { CHOSEN_FIELD_NAMES, LINES_FIELD_NAMES } from '../../../../src/contract/job-form/job-fields.js';
import {
  JOB_FORM_STEPS,
  JOB_TYPES,
  type JobFormStep,
  type JobType,
} from '../../../../src/contract/job-form/job-form.js';
import { OWN_ORGANIZATION_PATH } from '../../../../src/contract/paths.js';
import type { FormFieldDefinition, FormTerms } from '../../../features/job-editing/job-form-view';
import { errorPage, failedPage, missingPage, type PageData } from '../../../lib/page-data';
import { type PageForm, pageForm } from '../../../lib/page-form';
import { hasRole, viewerPage, type ViewerRequest } from '../../../lib/viewer-page';

export interface WizardData extends PageData {
  form: PageForm;
  step: JobFormStep;
  type: JobType;
  /** undefined: a job that is not kept yet. */
  edited?: NonNullable<EditedJobQuery['editedJob']>;
  organization: { id: string; name: string };
  /** Where the jobs are listed that the visitor has to do with. */
  list: 'manager' | 'review';
  key: string;
  fields: readonly FormFieldDefinition[];
  values: Readonly<Record<string, readonly string[]>>;
  terms: FormTerms;
  /** In the last step. */
  preview?: JobDetailsFragment;
}

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
    request.respond({ status: FOUND, headers: { location: request.href(OWN_ORGANIZATION_PATH) } });
    return { failure: { status: FOUND, reference: request.requestId } };
  }
  const { types } = site.jobForm;
  const type = types.find((known) => known === query.get('type')) ?? types[0]!;
  return stepData(request, { type, step: 'job', organization: activeOrganization });
});

async function editedPage(request: ViewerRequest, id: string) {
  const { query } = request;
  const answer = await request.graphql(EditedJobDocument, { id });
  if (!answer.ok) return failedPage(request, answer.failure);
  const edited = answer.data.editedJob;
  if (!edited) return missingPage(request);
  const isWaiting = edited.job.state === 'needs_review';
  const wanted = JOB_FORM_STEPS.find((known) => known === query.get('step')) ?? (isWaiting ? 'preview' : 'job');
  const step = isWaiting ? 'preview' : wanted;
  const type = JOB_TYPES.find((known) => known === edited.job.type) ?? 'job_per_template';
  return stepData(request, { type, step, edited, organization: edited.job.organization });
}

async function stepData(
  request: ViewerRequest,
  { type, step, edited, organization }: Pick<WizardData, 'type' | 'step' | 'edited' | 'organization'>,
) {
  const [form, terms, details, preview] = await Promise.all([
    request.graphql(JobFormDocument, { bundle: type }),
    step === 'preview' ? undefined : request.graphql(JobFormTermsDocument, {}),
    step === 'preview' ? undefined : request.graphql(JobFormDetailTermsDocument, {}),
    step === 'preview' && edited ? request.graphql(JobPreviewDocument, { id: edited.job.id }) : undefined,
  ]);
  if (!form.ok) return failedPage(request, form.failure);
  if (terms && !terms.ok) return failedPage(request, terms.failure);
  if (details && !details.ok) return failedPage(request, details.failure);
  if (preview && !preview.ok) return failedPage(request, preview.failure);
  const { form: sent, query } = request;
  const stored = Object.fromEntries((edited?.fields ?? []).map(({ name, values }) => [name, values]));
  const typed = Object.fromEntries(
    Object.entries(sent?.values ?? {}).map(([name, value]) => [name, separated(name, value)]),
  );
  const page = pageForm({ ...request, query: withoutError(query) });
  const shown = query.get('error') === 'check' && !sent ? (edited?.errors ?? []) : [];
  const errors = shown.filter((error) => error.step === step);
  return {
    form: {
      ...page,
      errors: [...page.errors, ...errors.map(({ field, message }) => ({ field: field ?? null, message }))],
    },
    ...{ step, type, organization, edited },
    list: hasRole(request.viewer, 'recruiter') ? ('manager' as const) : ('review' as const),
    key: sent?.values.key ?? crypto.randomUUID(),
    fields: form.data.entityDefinition?.fields ?? [],
    values: { ...stored, ...typed },
    terms: { ...NO_TERMS, ...terms?.data, ...details?.data },
    preview: preview?.data.jobPreview ?? undefined,
  };
}

const NO_TERMS: FormTerms = {
  ...{ remote_options: [], employment_type: [], occupation: [], industry: [], field_of_study: [], degree_level: [] },
  ...{ experience: [], language: [], benefit: [] },
};

function withoutError(query: URLSearchParams): URLSearchParams {
  const own = new URLSearchParams(query);
  for (const name of ['error', 'notice']) own.delete(name);
  return own;
}

function separated(name: string, value: string): string[] {
  if (CHOSEN_FIELD_NAMES.includes(name)) return value.split(' ').filter(Boolean);
  if (LINES_FIELD_NAMES.includes(name)) return value.split('\n');
  return [value];
}
