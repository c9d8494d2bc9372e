// The rules of n8n's package scan, so that editors and `npm run lint` report findings before `npm run scan` does.
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const SHIPPED = ['nodes/**/*.{ts,json}', 'credentials/**/*.{ts,json}'];

export const n8nRules = [
	{
		files: ['package.json', ...SHIPPED],
		languageOptions: { parser: tseslint.parser },
		linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
		plugins: { 'n8n-nodes-base': nodesBase },
	},
	{
		...n8nCommunityNodesPlugin.configs.recommended,
		files: ['package.json', ...SHIPPED],
	},
	{
		files: SHIPPED,
		rules: { 'no-console': 'error' },
	},
	{
		files: ['package.json'],
		rules: nodesBase.configs.community.rules,
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...nodesBase.configs.credentials.rules,
			// The scan disables these: one is for n8n's own nodes, the community plugin has a better version of the
			// other.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...nodesBase.configs.nodes.rules,
			// The scan disables these: outputs may be computed, and an API may have a maximum.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
];
