import type { NodeExecutionHint } from 'n8n-workflow';

/** How the node's sentence begins that sums the run up in counts. */
const COUNTS = /^[\d,]+ rows?, [\d,]+ distinct lookups?, /;

/** Where it goes on with its own parameter Skip When. */
const SKIP_WHEN = /, run the written rows again with Skip When .*$/s;

/**
 * What the node's hints say beyond the counts of the summary, a line each: what may have been charged without an answer, why the run
 * stopped early and when to come back among it.
 * @param written the enriched sheet
 */
export function remarksOf(hints: readonly NodeExecutionHint[], written: string): string[] {
	return hints.map(({ message }) => remark(message, written).replaceAll('&lt;', '<')).filter((line) => line !== '');
}

function remark(message: string, written: string): string {
	if (COUNTS.test(message)) return message.split('. ').slice(1).join('. ');
	return message.replace(
		SKIP_WHEN,
		() => `: npm start -- --file ${quoted(written)} --skip-answered, with the other flags as they were`,
	);
}

const quoted = (file: string) => (/^[\w./\\:-]+$/.test(file) ? file : JSON.stringify(file));
