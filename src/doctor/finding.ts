/** Result of a check of the installation. */
export interface Finding {
  /** Subject of the check, for example `database`. */
  check: string;
  state: 'ok' | 'warning' | 'failed';
  /** Description without a full stop. It must not contain secrets. */
  found: string;
  /** Instruction for the operator, if there is a problem. */
  fix?: string;
}

export type Check = () => Promise<readonly Finding[]>;

const MARKS = { ok: 'ok     ', warning: 'WARNING', failed: 'FAILED ' };

/** @returns the line to print */
export function formatFinding({ check, state, found, fix }: Finding): string {
  return `${MARKS[state]}  ${check}: ${found}${fix ? ` — ${fix}` : ''}`;
}

/** @returns the exit status for monitoring: 0 no problems, 1 warnings, 2 something does not work */
export function exitStatus(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ state }) => state === 'failed')) return 2;
  return findings.some(({ state }) => state === 'warning') ? 1 : 0;
}

/** Runs a check. An unexpected error is reported as a failure of its subject, so that the other checks still run. */
export async function runCheck(name: string, check: Check): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [{ check: name, state: 'failed', found: reasonOf(error) }];
  }
}

/** @returns the message of an error; if a host has several addresses, that of the first one */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const message = first instanceof Error ? first.message : String(first);
  return (message || 'it does not answer').split('\n', 1)[0]!.replace(/\.$/, '');
}
