export { temporaryFolder } from './cleanups';
