/** The id of a form's field, for labels, errors and links that lead to it. Scripts of forms use it too, and must not load React with it. */
export function fieldId(name: string): string {
  return `field-${name}`;
}
