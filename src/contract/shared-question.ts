/**
 * A question that callers share: each gets an answer to a question that was put after the call. While one is under way all later callers
 * wait for the next one together, so however many they are, one is under way and one waits.
 */
export class SharedQuestion<Answer> {
  private asking: Promise<Answer> | undefined;
  private next: Promise<Answer> | undefined;

  constructor(private readonly put: () => Promise<Answer>) {}

  ask(): Promise<Answer> {
    if (this.next) return this.next;
    if (!this.asking) return this.start();
    this.next = this.asking.then(ignore, ignore).then(() => {
      this.next = undefined;
      return this.start();
    });
    return this.next;
  }

  private start(): Promise<Answer> {
    const asking = this.put().finally(() => {
      if (this.asking === asking) this.asking = undefined;
    });
    this.asking = asking;
    return asking;
  }
}

function ignore(): void {
  // A later caller has a question of its own.
}
