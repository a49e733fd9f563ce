import type { JobDescriptionEvents } from '#contract/job-form/job-description.js';
import { sanitizedGeneratedText } from '#contract/defined-form/sanitized-rich-text.js';

type Send = <Name extends keyof JobDescriptionEvents>(event: Name, data: JobDescriptionEvents[Name]) => void;

/** Sanitizing again costs a millisecond, and nobody reads faster. */
const PAUSE_MS = 150;

const CODE_FENCE = /^\s*```(?:html)?\s*|\s*```\s*$/gi;
const MARKDOWN_LINK = /\[([^\]\n]{1,200})\]\([^()\s]*\)/g;
/** A tag or a character reference of which only the beginning has come. */
const UNFINISHED = /<[^>]*$|&[#\w]*$/;

/** Sends a text as it grows: sanitized as a whole each time, of which only the end that has changed is sent. */
export class DraftWriter {
  private written = '';
  private sent = '';
  private sentAt = 0;

  constructor(
    private readonly send: Send,
    private readonly now: () => number = Date.now,
  ) {}

  add(text: string): void {
    this.written += text;
    if (this.now() - this.sentAt < PAUSE_MS) return;
    this.sendText(this.written.replace(UNFINISHED, ''));
  }

  /** @returns whether there is any text */
  end(): boolean {
    this.sendText(this.written);
    return this.sent !== '';
  }

  private sendText(written: string): void {
    this.sentAt = this.now();
    const html = sanitizedGeneratedText(written.replace(CODE_FENCE, '').replace(MARKDOWN_LINK, '$1'));
    if (html === this.sent) return;
    const start = commonLength(this.sent, html);
    this.sent = html;
    this.send('text', { start, html: html.slice(start) });
  }
}

function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length += 1;
  return length;
}
