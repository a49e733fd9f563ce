import { createHmac } from 'node:crypto';
import { addressBlock } from './address-block.js';
import type { Counter, CounterOptions } from './counters.js';
import { LIMIT_RULES, type LimitedCall, type LimitRule, OTHER_MUTATIONS } from './limit-rules.js';

/** `succeeded` is to be called when the call did what was wanted: a login was one. */
export type LimitOutcome = { ok: true; succeeded: () => Promise<void> } | { ok: false; retryAfterSeconds: number };

/** How often a visitor may call what can be guessed or costs somebody mail (AUTH-18). */
export class RateLimits {
  private readonly counters = new Map<LimitRule, Counter>();
  private readonly key: string;

  /**
   * @param counter makes a counter of that name, which is the same in every process
   * @param secret without which nobody finds out whose the counters are
   */
  constructor(
    private readonly counter: (options: CounterOptions) => Counter,
    secret: string,
  ) {
    this.key = `rate limits ${secret}`;
  }

  /** Whether calls of a field are counted at all. */
  static counts(field: string, isMutation: boolean): boolean {
    return isMutation || Object.hasOwn(LIMIT_RULES, field);
  }

  /** Counts the call. */
  async use(call: LimitedCall): Promise<LimitOutcome> {
    const rules = Object.hasOwn(LIMIT_RULES, call.field) ? LIMIT_RULES[call.field]! : OTHER_MUTATIONS;
    const counted = { ...call, address: addressBlock(call.address) };
    const used: { rule: LimitRule; counter: Counter; key: string }[] = [];
    for (const rule of rules) {
      const text = rule.key(counted);
      if (text === undefined) continue;
      const key = this.digest(text);
      const counter = this.counterOf(rule, rules === OTHER_MUTATIONS ? 'mutation' : call.field);
      const waitMs = await counter.use(key);
      if (waitMs > 0) return { ok: false, retryAfterSeconds: Math.ceil(waitMs / 1000) };
      used.push({ rule, counter, key });
    }
    return {
      ok: true,
      async succeeded() {
        for (const { rule, counter, key } of used) if (rule.forgive) await counter.forgive(key, rule.forgive);
      },
    };
  }

  private counterOf(rule: LimitRule, field: string): Counter {
    let counter = this.counters.get(rule);
    if (!counter) {
      const { points, seconds } = rule;
      this.counters.set(rule, (counter = this.counter({ name: `${field}:${rule.name}`, points, seconds })));
    }
    return counter;
  }

  private digest(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url').slice(0, 32);
  }
}
