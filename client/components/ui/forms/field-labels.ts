/**
 * The id of a form's field, for labels, errors and links to it. Scripts of forms use it too, and must not import React
 * with it.
 */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** Appends a colon to a label in front of a value, in French after a space. The label may be a question written by a user. */
export function withColon(label: string, locale: string): string {
  if (/[?!:.…]$/.test(label)) return label;
  return locale.startsWith('fr') ? `${label}\u00a0:` : `${label}:`;
}
