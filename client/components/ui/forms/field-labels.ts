/**
 * The id of a form's field, for labels, errors and links to it. Scripts of forms use it too, and must not import React
 * with it.
 */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** Appends a colon to a label in front of a value, in French after a space. The label may be a question written by a user. */
export function withColon(label: string, locale: string): string {
  return /[?!:.…]$/.test(label) ? label : label + colonOf(locale);
}

/** A label in front of its value, as a text. */
export function labelled(label: string, value: string, locale: string): string {
  return `${withColon(label, locale)} ${value}`;
}

/** The colon that follows a name, which may end with a full stop. */
export function colonOf(locale: string): string {
  return locale.startsWith('fr') ? '\u00a0:' : ':';
}
