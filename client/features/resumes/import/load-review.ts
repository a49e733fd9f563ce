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

/** An extracted item, as shown by the review. */
export interface ShownItem extends ReviewedItem {
  /** Index among all extracted items, starting at 0. */
  index: number;
  definition: FormFieldDefinition;
  isTaken: boolean;
  /** Whether the resume contains it already. */
  isThere: boolean;
  /** The value that it would replace. */
  before: string | undefined;
  /** Its values as text, with corrections. */
  texts: readonly string[];
}

export interface Review {
  /** The proposal, encoded for the next page. */
  proposal: string;
  groups: readonly { step: string; items: readonly ShownItem[] }[];
  terms: FormTerms;
}

/** @returns no review if a file must be chosen first */
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
  const shownFields = (form.data.entityDefinition?.fields ?? []).filter(({ isHidden }) => !isHidden);
  const items = found.flatMap((item, index): ShownItem[] => {
    const definition = shownFields.find(({ name }) => name === item.field);
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
    // Existing values are kept unless the user decides otherwise.
    isTaken: isTaken(index, sent, !isKnown && before === undefined),
    texts: found.values.map((value) => reviewedText(index, value, sent)),
  };
}

/** For an entry, all of its values. */
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
