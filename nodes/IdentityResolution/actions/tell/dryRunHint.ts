import type { NodeExecutionHint } from 'n8n-workflow';
import type { SettledRow } from '../../run/rows';
import type { Allowance, Plan, Run } from '../../run/run';
import { isFullPage } from '../../run/searchRoute';
import { countKinds, warning } from './hints';
import { counted, grouped } from '../spec/format';
import { explain } from '../write/explanations';

/** Returns the hint of a dry run. @param tools max tools per row; those after the first depend on the answers */
export const dryRunHint = (run: Run, plan: Plan, tools: number): NodeExecutionHint =>
	warning(
		[
			'Dry Run is on: nothing was looked up.',
			rowsSentence(run, plan, tools),
			...accountSentences(run, plan, tools),
		].join(' '),
	);

/** The kinds of rows that need no lookup of their own. */
const NAMES = [
	['blank', 'blank'],
	['complete', 'already complete'],
	['skip_when', 'skipped by Skip When'],
	['suppressed', 'suppressed'],
	['invalid', 'invalid'],
	['planned', 'duplicates'],
] as const;

function rowsSentence({ rows, lookups }: Run, { requests }: Plan, tools: number): string {
	const count = countKinds(rows);
	const counts = NAMES.map(([kind, name]) => [name, count(kind) - (kind === 'planned' ? lookups : 0)] as const)
		.filter(([, number]) => number > 0)
		.map(([name, number]) => `${grouped(number)} ${number === 1 ? name.replace(/s$/, '') : name}`);
	const breakdown = counts.length === 0 ? '' : ` (${counts.join(', ')})`;
	const followUp = followUpOf(rows, tools);
	const verb = followUp === '' ? 'send' : 'begin with';
	const lookedUp = `${counted(lookups, 'distinct lookup')} in ${counted(requests, 'request')}`;
	return `Of ${counted(rows.length, 'row')}${breakdown} a real run would ${verb} ${lookedUp}${followUp}.`;
}

function followUpOf(rows: readonly SettledRow[], tools: number): string {
	if (tools > 1) return ', and then look up missing data with other tools';
	const hasFullPage = rows.some(({ steps }) => steps.some(({ lookup }) => isFullPage(lookup)));
	return hasFullPage ? ', and then request further pages if there are any' : '';
}

function accountSentences({ stop, lookups }: Run, plan: Plan, tools: number): string[] {
	const { allowance } = plan;
	if (lookups === 0) return [];
	if (allowance === null) {
		const why = stop === null ? '' : `: ${lowerFirst(explain(stop).message)}`;
		return [costSentence(plan, Infinity), `The account could not be checked${why}.`];
	}
	const otherTools =
		allowance.refused === 'plan_restricted' && tools > 1
			? ['The plan does not include one of the tools. Other tools are used instead.']
			: [];
	if (allowance.refused !== null && otherTools.length === 0)
		return [`The account does not allow it: ${lowerFirst(explain({ reason: allowance.refused }).message)}.`];
	return [...otherTools, costSentence(plan, allowance.tokensLeft), ...windowSentences(allowance)];
}

function windowSentences({ windows }: Allowance): string[] {
	const limited = windows.filter(({ left }) => left < Infinity);
	return limited.length === 0 ? [] : [`The Fair Use windows have ${limited.map(leftOf).join(', ')} left.`];
}

const PER = { '5h': 'per 5 h', '1w': 'per week' } as const;
const leftOf = ({ unit, per, left }: Allowance['windows'][number]) => `${grouped(left)} ${unit} ${PER[per]}`;

/** @param left tokens that may be spent; Infinity if that limits nothing */
function costSentence({ cost: { tokens, prices } }: Plan, left: number): string {
	if (tokens === Infinity)
		return 'The cost is unknown, because each result of a search is charged. Set Max Tokens to limit it.';
	const basis = prices === 'listed' ? 'prices of the account' : 'estimated, because some prices are unknown';
	const cost = `A real run costs at most ${counted(tokens, 'token')} (${basis}).`;
	if (left === Infinity) return cost;
	return `${cost} ${counted(left, 'token')} may be spent${left >= tokens ? '' : ', which may not be enough'}.`;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
