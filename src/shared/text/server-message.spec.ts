import { decodedMessage } from './server-message.js';

describe('messages of the server', () => {
  it.each([
    ['Not+now%21', 'Not now!'],
    ['100% of them', '100% of them'],
    ['Gr%C3%BC%C3%9Fe+%26+more', 'Grüße & more'],
    ['half %C3 a letter, a whole %21', 'half %C3 a letter, a whole !'],
    [' %3Cb%3EStop%3C%2Fb%3E ', '<b>Stop</b>'],
  ])('[PAGE-06] %s is decoded', (message, decoded) => {
    expect(decodedMessage(message)).toBe(decoded);
  });
});
