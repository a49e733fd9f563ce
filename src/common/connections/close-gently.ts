import type { Socket } from 'node:net';

const PATIENCE_MS = 2000;
const CHECK_MS = 50;
/** Of what still comes; it is read and thrown away. */
const MAX_BYTES = 4_000_000;

/**
 * Ends a connection after an answer that was sent before all of its request had come. Closed at once, the operating system would answer
 * what still comes with a reset, and the client would lose the answer with it: so it is told that nothing more follows, and given a moment
 * to hear that.
 */
export function closeGently(socket: Socket): void {
  socket.end();
  const [before, endsAt] = [socket.bytesRead, Date.now() + PATIENCE_MS];
  const timer = setInterval(() => {
    if (Date.now() > endsAt || socket.bytesRead - before > MAX_BYTES) socket.destroy();
  }, CHECK_MS);
  if (socket.destroyed) clearInterval(timer);
  else socket.once('close', () => clearInterval(timer));
}
