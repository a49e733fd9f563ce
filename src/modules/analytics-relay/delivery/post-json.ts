import { Agent as HttpAgent, type ClientRequest, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** Outcome of a request. Only after `unreached` is it certain that the destination has received nothing. */
export type PostResult =
  | { kind: 'answered'; status: number; text: string; retryAfterMs?: number }
  | { kind: 'unreached'; reason: string }
  | { kind: 'unanswered'; reason: string };

const CONNECT_MS = 5_000;
const ANSWER_MS = 10_000;
const MAX_ANSWER_LENGTH = 20_000;
/** Shorter than the keep-alive time of common servers, so that no request is written to a closing connection. */
const IDLE_CONNECTION_MS = 4_000;

const OPTIONS = { keepAlive: true, maxSockets: 16, timeout: IDLE_CONNECTION_MS };

/** Posts JSON and reports whether any byte of it may have been sent, which `fetch` does not. */
export class JsonPoster {
  private readonly http = new HttpAgent(OPTIONS);
  private readonly https = new HttpsAgent(OPTIONS);

  post(address: string, body: string): Promise<PostResult> {
    return new Promise((resolve) => {
      const url = new URL(address);
      const isSecure = url.protocol === 'https:';
      const request = (isSecure ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        agent: isSecure ? this.https : this.http,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      });
      let wasWritten = false;
      let timer = setTimeout(() => request.destroy(new Error(`no connection in ${CONNECT_MS} ms`)), CONNECT_MS);
      onConnected(request, isSecure, () => {
        clearTimeout(timer);
        timer = setTimeout(() => request.destroy(new Error(`no answer in ${ANSWER_MS} ms`)), ANSWER_MS);
        wasWritten = true;
        // Written only now: if no connection is established, nothing of the body can have been sent.
        request.end(body);
      });
      request.on('error', (error) => {
        clearTimeout(timer);
        resolve({ kind: wasWritten ? 'unanswered' : 'unreached', reason: error.message });
      });
      request.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          if (text.length < MAX_ANSWER_LENGTH) text += part;
        });
        response.on('end', () => {
          clearTimeout(timer);
          const seconds = Number(response.headers['retry-after']);
          const retryAfterMs = seconds > 0 ? seconds * 1000 : undefined;
          resolve({ kind: 'answered', status: response.statusCode ?? 0, text, retryAfterMs });
        });
        response.on('error', (error) => {
          clearTimeout(timer);
          resolve({ kind: 'unanswered', reason: error.message });
        });
      });
      // Node sends the headers together with the first byte of the body, so opening the connection sends nothing.
      request.on('close', () => clearTimeout(timer));
    });
  }

  close(): void {
    this.http.destroy();
    this.https.destroy();
  }
}

function onConnected(request: ClientRequest, isSecure: boolean, then: () => void): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) then();
    else socket.once(isSecure ? 'secureConnect' : 'connect', then);
  });
}
