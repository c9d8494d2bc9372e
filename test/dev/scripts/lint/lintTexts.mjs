// Lints texts from standard input as if they stood at the given paths. A process of its own, because Jest can't load
// ESLint's configuration, which is an ES module.
import { text } from 'node:stream/consumers';
import process from 'node:process';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const cases = JSON.parse(await text(process.stdin));
const eslint = new ESLint({
	// The paths need not exist, so there are no types to be had.
	overrideConfig: { files: ['**/*.ts'], ...tseslint.configs.disableTypeChecked },
});

const rulesOf = async ({ filePath, code }) => {
	const [result] = await eslint.lintText(code, { filePath });
	return result.messages.map(({ ruleId, message }) => ruleId ?? message);
};
process.stdout.write(JSON.stringify(await Promise.all(cases.map(rulesOf))));
