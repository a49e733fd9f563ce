// Behaviours of a few lines, in one chunk: separate chunks would add the names of their files to every page.
export { fadeOnScroll } from '../features/jobs/detail/fade-on-scroll';
export { nameSource } from '../features/jobs/detail/name-source';
export { startCopy } from '../components/ui/buttons/start-copy';
export { startLengthNote } from '../components/ui/forms/start-length-note';
export { startSlides } from '../components/ui/media/start-slides';
