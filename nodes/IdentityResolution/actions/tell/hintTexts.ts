import type { NodeExecutionHint } from 'n8n-workflow';
import type { Column } from '../../api/person/columns';
import type { AnswerStore } from '../../run/answerStore';
import type { Known } from '../read/earlierAnswers';
import type { SuppressionList } from '../read/suppressionList';
import { counted, grouped, verbFor } from '../spec/format';
import { firstFew } from '../write/explanations';
import { info, warning, type Tally } from './summary';

export const conflictHint = (rows: number): NodeExecutionHint =>
	warning(
		`${counted(rows, 'row')} got an answer about another person, which the columns do not show: see the reason. ` +
			'Correct the identifiers that belong to different people.',
	);

export const doubtfulHint = (rows: number): NodeExecutionHint =>
	warning(
		`${counted(rows, 'row')} got an answer with another LinkedIn profile, which may be the same person, renamed. ` +
			'Check the rows whose reason says so.',
	);

/** Names the tools of Resolve that the account cannot use; null if it can use all. */
export function notOfferedHint({ notOffered: tools }: Tally): NodeExecutionHint | null {
	if (tools.size === 0) return null;
	return info(
		`The service does not offer ${[...tools].join(', ')} to this account. Resolve used its other tools.`,
	);
}

export function driftHint(drift: ReadonlyMap<string, number>): NodeExecutionHint {
	const departures = [...drift]
		.slice(0, 5)
		.map(([departure, times]) => `${departure} (${counted(times, 'time')})`);
	return warning(
		`The service's answers differ from its documentation: ${departures.join('; ')}. Output: Raw has them unchanged.`,
	);
}

export function renamedToolHint(renamed: ReadonlyMap<string, string>): NodeExecutionHint {
	const names = [...renamed].map(([name, other]) => `${other} instead of ${name}`);
	return info(`The node used ${names.join(' and ')}, which the service does not have.`);
}

export function unrecognizedHint({
	fields,
	rows,
}: {
	fields: ReadonlySet<string>;
	rows: number;
}): NodeExecutionHint {
	const have = `${counted(rows, 'row')} ${verbFor(rows, 'has')}`;
	const names = [...fields].slice(0, 5).join(', ');
	return warning(
		`${have} paid data in fields that the node does not recognize: ${names}. Set Output to Raw to see them.`,
	);
}

export const errorsKeptHint = (errors: number): NodeExecutionHint =>
	warning(
		`${counted(errors, 'row')} ${errors === 1 ? 'counts as an error' : 'count as errors'}: see the status and ` +
			'reason columns. The node did not fail, so that the other rows keep their results.',
	);

export const rejectedTextsHint = (texts: number): NodeExecutionHint =>
	warning(
		`${counted(texts, 'text')} of known answers ${verbFor(texts, 'was')} ignored: cut, changed, or signed with ` +
			'another Signing Secret. Store the column answers as text, unchanged.',
	);

export const RETRY_ON_FAIL = warning(
	'Retry On Fail is on. Switch it off: the node retries by itself if nothing was charged, but n8n would run ' +
		'all rows again.',
);

export const TEXT_BODY = warning(
	'Body is text with expressions in it, so that a cell can add fields to its request. Use one expression for the whole ' +
		'Body, such as {{ { "email": $json.email } }}.',
);

/** Reports rows of the input *Known* that were not used, and why. */
export function knownHints(
	{ rows, texts }: Pick<Known, 'rows' | 'texts'>,
	{ expired }: Pick<AnswerStore, 'expired'>,
): NodeExecutionHint[] {
	const unusable =
		'The rows at the input Known contain no answers of this node. Pass its column answers as it was written, under ' +
		'a name that ends in answers.';
	const hints: NodeExecutionHint[] = [];
	if (rows > 0 && texts === 0) hints.push(warning(unusable));
	if (expired > 0)
		hints.push(info(`${counted(expired, 'known answer')} expired, because of Max Age.`));
	return hints;
}

export const otherStatusHint = (rows: number): NodeExecutionHint =>
	warning(
		`${counted(rows, 'row')} had the status of another operation, and ${verbFor(rows, 'was')} skipped or ` +
			'charged again because of it. Give each operation a Column Prefix of its own.',
	);

export const chargedAgainHint = (rows: number): NodeExecutionHint =>
	warning(
		`${counted(rows, 'row')} found before ${verbFor(rows, 'was')} charged again. To skip such rows, set Rows ` +
			'Answered Before to Skip Found.',
	);

/** @param mode of *Rows Answered Before* */
export function worseEmailsHint(rows: number, mode: unknown): NodeExecutionHint {
	const have = `${counted(rows, 'row')} ${verbFor(rows, 'has')}`;
	const charged = `${have} an email worse than Minimum Grade, which was charged.`;
	const remedy =
		'To not pay for it again, store this output, and set Rows Answered Before to Skip Found and Not Found.';
	return warning(mode === 'skipAnswered' ? charged : `${charged} ${remedy}`);
}

/** Columns that the hint about hidden data names. */
const MOST_HIDDEN = 4;

export function hiddenDataHint(hidden: ReadonlyMap<Column, number>): NodeExecutionHint {
	const byRows = [...hidden].sort(([, a], [, b]) => b - a);
	const named = byRows
		.slice(0, MOST_HIDDEN)
		.map(([column, rows]) => `${column} (${counted(rows, 'row')})`);
	const more =
		byRows.length > MOST_HIDDEN ? ` and ${byRows.length - MOST_HIDDEN} more columns` : '';
	return info(
		`Also returned: ${named.join(', ')}${more}. Output: Everything Found shows it in later runs; to look up the same ` +
			'rows again is charged again.',
	);
}

/**
 * Reports what of the suppression list counts.
 * @param counts of the rows, and of results of searches
 */
export function suppressionHints(
	{ entries, nameless, columns }: Omit<SuppressionList, 'suppression' | 'problem'>,
	{ rows, suppressed, leftOut }: { rows: number; suppressed: number; leftOut: number },
): NodeExecutionHint[] {
	const hints: NodeExecutionHint[] = [];
	if (nameless > 0 && nameless < entries)
		hints.push(
			warning(
				`${counted(nameless, 'row')} at the input Suppressed ${verbFor(nameless, 'names')} no person: without a ` +
					'LinkedIn address, an email or a hash of one. A name alone suppresses no one.',
			),
		);
	if (suppressed * 5 > rows)
		hints.push(
			warning(
				`${grouped(suppressed)} of ${counted(rows, 'row')} ${verbFor(suppressed, 'is')} on the suppression ` +
					'list. Check that the right list is connected to Suppressed.',
			),
		);
	if (leftOut > 0)
		hints.push(
			info(
				`${counted(leftOut, 'result')} about people on the suppression list ${verbFor(leftOut, 'was')} left out.`,
			),
		);
	if (columns.size > 0) {
		const named = [...columns]
			.sort(([, a], [, b]) => b - a)
			.map(([column, count]) => `${grouped(count)} by ${column}`);
		hints.push(
			info(`The suppression list has ${counted(entries, 'row')}: ${firstFew(named, 4)}.`),
		);
	}
	return hints;
}
