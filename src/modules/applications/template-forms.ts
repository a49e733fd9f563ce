import { isApplicationState } from '#contract/applications/application-states.js';
import { DeleteAnswerTemplateDocument, SaveAnswerTemplateDocument } from '#contract/generated/operations.js';
import { ANSWER_TEMPLATES_PATH, answerTemplatesPath } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import { type FormAction, type FormContext, type FormOutcome, formsOfPage, type PagePart } from '../forms/index.js';

const NOT_FOUND = 404;

/** Returns the organization that the page is about. */
const organizationOf = (call: FormContext): string => call.query.get('organization') ?? '';

/** @param result null if the visitor does not work for the organization, or the template does not exist (any more) */
function outcomeOf(
  result: { errors: readonly { field: string | null; message: string }[] } | null,
  call: FormContext,
  notice: string,
): FormOutcome {
  if (!result)
    return {
      kind: 'again',
      errors: [{ field: null, message: call.t('applications.templates.missing') }],
      status: NOT_FOUND,
    };
  if (result.errors.length > 0) return again(result.errors);
  return { kind: 'done', redirect: call.href(`${answerTemplatesPath(organizationOf(call))}&notice=${notice}`) };
}

/** Saves a new template, or the one named in the page's URL. */
const template: PagePart = {
  fields: [{ name: 'name' }, { name: 'subject' }, { name: 'body' }, { name: 'moveTo' }],
  async handle({ name = '', subject = '', body = '', moveTo }, call) {
    const state = isApplicationState(moveTo) ? moveTo : null;
    const answer = await call.graphql(SaveAnswerTemplateDocument, {
      organizationId: organizationOf(call),
      id: call.query.get('template'),
      template: { name, subject, body, state },
    });
    return answer.ok ? outcomeOf(answer.data.saveAnswerTemplate, call, 'templateSaved') : failed(answer.failure, call);
  },
};

const deletedTemplate: PagePart = {
  fields: [{ name: 'id' }],
  async handle({ id = '' }, call) {
    const answer = await call.graphql(DeleteAnswerTemplateDocument, { organizationId: organizationOf(call), id });
    return answer.ok
      ? outcomeOf(answer.data.deleteAnswerTemplate, call, 'templateDeleted')
      : failed(answer.failure, call);
  },
};

/** Forms for the answer templates of an organization. */
export const TEMPLATE_FORMS: FormAction = formsOfPage(ANSWER_TEMPLATES_PATH, { template, deletedTemplate });
