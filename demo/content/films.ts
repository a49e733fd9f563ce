/** Films with an open licence. */
export const FILMS = ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', 'https://vimeo.com/1084537'];
