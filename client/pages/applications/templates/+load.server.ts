import {
  OrganizationAnswerTemplatesDocument,
  type OwnAnswerTemplatesFragment,
} from '#contract/generated/operations.js';
import { answerTemplatesPath, OWN_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import { lookUp } from '../../../lib/lookup';
import { absentPage, type PageData } from '../../../lib/page-data';
import { type PageForm, partForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

const NOTICES = ['templateSaved', 'templateDeleted'] as const;
const FOUND = 302;

export interface AnswerTemplatesData extends PageData {
  own: OwnAnswerTemplatesFragment;
  /** The template to change; undefined for a new one. */
  edited?: OwnAnswerTemplatesFragment['templates'][number];
  forms: { template: PageForm; deletedTemplate: PageForm };
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'applications.templates.title' }, async (request) => {
  const { viewer, query, href } = request;
  const organizationId = query.get('organization');
  if (!organizationId) {
    const active = viewer.user.activeOrganization?.id;
    const location = active ? answerTemplatesPath(active) : OWN_ORGANIZATION_PATH;
    request.respond({ status: FOUND, headers: { location: href(location) } });
    return { failure: { status: FOUND, reference: request.requestId } };
  }
  const answer = await request.graphql(OrganizationAnswerTemplatesDocument, { organizationId });
  const edit = query.get('template');
  // If the template to change was deleted meanwhile, the page does not exist any more.
  const own = lookUp(answer, ({ organizationAnswerTemplates: found }) =>
    edit === null || found?.templates.some(({ id }) => id === edit) ? found : null,
  );
  if (own.kind !== 'found') return absentPage(request, own);
  const edited = own.value.templates.find(({ id }) => id === edit);
  const forms = { template: partForm(request, 'template'), deletedTemplate: partForm(request, 'deletedTemplate') };
  const notice = request.form ? undefined : NOTICES.find((known) => known === query.get('notice'));
  return { own: own.value, edited, forms, notice };
});
