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

/** @param text JSON by site @returns by site, with the defaults; undefined when it is not of that form */
export function parseRules<Rules extends object>(
  text: string,
  rules: z.ZodType<Partial<Rules>>,
  defaults: Rules,
): Map<string, Rules> | undefined {
  try {
    const read = z.record(z.string(), rules).parse(JSON.parse(text));
    return new Map(Object.entries(read).map(([site, own]) => [site, { ...defaults, ...own }]));
  } catch {
    return undefined;
  }
}
