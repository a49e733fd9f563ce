import { checkFile } from './check-file';

const MAX_COUNT = 1000;
const file = (name: string, text: string) => new File([Uint8Array.from(Buffer.from(text, 'latin1'))], name);

describe('checkFile', () => {
  it.each([
    ['cv.pdf', '%PDF-1.7'],
    ['CV.PDF', '%PDF-1.7'],
    ['photo.jpeg', '\xff\xd8\xff\xe0'],
    ['photo.png', '\x89PNG\r\n\x1a\n'],
    ['photo.webp', 'RIFF....WEBP'],
    ['cv.docx', 'PK\x03\x04'],
    ['CV.odt', 'PK\x03\x04'],
    // The type is determined by the content: the server renames the file.
    ['photo.png', '\xff\xd8\xff\xe0'],
  ])('[APP-02] takes %s', async (name, text) => {
    expect(await checkFile(file(name, text), MAX_COUNT)).toBeUndefined();
  });

  it.each([
    ['cv.pdf', 'MZ', 'type'],
    ['cv.exe', '%PDF-1.7', 'type'],
    ['cv', '%PDF-1.7', 'type'],
    ['cv.docm', 'PK\x03\x04', 'type'],
    ['cv.pdf', 'PK\x03\x04', 'type'],
    ['photo.svg', '<svg/>', 'type'],
    ['constructor', '%PDF-1.7', 'type'],
    ['a.constructor', '%PDF-1.7', 'type'],
    ['cv.pdf', '', 'empty'],
    ['cv.pdf', `%PDF-1.7${'x'.repeat(MAX_COUNT)}`, 'size'],
  ])('[APP-02] refuses %s', async (name, text, violation) => {
    expect(await checkFile(file(name, text), MAX_COUNT)).toBe(violation);
  });
});
