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
  const { code, message } = partsOf(error);
  if (typeof code === 'string' && (SOCKET_CODES.has(code) || SQL_STATES.test(code))) return true;
  return typeof message === 'string' && MESSAGES.test(message);
}

/** Whether a text that reached the database holds what no text there can hold: NUL, or broken UTF-8. */
export function isUnstorableText(error: unknown): boolean {
  return partsOf(error).code === '22021';
}

// By its parts and not by its class: an error of another realm is none of ours, and GraphQL wraps such a one.
function partsOf(error: unknown): { code?: unknown; message?: unknown } {
  if (typeof error !== 'object' || error === null) return {};
  return 'thrownValue' in error ? partsOf(error.thrownValue) : error;
}
