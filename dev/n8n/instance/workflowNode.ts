export { workflowNode } from './workflow';
