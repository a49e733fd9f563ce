// Loaded before the backend (`node --import`): kills its own process at a statement about a payment, in a way that no handler can notice.
//
// KILL_FILE names a JSON file. While it exists, statements are counted, and the process is killed:
//   { "statement": 3 }              before the third one is sent to the database
//   { "before": "^commit" }         before the first one that matches is sent
//   { "sent": "^commit" }           right after the first one that matches was sent, before its answer is read
// The counted statements are written to KILL_FILE with the suffix `.log`, one JSON string per line. The last line is the statement at which
// the process died: its result is never read, so that nothing follows from it, and later statements of other connections are not written.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setImmediate } from 'node:timers';
import pg from '../../../build/server/bundle/pg.mjs';

const file = process.env.KILL_FILE;
const ABOUT_PAYMENTS = /payment_event|customer_order/;
/** Connections in a transaction: their statements may be about a payment, whatever the statement's text. */
const inTransaction = new WeakSet();
let wanted;
let count = 0;
let isDying = false;

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (config, ...rest) {
  const text = (typeof config === 'string' ? config : (config?.text ?? '')).trim();
  if (isDying || !isCounted(this, text)) return query.call(this, config, ...rest);
  count += 1;
  appendFileSync(`${file}.log`, `${JSON.stringify(text)}\n`);
  const isAwaited = wanted.before !== undefined && new RegExp(wanted.before).test(text);
  if (count === wanted.statement || isAwaited) process.kill(process.pid, 'SIGKILL');
  const answer = query.call(this, config, ...rest);
  // The statement has been sent at this point.
  if (wanted.sent !== undefined && new RegExp(wanted.sent).test(text)) {
    isDying = true;
    this.connection.stream.pause();
    setImmediate(() => process.kill(process.pid, 'SIGKILL'));
  }
  return answer;
};

function isCounted(client, text) {
  const begins = /^(begin|start transaction)/.test(text);
  if (begins) inTransaction.add(client);
  const isInTransaction = inTransaction.has(client);
  if (/^(commit|rollback)/.test(text)) inTransaction.delete(client);
  if (!existsSync(file)) wanted = undefined;
  else wanted ??= JSON.parse(readFileSync(file, 'utf8'));
  return wanted !== undefined && (isInTransaction || ABOUT_PAYMENTS.test(text));
}
