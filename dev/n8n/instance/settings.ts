export { environment, type Place } from './n8nProcess';
