const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);
// Connection exceptions, too many connections, and a server that is shutting down or starting.
const SQL_STATES = /^(08...|53300|57P0[123])$/;
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|driver has already been destroyed|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Whether an error means that the database is unavailable, as opposed to a faulty statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = partsOf(error);
  if (typeof code === 'string' && (SOCKET_CODES.has(code) || SQL_STATES.test(code))) return true;
  return typeof message === 'string' && MESSAGES.test(message);
}

/** Whether a text sent to the database contains characters it cannot store: NUL or invalid UTF-8. */
export function isUnstorableText(error: unknown): boolean {
  return partsOf(error).code === '22021';
}

// Checks properties instead of the class: `instanceof` fails for an error of another realm, and GraphQL wraps such errors.
function partsOf(error: unknown): { code?: unknown; message?: unknown } {
  if (typeof error !== 'object' || error === null) return {};
  return 'thrownValue' in error ? partsOf(error.thrownValue) : error;
}
