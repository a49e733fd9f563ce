import type { WrittenMail } from './written-mail.js';

/** For programs, and people, that do without HTML. */
export function layOutText({ sender, texts, text, link }: WrittenMail): string {
  const { paragraphs, button, after = [] } = text;
  const parts = [
    ...(text.isQuoted ? [] : [texts.greeting]),
    ...paragraphs,
    ...(link === undefined ? [] : [button ? `${button}\n${link}` : link]),
    ...after,
    ...(text.isQuoted ? [] : [texts.farewell(sender.title)]),
    `-- \n${text.reason ?? texts.reason(sender.title)}\n${texts.questions} ${sender.contactEmail}`,
  ];
  return `${parts.join('\n\n')}\n`;
}
