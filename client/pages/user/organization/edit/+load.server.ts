import {
  EditedOrganizationDocument,
  type EditedOrganizationQuery,
  type OrganizationDetailsFragment,
  OrganizationPreviewDocument,
} from '#contract/generated/operations.js';
import type { FieldValues } from '#contract/defined-form/defined-form.js';
import { ORGANIZATION_FORM_STEPS, type OrganizationFormStep } from '#contract/organization-form/organization-form.js';
import { editOrganizationPath, OWN_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import { stepForm, loadForm } from '../../../../components/defined-form/form-values';
import type { FormFieldDefinition, FormTerms } from '../../../../components/defined-form/form-view';
import { lookUp, NO_SUCH_PAGE } from '../../../../lib/lookup';
import { absentPage, errorPage, failedPage, type PageData } from '../../../../lib/page-data';
import type { PageForm } from '../../../../lib/page-form';
import { loadUser } from '../../../../lib/user/load-user.server';
import { hasRole, viewerPage, type ViewerRequest } from '../../../../lib/viewer-page';

export interface EditorData extends PageData {
  form: PageForm;
  step: OrganizationFormStep;
  /** Steps that have fields on this site. */
  steps: readonly OrganizationFormStep[];
  edited: NonNullable<EditedOrganizationQuery['editedOrganization']>;
  fields: readonly FormFieldDefinition[];
  values: FieldValues;
  terms: FormTerms;
  /** Result of saving the previous section. */
  notice?: (typeof NOTICES)[number];
  /** Only in the last step. */
  preview?: OrganizationDetailsFragment;
}

const NOTICES = ['published', 'private', 'review'] as const;

const FOUND = 302;
const FORBIDDEN = 403;

export const load = viewerPage({ title: 'organization-form.title' }, async (request) => {
  const { viewer, query } = request;
  const isReviewer = (['administrator', 'site_admin', 'job_editor'] as const).some((role) => hasRole(viewer, role));
  if (!hasRole(viewer, 'recruiter') && !isReviewer) return errorPage(request, FORBIDDEN, 'Only for employers.');
  const id = query.get('organization');
  if (!id) {
    const { activeOrganization } = viewer.user;
    return redirected(
      request,
      activeOrganization ? editOrganizationPath(activeOrganization.id) : OWN_ORGANIZATION_PATH,
    );
  }
  const answer = await request.graphql(EditedOrganizationDocument, { id });
  const edited = lookUp(answer, (data) => data.editedOrganization);
  return edited.kind === 'found' ? stepData(request, edited.value) : absentPage(request, edited);
});

async function stepData(request: ViewerRequest, edited: EditorData['edited']) {
  const wanted = request.query.get('step');
  const step = ORGANIZATION_FORM_STEPS.find((known) => known === wanted) ?? ORGANIZATION_FORM_STEPS[0];
  const [loaded, preview, currentUser] = await Promise.all([
    loadForm(request, { entity: 'organization', bundle: 'organization', step }),
    step === 'preview' ? request.graphql(OrganizationPreviewDocument, { id: edited.id }) : undefined,
    loadUser(request, ['organizations']),
  ]);
  if (!loaded.ok) return failedPage(request, loaded.failure);
  if (preview && !preview.ok) return failedPage(request, preview.failure);
  // The backend omits fields from the form that the visitor may not see.
  const own = new Set(edited.fields.map(({ name }) => name));
  const fields = loaded.fields.filter(({ name, isHidden }) => !isHidden && own.has(name));
  const steps = ORGANIZATION_FORM_STEPS.filter(
    (each) => each === 'preview' || fields.some((field) => field.step === each),
  );
  if (!steps.includes(step)) return absentPage(request, NO_SUCH_PAGE);
  const notice = request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice'));
  return {
    currentUser,
    ...(notice ? { notice } : {}),
    ...stepForm(request, { fields, step, stored: edited }),
    step,
    steps,
    edited,
    fields,
    terms: loaded.terms,
    preview: preview?.data.organizationPreview ?? undefined,
  };
}

function redirected(request: ViewerRequest, path: `/${string}`): Pick<PageData, 'failure'> {
  request.respond({ status: FOUND, headers: { location: request.href(path) } });
  return { failure: { status: FOUND, reference: request.requestId } };
}
