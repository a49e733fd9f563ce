import type { WrittenMail } from './written-mail.js';

/** For programs, and people, that do without HTML. */
export function layOutText({ sender, texts, text, link }: WrittenMail): string {
  const { paragraphs, button, after = [] } = text;
  const parts = [
    texts.greeting,
    ...paragraphs,
    ...(link === undefined ? [] : [button ? `${button}\n${link}` : link]),
    ...after,
    texts.farewell(sender.title),
    `-- \n${texts.reason(sender.title)}\n${texts.questions} ${sender.contactEmail}`,
  ];
  return `${parts.join('\n\n')}\n`;
}
