import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
/** Of 16 bits: a /64, the least that a subscriber is given (RFC 6177). */
const COUNTED_GROUPS = 4;

/**
 * @param address an IP address, with a zone or without
 * @returns what is counted as one visitor: an IPv4 address, or the /64 of an IPv6 one. What is no address is returned as it is.
 */
export function addressBlock(address: string): string {
  const plain = address.split('%', 1)[0]!.toLowerCase();
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped && isIPv4(mapped)) return mapped;
  const [head = '', tail] = plain.split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  // An IPv4 address at the end stands for two groups, which a /64 leaves out anyway.
  const written = before.length + after.length + (plain.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array<string>(GROUPS - written).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, COUNTED_GROUPS);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}
