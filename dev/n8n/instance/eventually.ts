export { waitFor as eventually } from './waitFor';
