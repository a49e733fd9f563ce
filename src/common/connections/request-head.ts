const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * What is wrong with the Host of a request. Which site answers, and what its pages say of their own address, follows from it; proxies and
 * servers that read two of them differently would answer one visitor with what belongs to another.
 *
 * @param rawHeaders names and values in turn, as they were sent
 * @returns undefined when there is one host at most, written as hosts are
 */
export function hostError(host: string | undefined, rawHeaders: readonly string[]): string | undefined {
  if (host !== undefined && !HOST.test(host)) return 'The Host header is not a host.';
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1 ? 'There is more than one Host header.' : undefined;
}

/** Whether a body follows the head of a request. */
export function announcesBody(headers: { 'content-length'?: string; 'transfer-encoding'?: string }): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}
