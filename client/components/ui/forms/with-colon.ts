/** A label before what is said of its field. It may be a question of somebody's own. */
export function withColon(label: string): string {
  return /[?!:.…]$/.test(label) ? label : `${label}:`;
}
