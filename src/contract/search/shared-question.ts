/** When a question is put; `put` must be called once. */
export type Occasion = (put: () => void) => void;

/**
 * A question that callers share: each gets an answer to a question that was put after the call. While one is under way all later callers
 * wait for the next one together, so however many they are, one is under way and one waits.
 */
export class SharedQuestion<Answer> {
  private underWay = false;
  private next: { answer: Promise<Answer>; settle: (answer: Promise<Answer>) => void } | undefined;

  /** @param occasion at once, unless it is told; callers that come before it share the question */
  constructor(
    private readonly put: () => Promise<Answer>,
    private readonly occasion: Occasion = atOnce,
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
    this.occasion(() => {
      const { settle } = this.next!;
      this.next = undefined;
      const answer = this.put();
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
export const afterArrivals: Occasion = (put) => {
  setImmediate(() => setImmediate(put));
};

function atOnce(put: () => void): void {
  put();
}
