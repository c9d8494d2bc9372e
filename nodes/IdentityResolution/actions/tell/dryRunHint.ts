import type { NodeExecutionHint } from 'n8n-workflow';
import type { RunCost } from '../../run/cost';
import type { Plan, Run } from '../../run/run';
import { counted, grouped, verbFor } from '../spec/format';
import { explain } from '../write/explanations';
import { warning, type Tally } from './summary';

/**
 * Returns the hint of a dry run.
 * @param tools max tools per row; those after the first depend on the answers
 */
export const dryRunHint = (run: Run, plan: Plan, tally: Tally, tools: number): NodeExecutionHint =>
	warning(
		[
			'Dry Run is on: nothing was looked up.',
			rowsSentence(run, plan, tally, followUpOf(tally, tools)),
			...accountSentences(run, plan, tools),
		].join(' '),
	);

/** The kinds of rows that need no lookup of their own. */
const NAMES = [
	['blank', 'blank'],
	['complete', 'already complete'],
	['answered_before', 'answered before'],
	['suppressed', 'suppressed'],
	['invalid', 'invalid'],
	['planned', 'duplicates'],
] as const;

function rowsSentence(
	{ rows, lookups }: Run,
	{ requests }: Plan,
	{ count, known }: Tally,
	followUp: string,
): string {
	const others = NAMES.map(
		([kind, name]) => [name, count(kind) - (kind === 'planned' ? lookups : 0)] as const,
	);
	const counts = [['known before', known] as const, ...others]
		.filter(([, number]) => number > 0)
		.map(
			([name, number]) =>
				`${grouped(number)} ${number === 1 ? name.replace(/s$/, '') : name}`,
		);
	const breakdown = counts.length === 0 ? '' : ` (${counts.join(', ')})`;
	const verb = followUp === '' ? 'send' : 'begin with';
	const lookedUp = `${counted(lookups, 'distinct lookup')} in ${counted(requests, 'request')}`;
	return `Of ${counted(rows.length, 'row')}${breakdown} a real run would ${verb} ${lookedUp}${followUp}.`;
}

function followUpOf({ fullPages }: Tally, tools: number): string {
	if (tools > 1) return ', and then look up missing data with other tools';
	return fullPages > 0 ? ', and then request further pages if there are any' : '';
}

function accountSentences(
	{ stop, lookups }: Run,
	{ allowance, cost }: Plan,
	tools: number,
): string[] {
	if (lookups === 0) return [];
	if (allowance === null) {
		const why = stop && `: ${lowerFirst(explain(stop).message)}`;
		return [
			costSentence(cost, Infinity),
			...personalEmails(cost, null),
			`The account could not be checked${why ?? ''}.`,
		];
	}
	const isLessInPlan = allowance.refused === 'plan_restricted' && tools > 1;
	if (allowance.refused !== null && !isLessInPlan)
		return [
			`The account does not allow it: ${lowerFirst(explain({ reason: allowance.refused }).message)}.`,
		];
	const windows = allowance.windows
		.filter(({ left }) => left < Infinity)
		.map(({ unit, per, left }) => `${grouped(left)} ${unit} ${PER[per]}`);
	const sentences = [costSentence(cost, allowance.tokensLeft)];
	if (isLessInPlan)
		sentences.unshift(
			'The plan does not include one of the tools. Other tools are used instead.',
		);
	sentences.push(...phoneSentences(cost, allowance.phoneTokensLeft));
	if (!isLessInPlan) sentences.push(...personalEmails(cost, allowance.hasPersonalEmails));
	if (windows.length > 0) sentences.push(`The Fair Use windows have ${windows.join(', ')} left.`);
	return sentences;
}

const PER = { '5h': 'per 5 h', '1w': 'per week' } as const;

/** @param left tokens that may be spent; Infinity if that limits nothing */
function costSentence({ most, least, hits, unlisted }: RunCost, left: number): string {
	if (most === Infinity) {
		const limit =
			left === Infinity
				? 'Set Max Tokens to limit it'
				: `At most ${counted(left, 'token')} can be spent`;
		return `The cost is unknown, because each result of a search may be charged. ${limit}.`;
	}
	const atLeast = `If everything is found, a real run costs at least ${counted(least, 'token')}`;
	const charges = hits === Infinity ? '' : `, and ${counted(hits, 'hit')} may be charged`;
	const cost = {
		nothing: `A real run costs at most ${counted(most, 'token')} (prices of the account), if no answer is lost.`,
		phones: `${atLeast}, and the phones, whose price the account does not list.`,
		some: `${atLeast}. The account does not list every price${charges}.`,
	}[unlisted];
	if (left === Infinity) return cost;
	const needed = unlisted === 'nothing' ? most : least;
	return `${cost} ${counted(left, 'token')} ${verbFor(left, 'is')} left to spend${unlessEnough(left, needed)}.`;
}

const unlessEnough = (left: number, needed: number): string =>
	left < needed ? ', which may not be enough' : '';

/** @param left phone tokens; Infinity if unlimited, null if unknown */
function phoneSentences({ phones }: RunCost, left: number | null): string[] {
	if (phones === 0 || left === Infinity) return [];
	const needed = `Each phone that is found, ${grouped(phones)} at most, also needs a phone token`;
	if (left === null) return [`${needed}. The account does not report how many are left.`];
	return [
		`${needed}: ${grouped(left)} ${verbFor(left, 'is')} left${unlessEnough(left, phones)}.`,
	];
}

/** @param areInPlan null if unknown */
function personalEmails({ tools }: RunCost, areInPlan: boolean | null): string[] {
	if (!tools.some((tool) => tool.onlyWithPersonalEmails)) return [];
	const plan = areInPlan === null ? 'need a plan that includes them, and ' : '';
	return [`Personal emails ${plan}cover only people in the US.`];
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
