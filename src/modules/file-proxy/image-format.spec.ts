import { imageFormat } from './image-format.js';

describe('imageFormat', () => {
  const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

  it('takes AVIF for larger pictures and WebP for small ones', () => {
    expect(imageFormat(chrome, 640)).toBe('avif');
    expect(imageFormat(chrome, 96)).toBe('webp');
    expect(imageFormat('image/webp,*/*', 640)).toBe('webp');
  });

  it.each([undefined, '', '*/*', 'image/*', 'image/png', 'image/webp;q=0', 'image/avif; q=0.0, image/webp;q=0', 'x'])(
    'stays with what every browser reads for %p',
    (accept) => {
      expect(imageFormat(accept, 640)).toBe('plain');
    },
  );

  it('reads weights', () => {
    expect(imageFormat('image/avif;q=0, image/webp;q=0.5', 640)).toBe('webp');
    expect(imageFormat('image/avif;q=0.9', 640)).toBe('avif');
  });
});
