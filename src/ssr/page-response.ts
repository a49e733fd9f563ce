import type { Writable } from 'node:stream';

/** What an address was answered with, as it was made for one request. */
export interface PageResponse {
  status: number;
  /** Without those that differ from visitor to visitor: caching, encoding, request id. */
  headers: Record<string, string>;
  /** It is for this visitor alone: no cache keeps it, not even the browser's. */
  personal?: boolean;
  setCookies: readonly string[];
  /** Undefined while parts of it are late. Empty for a redirect. */
  html?: string;
  /** Sends a page whose parts are late, as they come. */
  pipe?: (writable: Writable) => void;
  /** Whether others may be sent the same: it is whole and holds nothing of its request. */
  shareable: boolean;
  /** Whether the backend gave everything that was asked for. */
  complete: boolean;
  /** When it was made, and until when what it says of time is true; milliseconds since 1970. */
  madeAt: number;
  until: number;
}
