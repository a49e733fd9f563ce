import { z } from 'zod';

/** What a site wants otherwise of a form's fields, by their names. */
export function fieldOverrides<Step extends string>(steps: readonly [Step, ...Step[]]) {
  return z.record(
    z.string(),
    z
      .strictObject({
        step: z.enum(steps),
        required: z.boolean(),
        multiple: z.boolean(),
        isHidden: z.boolean(),
        maxNumItems: z.number().int().min(1),
        weight: z.number().int(),
      })
      .partial(),
  );
}
