/** Decides when a request is sent; must call `send` once. */
export type Schedule = (send: () => void) => void;

/**
 * A request that callers share. Each caller gets the response to a request that was sent after its call. While one request is in progress,
 * all later callers wait for the next one together: however many callers there are, one request is in progress and one is waiting.
 */
export class SharedRequest<Answer> {
  private underWay = false;
  private next: { answer: Promise<Answer>; settle: (answer: Promise<Answer>) => void } | undefined;

  /** @param schedule sends at once by default; calls that arrive before the request is sent share it */
  constructor(
    private readonly send: () => Promise<Answer>,
    private readonly schedule: Schedule = atOnce,
  ) {}

  ask(): Promise<Answer> {
    if (this.next) return this.next.answer;
    let settle!: (answer: Promise<Answer>) => void;
    const answer = new Promise<Answer>((resolve) => (settle = resolve));
    this.next = { answer, settle };
    if (!this.underWay) this.begin();
    return answer;
  }

  private begin(): void {
    this.underWay = true;
    this.schedule(() => {
      const { settle } = this.next!;
      this.next = undefined;
      const answer = this.send();
      answer.then(this.end, this.end);
      settle(answer);
    });
  }

  private readonly end = (): void => {
    this.underWay = false;
    if (this.next) this.begin();
  };
}

/**
 * Sends after all pending input has been read: its callers, and those that arrived while the last response was being processed, share a
 * request. A single caller waits for two empty turns of the event loop, which take microseconds.
 */
export const afterPendingInput: Schedule = (send) => {
  setImmediate(() => setImmediate(send));
};

function atOnce(send: () => void): void {
  send();
}
