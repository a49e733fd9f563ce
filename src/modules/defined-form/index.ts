export { definedFormFiles, isFileRule } from './defined-form-files.js';
export { neighbour } from './steps.js';
