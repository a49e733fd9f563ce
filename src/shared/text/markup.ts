/** Escapes text between tags and within double-quoted attributes of HTML and XML. */
export function escapeHtml(text: string): string {
  if (!/[&<>"]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Characters that XML 1.0 cannot represent: control characters, unpaired surrogates and two noncharacters (XML 1.0, 2.2). */
const NO_CHARACTER = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Escapes text between tags and within double-quoted attributes. Characters that XML cannot represent are removed. */
export function escapeXml(text: string): string {
  return text
    .replace(NO_CHARACTER, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Wraps text or HTML in a CDATA section. An end marker within the text is split into two sections. */
export function cdata(text: string): string {
  return `<![CDATA[${text.replace(NO_CHARACTER, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
