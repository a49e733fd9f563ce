import { APPLICATION_FILES } from '#contract/applications/uploads.js';
import { uploadedField } from '#contract/defined-form/sent-values.js';
import { sendFile } from '../applications/index.js';
import type { FormFiles } from '../forms/index.js';

/** One for each field that takes a file. */
const MAX_FILES = 40;

/**
 * Files of a form whose fields are defined by data, for browsers without scripts: they are forwarded while they arrive. Their fields then
 * contain the tokens, as they do with scripts.
 */
export const definedFormFiles: FormFiles = {
  limits: { ...APPLICATION_FILES, most: MAX_FILES },
  async receive(name, content, call, field) {
    return { ...(await sendFile(name, content, call)), field: uploadedField(field) };
  },
  store: (_files, _values, _call, received) =>
    Promise.resolve({
      values: Object.fromEntries(received.flatMap((file) => (file.ok ? [[file.field!, file.token]] : []))),
      errors: received.flatMap((file) => (file.ok ? [] : [{ field: file.field!, message: file.message }])),
    }),
  tooLarge: () => [],
};

const FILE_RULES = ['file', 'fileSize', 'picture'];

/** Whether the error is about a rejected file; invalid values of other fields are stored nevertheless. */
export function isFileRule(rule: string): boolean {
  return FILE_RULES.includes(rule);
}

/** @returns the previous or next step; at either end the step itself */
export function neighbour<Step>(steps: readonly Step[], step: Step, by: 1 | -1): Step {
  return steps[steps.indexOf(step) + by] ?? step;
}
