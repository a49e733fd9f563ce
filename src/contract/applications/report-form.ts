import type { FieldDefinition } from '../defined-form/defined-form.js';

export const REPORT_REASONS = ['misleading', 'discriminating', 'fraud', 'outdated', 'other'] as const;
export const MAX_REPORT_LENGTH = 2000;

type ReportField = 'reason' | 'body' | 'email';

const COMMON = { step: 'report', multiple: false, isHidden: false, isPrivate: false } as const;

/** Fields of the form for reporting a job. */
export const REPORT_FIELDS: readonly (FieldDefinition & { name: ReportField })[] = [
  { ...COMMON, name: 'reason', type: 'choice', required: true, weight: 10, settings: { choices: REPORT_REASONS } },
  {
    ...COMMON,
    name: 'body',
    type: 'long_text',
    required: true,
    weight: 20,
    settings: { maxLength: MAX_REPORT_LENGTH },
  },
  { ...COMMON, name: 'email', type: 'email', required: false, weight: 30, settings: { maxLength: 254 } },
];
