import { APPLICATION_FILES } from '#contract/applications/uploads.js';
import { uploadedField } from '#contract/defined-form/sent-values.js';
import { sendFile } from '../applications/index.js';
import type { FormFiles } from '../forms/index.js';

/** One a field that takes a file. */
const MAX_FILES = 40;

/**
 * Files of a form whose fields are data, where no script has sent them before: passed on as they come. Their fields then hold the tokens,
 * as they do with scripts.
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

/** Whether it is a file that was not taken: of other fields what is wrong is kept all the same. */
export function isFileRule(rule: string): boolean {
  return FILE_RULES.includes(rule);
}

/** @returns the step before or after another one; at the ends that one itself */
export function neighbour<Step>(steps: readonly Step[], step: Step, by: 1 | -1): Step {
  return steps[steps.indexOf(step) + by] ?? step;
}
