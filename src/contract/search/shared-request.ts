/** Decides when a request is sent; it must call `send` once. */
export type Schedule = (send: () => void) => void;

/**
 * A request that callers share. Each caller gets the answer to a request that was sent after its call. While one request is under way, all
 * later callers wait for the next one together: however many callers there are, one request is under way and one waits.
 */
export class SharedRequest<Answer> {
  private underWay = false;
  private next: { answer: Promise<Answer>; settle: (answer: Promise<Answer>) => void } | undefined;

  /** @param schedule sends at once by default; callers that come before the request is sent share it */
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
 * When what has arrived by now has been read: its callers, and those who came while the last answer was being used, share a question. A
 * lone caller waits for two empty turns of the event loop, which take microseconds.
 */
export const afterPendingInput: Schedule = (send) => {
  setImmediate(() => setImmediate(send));
};

function atOnce(send: () => void): void {
  send();
}
