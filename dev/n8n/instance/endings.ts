export { Cleanups as Endings, startAll as begin } from './cleanups';
