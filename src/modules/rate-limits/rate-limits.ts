import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { Counter, CounterOptions } from './counters.js';
import { LIMIT_RULES, type LimitedCall, type LimitRule, OTHER_MUTATIONS } from './limit-rules.js';

/** `succeeded` must be called after a successful call, such as a login with the right password. */
export type LimitOutcome = { ok: true; succeeded: () => Promise<void> } | { ok: false; retryAfterSeconds: number };

/** A rule that applies to a call, and its counter. */
interface CountedRule {
  rule: LimitRule;
  counter: Counter;
  key: string;
  points: number;
}

/** Limits how often a visitor may call operations that can be used for guessing, or that send mails (AUTH-18). */
export class RateLimits {
  private readonly counters = new Map<LimitRule, Counter>();
  private readonly key: string;

  /**
   * @param counter returns the counter with the given name, which all processes share
   * @param secret key of the hash that hides whom a counter belongs to
   */
  constructor(
    private readonly counter: (options: CounterOptions) => Counter,
    secret: string,
  ) {
    this.key = `rate limits ${secret}`;
  }

  /** Whether calls of a field are counted. */
  static counts(field: string, isMutation: boolean): boolean {
    return isMutation || Object.hasOwn(LIMIT_RULES, field);
  }

  /** Counts the call. */
  async use(call: LimitedCall): Promise<LimitOutcome> {
    const used: CountedRule[] = [];
    for (const counted of this.rulesFor(call)) {
      const waitMs = await counted.counter.use(counted.key, counted.points);
      if (waitMs > 0) return { ok: false, retryAfterSeconds: Math.ceil(waitMs / 1000) };
      used.push(counted);
    }
    return {
      ok: true,
      async succeeded() {
        for (const { rule, counter, key } of used) if (rule.forgive) await counter.forgive(key, rule.forgive);
      },
    };
  }

  /** @returns for how many seconds the call would be refused now; 0 if it is allowed. Counts nothing. */
  async wait(call: LimitedCall): Promise<number> {
    for (const { counter, key, points } of this.rulesFor(call)) {
      const waitMs = await counter.wait(key, points);
      if (waitMs > 0) return Math.ceil(waitMs / 1000);
    }
    return 0;
  }

  private rulesFor(call: LimitedCall): CountedRule[] {
    const rules = Object.hasOwn(LIMIT_RULES, call.field) ? LIMIT_RULES[call.field]! : OTHER_MUTATIONS;
    const counted = { ...call, address: addressBlock(call.address) };
    return rules.flatMap((rule) => {
      const text = rule.key(counted);
      if (text === undefined) return [];
      const counter = this.counterOf(rule, rules === OTHER_MUTATIONS ? 'mutation' : call.field);
      return [{ rule, counter, key: this.digest(text), points: rule.cost?.(counted) ?? 1 }];
    });
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

const GROUPS = 8;
/** Number of 16-bit groups: a /64, the smallest block that a subscriber gets (RFC 6177). */
const COUNTED_GROUPS = 4;

/**
 * @param address an IP address, with or without a zone
 * @returns the key of a visitor: an IPv4 address, or the /64 prefix of an IPv6 address. Invalid addresses are returned unchanged.
 */
export function addressBlock(address: string): string {
  const plain = address.split('%', 1)[0]!.toLowerCase();
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped && isIPv4(mapped)) return mapped;
  const [head = '', tail] = plain.split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  // An IPv4 address at the end represents two groups, which are not part of a /64 prefix.
  const written = before.length + after.length + (plain.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array<string>(GROUPS - written).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, COUNTED_GROUPS);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}
