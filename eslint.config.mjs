import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { n8nRules } from './dev/scripts/lint/n8nRules.mjs';
import { LAYERED, layers } from './dev/scripts/lint/layers.mjs';

const NAMELESS = '{util,utils,helper,helpers,Util,Utils,Helper,Helpers}';

export default defineConfig(
	{ ignores: ['dist*/', 'out/', 'coverage/', '.playground/'] },
	n8nRules,
	{
		files: ['**/*.ts'],
		extends: [js.configs.recommended, tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: { project: 'tsconfig.project.json', tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'@typescript-eslint/no-explicit-any': 'error',
			// As in tsc: a leading underscore marks a parameter that is only there for its position.
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
			// These three report correct code: n8n's interfaces that must return a promise, plain functions in objects,
			// and `unknown` values whose type was checked before.
			'@typescript-eslint/require-await': 'off',
			'@typescript-eslint/unbound-method': 'off',
			'@typescript-eslint/no-base-to-string': 'off',
		},
	},
	{
		files: ['**/*.{js,cjs,mjs}'],
		extends: [js.configs.recommended],
		languageOptions: { globals: { console: 'readonly', URL: 'readonly' } },
	},
	{
		files: ['*.js', '**/*.cjs'],
		languageOptions: {
			sourceType: 'commonjs',
			globals: { process: 'readonly', __dirname: 'readonly' },
		},
	},
	layers,
	{
		...LAYERED,
		rules: { 'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }] },
	},
	{ files: ['{nodes,credentials}/**/*.ts'], rules: { 'no-nested-ternary': 'error' } },
	{
		files: [`**/${NAMELESS}/**`, `**/${NAMELESS}.*`],
		rules: {
			'no-restricted-syntax': [
				'error',
				{ selector: 'Program', message: 'Name the file or folder by its job, not utils or helpers.' },
			],
		},
	},
);
