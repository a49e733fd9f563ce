/**
 * The id of a form's field, for labels, errors and links to it. Scripts of forms use it too, and must not import React
 * with it.
 */
export function fieldId(name: string): string {
  return `field-${name}`;
}
