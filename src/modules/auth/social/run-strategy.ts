import type { Strategy } from 'passport';

/** Result of a Passport strategy. */
export type StrategyOutcome<User> =
  | { kind: 'success'; user: User }
  | { kind: 'redirect'; url: string }
  /** The user refused, or the check of the state failed. */
  | { kind: 'fail'; reason: string }
  /** A technical failure. */
  | { kind: 'error'; error: Error };

type Request = Parameters<Strategy['authenticate']>[0];

/** The part of a request that OAuth strategies read. */
export interface StrategyRequest {
  query: Record<string, unknown>;
}

/**
 * Runs a strategy in the same way as Passport's own middleware, without Express: its actions are set on an object that inherits from the
 * strategy (Passport, "Strategy" API: `success`, `fail`, `redirect`, `pass`, `error`).
 *
 * @param options passed to the strategy's `authenticate`
 * @param limitMs time limit after which the result is an error
 */
export function runStrategy<User>(
  strategy: Strategy,
  request: StrategyRequest,
  options: object,
  limitMs: number,
): Promise<StrategyOutcome<User>> {
  return new Promise((resolve) => {
    const settle = (outcome: StrategyOutcome<User>): void => {
      clearTimeout(timer);
      resolve(outcome);
    };
    const late = () => settle({ kind: 'error', error: new Error(`No answer in ${limitMs} ms`) });
    const timer = setTimeout(late, limitMs);
    const actions = {
      success: (user: User) => settle({ kind: 'success', user }),
      redirect: (url: string) => settle({ kind: 'redirect', url }),
      fail: (challenge?: unknown) => settle({ kind: 'fail', reason: reasonOf(challenge) }),
      pass: () => settle({ kind: 'fail', reason: 'passed' }),
      error: (error: unknown) => settle({ kind: 'error', error: asError(error) }),
    };
    const augmented = Object.assign(Object.create(strategy) as Strategy, actions);
    try {
      // Passport's type requires its own extended request, whose additions are not needed here.
      (augmented.authenticate as (this: Strategy, request: Request, options: object) => void).call(
        augmented,
        request as unknown as Request,
        options,
      );
    } catch (error) {
      actions.error(error);
    }
  });
}

function reasonOf(challenge: unknown): string {
  if (typeof challenge === 'string') return challenge;
  const message = (challenge as { message?: unknown } | undefined)?.message;
  return typeof message === 'string' ? message : 'refused';
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
