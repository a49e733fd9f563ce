import { MESSAGE_LINK, MESSAGE_TAGS } from '#shared/text/server-message.js';

/**
 * Shows a message of the server in an element. Almost all messages are plain text; for a message with HTML (PAGE-06),
 * the sanitizer is loaded, and until then only the text is shown.
 */
export async function showMessage(element: HTMLElement, message: string): Promise<void> {
  if (!/[<&]/.test(message)) {
    element.textContent = message;
    return;
  }
  // A separate document runs no scripts and loads nothing.
  element.textContent = new DOMParser().parseFromString(message, 'text/html').body.textContent;
  element.innerHTML = await safeHtml(message);
}

/** @returns sanitised HTML of a message of the server, in which no script can run (PAGE-06) */
export async function safeHtml(message: string): Promise<string> {
  if (!/[<&]/.test(message)) return message;
  const { default: purifier } = await import('dompurify');
  purifier.addHook('afterSanitizeAttributes', keepLinksSafe);
  const html = purifier.sanitize(message, { ALLOWED_TAGS: [...MESSAGE_TAGS], ALLOWED_ATTR: ['href'] });
  purifier.removeHook('afterSanitizeAttributes', keepLinksSafe);
  return html;
}

function keepLinksSafe(node: Element): void {
  if (node.localName !== 'a') return;
  if (MESSAGE_LINK.test(node.getAttribute('href') ?? '')) node.setAttribute('rel', 'nofollow noopener');
  else node.removeAttribute('href');
}
