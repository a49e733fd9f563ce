import { imageSources } from './image-sources';

describe('imageSources', () => {
  it('requests the displayed width, and twice that width for dense screens', () => {
    expect(imageSources('/files/1/logo.png', 48)).toEqual({
      src: '/files/1/logo.png?w=48',
      srcSet: '/files/1/logo.png?w=96 2x',
    });
  });

  it.each(['/files/1/logo.svg', 'https://elsewhere.example/files/1/logo.png', '/files/1/logo.png?v=2', '/logo.png'])(
    'leaves %s alone',
    (url) => {
      expect(imageSources(url, 72)).toEqual({ src: url });
    },
  );
});
