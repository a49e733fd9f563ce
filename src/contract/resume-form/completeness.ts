import type { FieldDefinition, FieldValues } from '../defined-form/defined-form.js';

/** The parts that recruiters look for, the most important first, with their share of the whole. */
const PARTS: readonly (readonly [part: string, weight: number, others?: readonly string[]])[] = [
  ['title', 15],
  ['workExperience', 20],
  ['desiredOccupation', 10],
  ['desiredLocation', 10],
  ['skills', 10, ['skillsFree']],
  ['education', 10],
  ['languages', 5, ['languagesFree']],
  ['about', 5],
  ['careerStatus', 3],
  ['employmentType', 3],
  ['availableStart', 3],
  ['desiredSalary', 3],
  ['phone', 3],
];

export interface Completeness {
  /** From 0 to 100. */
  percent: number;
  missing: { field: string; step: string }[];
}

/** @param fields fields of the site: hidden ones do not count @param values values of the resume */
export function completenessOf(fields: readonly FieldDefinition[], values: FieldValues): Completeness {
  const has = (name: string): boolean => (values[name]?.length ?? 0) > 0;
  const asked = PARTS.flatMap(([field, weight, others = []]) => {
    const known = fields.find(({ name, isHidden }) => name === field && !isHidden);
    return known ? [{ field, weight, step: known.step, isThere: has(field) || others.some(has) }] : [];
  });
  const sum = (parts: typeof asked): number => parts.reduce((total, { weight }) => total + weight, 0);
  const missing = asked.filter(({ isThere }) => !isThere);
  const whole = sum(asked);
  return {
    percent: whole === 0 ? 100 : Math.round((100 * (whole - sum(missing))) / whole),
    missing: missing.map(({ field, step }) => ({ field, step })),
  };
}
