import type { Strategy } from 'passport';

/** What a strategy of Passport came to. */
export type StrategyOutcome<User> =
  | { kind: 'success'; user: User }
  | { kind: 'redirect'; url: string }
  /** Somebody said no: the person, or the check of the state. */
  | { kind: 'fail'; reason: string }
  /** It could not be found out. */
  | { kind: 'error'; error: Error };

type Request = Parameters<Strategy['authenticate']>[0];

/** The part of a request that strategies of OAuth read. */
export interface StrategyRequest {
  query: Record<string, unknown>;
}

/**
 * Runs a strategy as Passport's own middleware does, without Express: its actions are set on an object that inherits from it (Passport,
 * "Strategy" API: `success`, `fail`, `redirect`, `pass`, `error`).
 *
 * @param options for the strategy's `authenticate`
 * @param limitMs after which it has failed, whatever it still waits for
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
      // Its type asks for an object of Passport's own making, which differs in nothing that matters here.
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
