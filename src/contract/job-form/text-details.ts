/**
 * Plain-text fields of a job that are only shown on its page, and are neither searched nor used as filters. They are stored together as
 * JSON; the form, the stored job and the GraphQL type `Job` use this list.
 */
export const TEXT_DETAILS = ['availabilityPeriod', 'organizationAssignment'] as const;

export type TextDetail = (typeof TEXT_DETAILS)[number];

/** @returns an object with a value for each of these fields */
export function textDetails<Value>(valueOf: (name: TextDetail) => Value): Record<TextDetail, Value> {
  return Object.fromEntries(TEXT_DETAILS.map((name) => [name, valueOf(name)])) as Record<TextDetail, Value>;
}
