/** What stands for every value beyond the bound. */
export const OTHER = 'other';

/**
 * Values of a label that cannot grow without end. Each value is a series that Prometheus stores for weeks, so no visitor may be able to
 * make new ones: values come from the product itself, and this is the guard for the case that one of them does not.
 */
export class BoundedLabels {
  private readonly known = new Set<string>();

  constructor(private readonly maxValues: number) {}

  /** @returns the value, or `other` where there are too many already */
  of(value: string): string {
    if (this.known.has(value)) return value;
    if (this.known.size >= this.maxValues) return OTHER;
    this.known.add(value);
    return value;
  }
}
