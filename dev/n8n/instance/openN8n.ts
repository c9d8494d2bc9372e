export { openN8n, type OpenN8n } from './testbed';
