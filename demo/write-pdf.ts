/** Writes a PDF 1.4 document of one page with a heading and a line. Characters outside Latin-1 are replaced by `?`. */
export function writePdf(title: string, line: string): Buffer {
  const content = `BT /F1 24 Tf 72 760 Td (${escaped(title)}) Tj ET BT /F1 12 Tf 72 724 Td (${escaped(line)}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

function escaped(text: string): string {
  return text
    .replace(/’/g, "'")
    .replace(/\u202f/g, ' ')
    .replace(/[^\x20-\xff]/g, '?')
    .replace(/[\\()]/g, '\\$&');
}
