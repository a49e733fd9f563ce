import {
  AddApplicationNoteDocument,
  DeleteApplicationNoteDocument,
  RateApplicationDocument,
  TagApplicationDocument,
} from '#contract/generated/operations.js';
import { failed } from '../account/index.js';
import type { PagePart } from '../forms/index.js';
import { idOf, outcomeOf } from './application-outcome.js';

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
    return answer.ok ? outcomeOf(answer.data.tagApplication, call, 'tagged') : failed(answer.failure, call);
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
