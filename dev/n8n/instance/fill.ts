export { exampleWorkflows, saveCredential as bringCredential, seed as fill } from './seed';
export { CREDENTIAL_TYPE, isOurs, NODE_TYPE, TRIGGER_TYPE, withCredential } from './workflow';
