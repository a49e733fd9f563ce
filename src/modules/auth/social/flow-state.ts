import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** What a way in by a provider was begun with; browsers carry it sealed in the state cookie. */
const flowState = z.object({
  /** What the provider gives back. */
  handle: z.string(),
  /** Another provider's callback does not take it. */
  provider: z.string(),
  /** Where to go in the end, absolute. */
  callbackUrl: z.string(),
  role: z.enum(['applicant', 'recruiter']).optional(),
  visitorToken: z.string().optional(),
  /** The provider is to be connected to the account of this session (a digest of it), and nobody is to be logged in. */
  link: z.string().optional(),
});

export type FlowState = z.output<typeof flowState>;

/** @returns undefined for what is none, or another provider's */
export function readFlowState(text: string | undefined, provider: string): FlowState | undefined {
  if (text === undefined) return undefined;
  const read = flowState.safeParse(JSON.parse(text));
  return read.success && read.data.provider === provider ? read.data : undefined;
}

export function isHandle(handle: string, returned: unknown): boolean {
  if (typeof returned !== 'string') return false;
  const [left, right] = [Buffer.from(handle), Buffer.from(returned)];
  return left.length === right.length && timingSafeEqual(left, right);
}
