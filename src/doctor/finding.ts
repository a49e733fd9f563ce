/** What one check of the installation found. */
export interface Finding {
  /** What was looked at: `database`. */
  check: string;
  state: 'ok' | 'warning' | 'failed';
  /** In a sentence without a full stop. It holds no secret. */
  found: string;
  /** What to do about it, where something is to be done. */
  fix?: string;
}

export type Check = () => Promise<readonly Finding[]>;

const MARKS = { ok: 'ok     ', warning: 'WARNING', failed: 'FAILED ' };

/** @returns the line that is printed */
export function formatFinding({ check, state, found, fix }: Finding): string {
  return `${MARKS[state]}  ${check}: ${found}${fix ? ` — ${fix}` : ''}`;
}

/** @returns the exit status that monitoring goes by: 0 all is well, 1 something should be looked at, 2 something does not work */
export function exitStatus(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ state }) => state === 'failed')) return 2;
  return findings.some(({ state }) => state === 'warning') ? 1 : 0;
}

/** Runs a check; what it could not foresee is a failure of what it looks at, not the end of the others. */
export async function runCheck(name: string, check: Check): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [{ check: name, state: 'failed', found: reasonOf(error) }];
  }
}

/** The message of an error; of several addresses of a host, the first one's. */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const message = first instanceof Error ? first.message : String(first);
  return (message || 'it does not answer').split('\n', 1)[0]!.replace(/\.$/, '');
}
