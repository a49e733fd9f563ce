import { isApplicationState } from '#contract/applications/application-states.js';
import { type ListQuery, listFilter, readListQuery } from '#contract/applications/list-query.js';
import { StartApplicationBulkDocument, UndoApplicationBulkDocument } from '#contract/generated/operations.js';
import { failed } from '../account/index.js';
import type { PagePart } from '../forms/index.js';
import { idOf, outcomeOf } from './application-outcome.js';

const OK = 200;

/**
 * A step or an answer for the applications that are ticked, or all that are listed; `preview`: it is shown first who gets what. `useTemplate`:
 * the page puts the words of `template` into the form.
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

/** Undoes what is left to be undone of such work. */
export const undoBulkForm: PagePart = {
  fields: [{ name: 'bulk' }],
  async handle({ bulk = '' }, call) {
    const answer = await call.graphql(UndoApplicationBulkDocument, { jobId: idOf(call), bulk });
    return answer.ok ? outcomeOf(answer.data.undoApplicationBulk, call, 'bulkUndone') : failed(answer.failure, call);
  },
};
