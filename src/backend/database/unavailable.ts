const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);
// Connection exceptions, too many connections, and a server that shuts down or starts.
const SQL_STATES = /^(08...|53300|57P0[123])$/;
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|driver has already been destroyed|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Whether an error means that the database does not answer, and not that it was asked wrongly. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (SOCKET_CODES.has(code) || SQL_STATES.test(code))) return true;
  return MESSAGES.test(error.message);
}

/** Whether a text that reached the database holds what no text there can hold: NUL, or broken UTF-8. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '22021';
}
