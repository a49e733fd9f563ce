/** Replaces every value beyond the limit. */
export const OTHER = 'other';

/**
 * Limits the number of values of a label. Each value is a series that Prometheus stores for weeks, so visitors must not be able to create
 * new ones. All values should come from the product itself; this is the safeguard in case one of them does not.
 */
export class BoundedLabels {
  private readonly known = new Set<string>();

  constructor(private readonly maxValues: number) {}

  /** @returns the value, or `other` if there are too many values already */
  of(value: string): string {
    if (this.known.has(value)) return value;
    if (this.known.size >= this.maxValues) return OTHER;
    this.known.add(value);
    return value;
  }
}
