import {
  AddApplicationNoteDocument,
  DeleteApplicationNoteDocument,
  RateApplicationDocument,
  TagApplicationDocument,
  StartApplicationBulkDocument,
  UndoApplicationBulkDocument,
  AskForOtherTimesDocument,
  CancelInterviewDocument,
  ChangeInterviewDocument,
  ConfirmInterviewDocument,
  PickInterviewDocument,
  ProposeInterviewDocument,
  DeleteAnswerTemplateDocument,
  SaveAnswerTemplateDocument,
} from '#contract/generated/operations.js';
import { type ListQuery, listFilter, readListQuery } from '#contract/applications/list-query.js';
import { MAX_SLOTS, slotField, isApplicationState } from '#contract/applications/recruiting-rules.js';
import { APPLICATIONS_PATH, ANSWER_TEMPLATES_PATH, answerTemplatesPath } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import { type FormContext, type FormOutcome, type PagePart, type FormAction, formsOfPage } from '../forms/index.js';

const NOT_FOUND = 404;

/** @returns the id of the application, or of the job, that a page is about */
export function idOf({ path }: FormContext): string {
  return path.split('/').at(-1)!;
}

/** @param notice the notice of the next page @param result null if the visitor has no access to such an application */
export function outcomeOf(
  result: { errors: { field: string | null; message: string }[] } | null,
  call: FormContext,
  notice: string,
): FormOutcome {
  if (!result) return missing(call);
  if (result.errors.length > 0) return again(result.errors);
  const query = new URLSearchParams(call.query);
  for (const name of ['template', 'notice']) query.delete(name);
  query.set('notice', notice);
  return { kind: 'done', redirect: call.href(`${call.path}?${query.toString()}`) };
}

export function missing({ t }: FormContext): FormOutcome {
  return { kind: 'again', errors: [{ field: null, message: t('applications.missing') }], status: NOT_FOUND };
}

const note: PagePart = {
  fields: [{ name: 'note' }, { name: 'mention', multiple: true }],
  async handle({ note: body = '', mention = '' }, call) {
    const input = { body, mentions: mention.split(' ').filter(Boolean) };
    const answer = await call.graphql(AddApplicationNoteDocument, { id: idOf(call), note: input });
    return answer.ok ? outcomeOf(answer.data.addApplicationNote, call, 'noted') : failed(answer.failure, call);
  },
};

const deletedNote: PagePart = {
  fields: [{ name: 'number' }],
  async handle({ number = '' }, call) {
    const answer = await call.graphql(DeleteApplicationNoteDocument, { id: idOf(call), note: number });
    return answer.ok ? outcomeOf(answer.data.deleteApplicationNote, call, 'noteDeleted') : failed(answer.failure, call);
  },
};

/** With `remove`, removes that tag; otherwise adds the typed one. */
const tag: PagePart = {
  fields: [{ name: 'tag' }, { name: 'remove' }],
  async handle({ tag: typed = '', remove = '' }, call) {
    const variables = { id: idOf(call), tag: remove || typed, isOn: remove === '' };
    const answer = await call.graphql(TagApplicationDocument, variables);
    if (!answer.ok) return failed(answer.failure, call);
    return outcomeOf(answer.data.tagApplication, call, remove ? 'tagRemoved' : 'tagged');
  },
};

const NUMBER = /^\d$/;

/** A form without a number removes the rating. */
const rate: PagePart = {
  fields: [{ name: 'rating' }],
  async handle({ rating: typed = '' }, call) {
    const rating = typed === '' ? null : NUMBER.test(typed) ? Number(typed) : 0;
    const answer = await call.graphql(RateApplicationDocument, { id: idOf(call), rating });
    return answer.ok ? outcomeOf(answer.data.rateApplication, call, 'rated') : failed(answer.failure, call);
  },
};

/** Forms in which members of an organization record notes, tags and ratings of an applicant for each other. */
export const TEAM_FORMS = { note, deletedNote, tag, rate } as const satisfies Readonly<Record<string, PagePart>>;

const OK = 200;

/**
 * Applies a step or an answer to the ticked applications, or to all listed ones. `preview` first shows the recipients and the texts;
 * `useTemplate` makes the page fill in the text of `template`.
 */
export const bulkForm: PagePart = {
  fields: [
    { name: 'application', multiple: true },
    ...['all', 'moveTo', 'subject', 'body', 'endInterviews', 'key', 'seen', 'preview', 'template', 'useTemplate'].map(
      (name) => ({
        name,
      }),
    ),
  ],
  async handle(values, call) {
    const { application = '', all, moveTo, subject = '', body = '', key = '', seen, preview, useTemplate } = values;
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
      // Sent only if the list had it, because other backends do not know the field.
      seen: seen && ISO_TIME.test(seen) ? seen : undefined,
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

const SLOT_FIELDS = Array.from({ length: MAX_SLOTS }, (_, index) => slotField(index));
const FACTS = [{ name: 'timeZone' }, { name: 'minutes' }, { name: 'place' }, { name: 'note' }];
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** @returns the id of the application that a page about its interview belongs to */
function applicationOf({ path }: FormContext): string {
  return path.split('/').at(-2)!;
}

function factsOf({ timeZone = '', minutes = '', place = '', note = '' }: Readonly<Record<string, string>>) {
  return { timeZone, minutes: /^\d{1,4}$/.test(minutes) ? Number(minutes) : 0, place, note };
}

/** Error for a form without the required choice of a time. */
function nothingChosen({ t }: FormContext): FormOutcome {
  return again([{ field: 'start', message: t('applications.interview.chooseFirst') }]);
}

const propose: PagePart = {
  fields: [...SLOT_FIELDS.map((name) => ({ name })), ...FACTS],
  async handle(values, call) {
    const proposal = { ...factsOf(values), starts: SLOT_FIELDS.map((name) => values[name] ?? '') };
    const answer = await call.graphql(ProposeInterviewDocument, { id: applicationOf(call), proposal });
    return answer.ok ? outcomeOf(answer.data.proposeInterview, call, 'proposed') : failed(answer.failure, call);
  },
};

const confirm: PagePart = {
  fields: [{ name: 'interview' }, { name: 'start' }],
  async handle({ interview = '', start = '' }, call) {
    if (!ISO_TIME.test(start)) return nothingChosen(call);
    const answer = await call.graphql(ConfirmInterviewDocument, { id: applicationOf(call), interview, start });
    return answer.ok ? outcomeOf(answer.data.confirmInterview, call, 'confirmed') : failed(answer.failure, call);
  },
};

const change: PagePart = {
  fields: [{ name: 'interview' }, { name: 'sequence' }, { name: slotField(0) }, ...FACTS],
  async handle(values, call) {
    const { interview = '', sequence = '' } = values;
    if (!/^\d{1,9}$/.test(sequence)) return missing(call);
    const input = { ...factsOf(values), start: values[slotField(0)] ?? '', sequence: Number(sequence) };
    const answer = await call.graphql(ChangeInterviewDocument, { id: applicationOf(call), interview, change: input });
    return answer.ok ? outcomeOf(answer.data.changeInterview, call, 'changed') : failed(answer.failure, call);
  },
};

const cancel: PagePart = {
  fields: [{ name: 'interview' }, { name: 'reason' }],
  async handle({ interview = '', reason = '' }, call) {
    const answer = await call.graphql(CancelInterviewDocument, { id: applicationOf(call), interview, reason });
    return answer.ok ? outcomeOf(answer.data.cancelInterview, call, 'canceled') : failed(answer.failure, call);
  },
};

const pick: PagePart = {
  fields: [{ name: 'interview' }, { name: 'start' }],
  async handle({ interview = '', start = '' }, call) {
    if (!ISO_TIME.test(start)) return nothingChosen(call);
    const answer = await call.graphql(PickInterviewDocument, { id: idOf(call), interview, start });
    return answer.ok ? outcomeOf(answer.data.pickInterview, call, 'picked') : failed(answer.failure, call);
  },
};

const others: PagePart = {
  fields: [{ name: 'interview' }, { name: 'message' }],
  async handle({ interview = '', message = '' }, call) {
    const answer = await call.graphql(AskForOtherTimesDocument, { id: idOf(call), interview, message });
    return answer.ok ? outcomeOf(answer.data.askForOtherTimes, call, 'asked') : failed(answer.failure, call);
  },
};

/** Forms of employers for an interview. */
export const interviewForm: FormAction = formsOfPage(`${APPLICATIONS_PATH}/{number}/{id}/interview`, {
  propose,
  confirm,
  change,
  cancel,
});

/** Forms of applicants for an interview, on the page of their application. */
export const OWN_INTERVIEW_FORMS = { pick, others } as const satisfies Readonly<Record<string, PagePart>>;

/** Returns the organization that the page is about. */
const organizationOf = (call: FormContext): string => call.query.get('organization') ?? '';

/** @param result null if the visitor does not work for the organization, or the template does not exist (any more) */
function templateOutcome(
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
    return answer.ok
      ? templateOutcome(answer.data.saveAnswerTemplate, call, 'templateSaved')
      : failed(answer.failure, call);
  },
};

const deletedTemplate: PagePart = {
  fields: [{ name: 'id' }],
  async handle({ id = '' }, call) {
    const answer = await call.graphql(DeleteAnswerTemplateDocument, { organizationId: organizationOf(call), id });
    return answer.ok
      ? templateOutcome(answer.data.deleteAnswerTemplate, call, 'templateDeleted')
      : failed(answer.failure, call);
  },
};

/** Forms for the answer templates of an organization. */
export const TEMPLATE_FORMS: FormAction = formsOfPage(ANSWER_TEMPLATES_PATH, { template, deletedTemplate });
