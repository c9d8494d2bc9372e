import type { Step } from './contender';

/** n8n's own Code node, set to run once for all rows, which is its default. */
export const codeNode = (jsCode: string): Step => ({
	name: 'Code',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode },
});
