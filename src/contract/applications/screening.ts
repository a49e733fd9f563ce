import { numberOf } from '../defined-form/field-values.js';
import type { EntryValues } from '../defined-form/defined-form.js';

/** Answer types of screening questions; other questions have free-text answers. */
export const SCREENING_TYPES = ['yes_no', 'number', 'choice'] as const;
export type ScreeningType = (typeof SCREENING_TYPES)[number];
export const YES_NO = ['yes', 'no'] as const;

export const MAX_SCREENING_QUESTIONS = 10;
/** Maximum number of choices of one question. */
export const MAX_CHOICES = 20;
const MIN_CHOICES = 2;

/** An employer's requirement for an answer; only members of the organization see it. */
export interface Criterion {
  /** Name given by the employer; the default is the text of the question. */
  name?: string;
  answer?: (typeof YES_NO)[number];
  atLeast?: number;
  atMost?: number;
  accepted?: readonly string[];
}

export interface ScreeningQuestion {
  text: string;
  type: ScreeningType;
  choices: readonly string[];
  needs: Criterion | undefined;
}

/** @param entry entry of the job form; values that belong to another question type are ignored */
export function readScreening(entry: EntryValues): ScreeningQuestion {
  const type = SCREENING_TYPES.find((known) => known === entry.questionType) ?? 'yes_no';
  const choices = type === 'choice' ? linesOf(entry.choices) : [];
  const needs = criterionOf(type, entry);
  const name = entry.criterionName?.trim();
  return {
    text: (entry.question ?? '').trim(),
    type,
    choices,
    needs: needs && { ...(name ? { name } : {}), ...needs },
  };
}

function criterionOf(type: ScreeningType, entry: EntryValues): Criterion | undefined {
  if (type === 'yes_no') {
    const answer = YES_NO.find((known) => known === entry.neededAnswer);
    return answer && { answer };
  }
  if (type === 'choice') {
    const accepted = linesOf(entry.acceptedChoices);
    return accepted.length > 0 ? { accepted } : undefined;
  }
  const [atLeast, atMost] = [entry.atLeast, entry.atMost].map((typed) => numberOf(typed ?? ''));
  if (atLeast === undefined && atMost === undefined) return undefined;
  return { ...(atLeast !== undefined && { atLeast }), ...(atMost !== undefined && { atMost }) };
}

/** @returns the inverse of `readScreening`: an entry of the form */
export function writtenScreening({ text, type, choices, needs }: ScreeningQuestion): EntryValues {
  const { name, answer, atLeast, atMost, accepted } = needs ?? {};
  const written = {
    question: text,
    questionType: type,
    choices: choices.join('\n'),
    criterionName: name,
    neededAnswer: answer,
    atLeast: atLeast === undefined ? undefined : String(atLeast),
    atMost: atMost === undefined ? undefined : String(atMost),
    acceptedChoices: accepted?.join('\n'),
  };
  return Object.fromEntries(Object.entries(written).filter((each): each is [string, string] => Boolean(each[1])));
}

/** @returns contradictions between the fields of an entry, by field */
export function checkScreening(
  entry: EntryValues,
): { field: string; rule: 'choicesFew' | 'choicesMany' | 'acceptedUnknown' | 'numberOrder' }[] {
  const { type, choices, needs } = readScreening(entry);
  if (type === 'choice') {
    if (choices.length < MIN_CHOICES) return [{ field: 'choices', rule: 'choicesFew' }];
    if (choices.length > MAX_CHOICES) return [{ field: 'choices', rule: 'choicesMany' }];
    const isKnown = needs?.accepted?.every((each) => choices.includes(each)) ?? true;
    return isKnown ? [] : [{ field: 'acceptedChoices', rule: 'acceptedUnknown' }];
  }
  const { atLeast, atMost } = needs ?? {};
  return atLeast !== undefined && atMost !== undefined && atLeast > atMost
    ? [{ field: 'atMost', rule: 'numberOrder' }]
    : [];
}

/** A question as applicants see it. */
interface AskedQuestion {
  type?: 'text' | ScreeningType;
  choices?: readonly string[];
}

/** @returns the rule that a non-empty answer violates */
export function answerRule(
  { type, choices = [] }: AskedQuestion,
  typed: string,
): 'answerChoice' | 'answerNumber' | undefined {
  if (type === 'yes_no') return YES_NO.some((known) => known === typed) ? undefined : 'answerChoice';
  if (type === 'choice') return choices.includes(typed) ? undefined : 'answerChoice';
  if (type === 'number') return numberOf(typed) === undefined ? 'answerNumber' : undefined;
  return undefined;
}

/** @returns a valid answer in the form that criteria compare; undefined for free text */
export function comparedAnswer({ type }: AskedQuestion, typed: string): string | undefined {
  if (type === undefined || type === 'text') return undefined;
  return type === 'number' ? String(numberOf(typed)) : typed;
}

/** @param value a result of `comparedAnswer` */
export function meetsCriterion({ answer, atLeast, atMost, accepted }: Criterion, value: string): boolean {
  if (answer !== undefined) return value === answer;
  if (accepted) return accepted.includes(value);
  const number = Number(value);
  return number >= (atLeast ?? -Infinity) && number <= (atMost ?? Infinity);
}

function linesOf(text = ''): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter(Boolean))];
}
