/** Appends a colon to a label in front of a value. The label may be a question written by a user. */
export function withColon(label: string): string {
  return /[?!:.…]$/.test(label) ? label : `${label}:`;
}
