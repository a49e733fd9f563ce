import { isApplicationState } from '#contract/applications/application-states.js';
import { type ListQuery, listFilter, readListQuery } from '#contract/applications/list-query.js';
import { StartApplicationBulkDocument, UndoApplicationBulkDocument } from '#contract/generated/operations.js';
import { failed } from '../account/index.js';
import type { PagePart } from '../forms/index.js';
import { idOf, outcomeOf } from './application-outcome.js';

const OK = 200;

/**
 * Applies a step or an answer to the ticked applications, or to all listed ones. `preview` first shows the recipients and the texts;
 * `useTemplate` makes the page fill in the text of `template`.
 */
export const bulkForm: PagePart = {
  fields: [
    { name: 'application', multiple: true },
    ...['all', 'moveTo', 'subject', 'body', 'endInterviews', 'key', 'preview', 'template', 'useTemplate'].map(
      (name) => ({
        name,
      }),
    ),
  ],
  async handle(values, call) {
    const { application = '', all, moveTo, subject = '', body = '', key = '', preview, useTemplate } = values;
    if (preview || useTemplate) return { kind: 'again', errors: [], status: OK };
    const query: ListQuery = readListQuery(call.query);
    const bulk = {
      requestKey: key,
      applications: all ? null : application.split(' ').filter(Boolean),
      filter: listFilter(query),
      state: isApplicationState(moveTo) ? moveTo : null,
      subject: subject.trim() || null,
      body: body.trim() || null,
      endInterviews: Boolean(values.endInterviews),
    };
    const answer = await call.graphql(StartApplicationBulkDocument, { jobId: idOf(call), bulk });
    return answer.ok ? outcomeOf(answer.data.startApplicationBulk, call, 'started') : failed(answer.failure, call);
  },
};

/** Undoes the part of a bulk action that can still be undone. */
export const undoBulkForm: PagePart = {
  fields: [{ name: 'bulk' }],
  async handle({ bulk = '' }, call) {
    const answer = await call.graphql(UndoApplicationBulkDocument, { jobId: idOf(call), bulk });
    return answer.ok ? outcomeOf(answer.data.undoApplicationBulk, call, 'bulkUndone') : failed(answer.failure, call);
  },
};
