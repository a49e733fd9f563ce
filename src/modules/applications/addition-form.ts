import { AddToApplicationDocument } from '#contract/generated/operations.js';
import { OWN_APPLICATION_PATH, ownApplicationPath } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import type { FormAction } from '../forms/index.js';
import { APPLICATION_FORM_FILES, FILES_FIELD, REFUSED_FIELD, tokensOf } from './sent-files.js';

const NOT_FOUND = 404;

/** Additions of applicants to their application: a message, files or both. */
export const additionForm: FormAction = {
  paths: [`${OWN_APPLICATION_PATH}/{id}/add`],
  fields: [{ name: 'body' }, { name: FILES_FIELD, multiple: true }, { name: REFUSED_FIELD, multiple: true }],
  files: {
    ...APPLICATION_FORM_FILES,
    async refusal({ body = '' }, call) {
      const addition = { body, attachments: [], owner: call.owner };
      const failure = await call.refusalOf(AddToApplicationDocument, { id: '', addition });
      return failure && failed(failure, call);
    },
  },
  async handle(values, call) {
    const id = call.path.split('/')[2]!;
    const addition = { body: values.body ?? '', attachments: tokensOf(values), owner: call.owner };
    const answer = await call.graphql(AddToApplicationDocument, { id, addition });
    if (!answer.ok) return failed(answer.failure, call);
    const result = answer.data.addToApplication;
    if (!result)
      return { kind: 'again', errors: [{ field: null, message: call.t('applications.missing') }], status: NOT_FOUND };
    if (result.errors.length > 0) return again(result.errors);
    return { kind: 'done', redirect: call.href(`${ownApplicationPath(id)}?notice=added#main`) };
  },
};
