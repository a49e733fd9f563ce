/** Work under way, by key and version: whoever asks for the same waits for it instead of doing it again. */
export class RequestCoalescer<Result> {
  private readonly flights = new Map<string, { version: string; landing: Promise<Result> }>();

  /** @returns undefined when nobody is at it, or for another version of the data */
  join(key: string, version: string): Promise<Result> | undefined {
    const flight = this.flights.get(key);
    return flight?.version === version ? flight.landing : undefined;
  }

  start(key: string, version: string, work: () => Promise<Result>): Promise<Result> {
    const landing = work().finally(() => {
      if (this.flights.get(key)?.landing === landing) this.flights.delete(key);
    });
    this.flights.set(key, { version, landing });
    return landing;
  }
}
