/**
 * The id of a form's field, for labels, errors and links to it. Scripts of forms use it too, and must not import React
 * with it.
 */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** Appends a colon to a label in front of a value. The label may be a question written by a user. */
export function withColon(label: string): string {
  return /[?!:.…]$/.test(label) ? label : `${label}:`;
}
