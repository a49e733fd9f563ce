import type { FieldValues } from '#contract/defined-form/defined-form.js';
import { DefinedFormDocument, FormTermsDocument, ResumeToImportIntoDocument } from '#contract/generated/operations.js';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { RESUME_FORM_STEPS } from '#contract/resume-form/resume-form.js';
import {
  isSingle,
  isTaken,
  isThere,
  PROPOSAL_FIELD,
  readProposal,
  type ReviewedItem,
  reviewedText,
} from '#contract/resume-import/review-form.js';
import type { FormFieldDefinition, FormTerms } from '../../../components/defined-form/form-view';

/** Something that was found, as the review shows it. */
export interface ShownItem extends ReviewedItem {
  /** From 0; in the whole of what was found. */
  index: number;
  definition: FormFieldDefinition;
  isTaken: boolean;
  /** The resume has it already. */
  isThere: boolean;
  /** What it would take the place of. */
  before: string | undefined;
  /** Of its values, as they were put right. */
  texts: readonly string[];
}

export interface Review {
  /** As the next page needs it. */
  proposal: string;
  groups: readonly { step: string; items: readonly ShownItem[] }[];
  terms: FormTerms;
}

/** @returns no review: a file is to be chosen first */
export async function loadReview(
  request: PageRequest,
): Promise<{ ok: true; review: Review | undefined } | { ok: false; failure: GraphqlFailure }> {
  const values = request.form?.values ?? {};
  const found = readProposal(values[PROPOSAL_FIELD]);
  if (!found) return { ok: true, review: undefined };
  const [form, resume] = await Promise.all([
    request.graphql(DefinedFormDocument, { entity: 'resume', bundle: 'resume' }),
    request.graphql(ResumeToImportIntoDocument, {}),
  ]);
  if (!form.ok) return form;
  if (!resume.ok) return resume;
  const held = Object.fromEntries(resume.data.editedResume.fields.map((field) => [field.name, field.values]));
  const asked = (form.data.entityDefinition?.fields ?? []).filter(({ isHidden }) => !isHidden);
  const items = found.flatMap((item, index): ShownItem[] => {
    const definition = asked.find(({ name }) => name === item.field);
    return definition ? [shownItem({ ...item, index, definition }, held, values)] : [];
  });
  const terms = await loadTerms(request, items);
  if ('failure' in terms) return { ok: false, failure: terms.failure };
  const groups = RESUME_FORM_STEPS.map((step) => ({
    step,
    items: items.filter(({ definition }) => definition.step === step),
  })).filter((group) => group.items.length > 0);
  return { ok: true, review: { proposal: values[PROPOSAL_FIELD] ?? '', groups, terms: terms.terms } };
}

type Found = ReviewedItem & Pick<ShownItem, 'index' | 'definition'>;

function shownItem(found: Found, held: FieldValues, values: Readonly<Record<string, string>>): ShownItem {
  const { index, field } = found;
  const sent = values.go === 'confirm' ? values : undefined;
  const isKnown = isThere(found, held);
  const [own] = isSingle(field) ? (held[field] ?? []) : [];
  const before = own === undefined || isKnown ? undefined : own;
  return {
    ...found,
    isThere: isKnown,
    before: before && shownText(before),
    // What is there stays, unless somebody says otherwise.
    isTaken: isTaken(index, sent, !isKnown && before === undefined),
    texts: found.values.map((value) => reviewedText(index, value, sent)),
  };
}

/** Of an entry all that it holds. */
function shownText(value: string): string {
  if (!value.startsWith('{')) return value;
  return Object.values(JSON.parse(value) as Record<string, string>).join(', ');
}

async function loadTerms(
  request: PageRequest,
  items: readonly ShownItem[],
): Promise<{ terms: FormTerms } | { failure: GraphqlFailure }> {
  const parts = items.flatMap(({ definition: { settings } }) => settings.fields ?? []);
  const vocabularies = [...new Set(parts.flatMap(({ settings }) => settings.vocabulary ?? []))];
  const answers = await Promise.all(vocabularies.map((vid) => request.graphql(FormTermsDocument, { vid })));
  const terms: Record<string, FormTerms[string]> = {};
  for (const [index, answer] of answers.entries()) {
    if (!answer.ok) return { failure: answer.failure };
    terms[vocabularies[index]!] = answer.data.termTree;
  }
  return { terms };
}
