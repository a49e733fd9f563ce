/** For text between tags and within attributes in double quotes, of HTML and of XML. */
export function escapeHtml(text: string): string {
  if (!/[&<>"]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
