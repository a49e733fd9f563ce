/** What XML 1.0 has no way to write: control characters, halves of surrogate pairs and the two that are no characters (XML 1.0, 2.2). */
const NO_CHARACTER = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** For text between tags and within attributes in double quotes. What XML cannot hold is left out. */
export function escapeXml(text: string): string {
  return text
    .replace(NO_CHARACTER, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** For text, or HTML, that is to be read as it is. An end mark within it is cut in two sections. */
export function cdata(text: string): string {
  return `<![CDATA[${text.replace(NO_CHARACTER, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
