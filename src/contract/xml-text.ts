/** What XML 1.0 has no way to write: control characters, halves of surrogate pairs and the two that are no characters. */
const NO_CHARACTER =
  // eslint-disable-next-line no-control-regex -- that is what it is for
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

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
