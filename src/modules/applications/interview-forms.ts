import { MAX_SLOTS, slotField } from '#contract/applications/interview-rules.js';
import {
  AskForOtherTimesDocument,
  CancelInterviewDocument,
  ChangeInterviewDocument,
  ConfirmInterviewDocument,
  PickInterviewDocument,
  ProposeInterviewDocument,
} from '#contract/generated/operations.js';
import { APPLICATIONS_PATH } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import { type FormAction, type FormContext, formsOfPage, type FormOutcome, type PagePart } from '../forms/index.js';
import { idOf, missing, outcomeOf } from './application-outcome.js';

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
