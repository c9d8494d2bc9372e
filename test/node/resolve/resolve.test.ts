import type { IDataObject } from 'n8n-workflow';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { SOURCES } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { emailOf } from '../../../dev/sandbox/people';
import type { Sandbox } from '../../../dev/sandbox/server';
import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { people, resolve, SERVICES } from '../../support/node/resolveRun';
import { BEST, HEM, HEM_TO_LINKEDIN, PHONE, PROFILE, REVERSE, TO_LINKEDIN, WORK } from '../../support/node/toolNames';
import { sandboxes } from '../../support/node/sandboxes';
import { inFastTime } from '../../support/node/fastTime';

/** After the first attempt. */
const MAX_RETRIES = 3;

const start = sandboxes();
inFastTime();
const NO_TOOL = 404;

/** A service with the prices that the node expects. */
const PRICES: SettingsPatch = {
	prices: Object.fromEntries(SOURCES.map(({ tool, tokens }) => [tool.name, tokens])),
	phonePrice: 5,
};

/** The grade of Bad's work email is E. */
const { 0: ada, 8: bad } = people;
const linkedin = `https://www.linkedin.com/in/${ada.slug}`;
const email = emailOf(ada);
const md5 = md5OfEmail(email);
const keys = { linkedin: `linkedin:${ada.slug}`, email: `email:${email}`, hem: `hem:${md5}` };

/** Every lookup request to a tool that exists: the tool, the person, and whether it includes the phone. */
const requests = ({ ledger }: Sandbox) =>
	ledger
		.requests()
		.filter(({ tool, status }) => !['get_account', 'get_billing'].includes(tool) && status !== NO_TOOL)
		.map(({ tool, keys: people, phone }) => `${tool} ${people.join(', ')}${phone === 'with' ? ' with phone' : ''}`);

/** The filled columns of the node, without their prefix. */
const nodeColumns = (row: IDataObject) =>
	Object.fromEntries(
		Object.entries(row)
			.filter(([name, value]) => name.startsWith('enriched_') && value !== null)
			.map(([name, value]) => [name.replace('enriched_', ''), value]),
	);

const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;

interface Case {
	is: string;
	row: IDataObject;
	want: string[];
	/** Tools that return only misses. */
	misses?: string[];
	settings?: SettingsPatch;
	options?: OperationRun['options'];
	requests: string[];
	tokens: number;
	/** Expected columns, without prefix. */
	out: IDataObject;
	/** Columns that must be empty. */
	without?: string[];
	/** What is different on a service that has only the tools of the contract. */
	ofContract?: Pick<Partial<Case>, 'requests' | 'tokens' | 'out' | 'without'>;
}

const CASES: Case[] = [
	{
		is: 'a LinkedIn profile uses the cheapest tool with the wanted data',
		row: { linkedin },
		want: ['personalEmail'],
		requests: [`${BEST} ${keys.linkedin}`],
		tokens: 1,
		out: { status: 'found', personal_email: email, sources: `personal_email: ${BEST}` },
		without: ['reason', 'full_name'],
	},
	{
		is: 'a LinkedIn profile uses no tool that is not made for its wants',
		row: { linkedin },
		want: ['personalEmail', 'workEmail'],
		misses: [BEST, WORK],
		requests: [BEST, WORK].map((tool) => `${tool} ${keys.linkedin}`),
		tokens: 0,
		out: { status: 'not_found' },
	},
	{
		is: 'a LinkedIn profile uses one dearer tool for two wants instead of two that cost more together',
		row: { linkedin },
		want: ['company', 'workEmail'],
		requests: [`${PROFILE} ${keys.linkedin}`],
		tokens: 2,
		out: { status: 'found', company_name: ada.company.name, work_email: ada.workEmail },
		without: ['reason'],
	},
	{
		is: 'a LinkedIn profile tries further tools for an email of the wanted grade, and keeps what it paid for',
		row: { linkedin: `in/${bad.slug}` },
		want: ['workEmail'],
		options: { minGrade: 'aOrB' },
		// The business profile has no grades, and is not requested.
		requests: [`${WORK} linkedin:${bad.slug}`],
		tokens: 1,
		out: {
			status: 'not_found',
			work_email: bad.workEmail,
			reason: 'Not found: a work email (only one of grade E, which was charged)',
		},
	},
	{
		is: 'a LinkedIn profile is skipped if only that is wanted',
		row: { linkedin, email },
		want: ['linkedinProfile'],
		requests: [],
		tokens: 0,
		out: { status: 'skipped', reason: 'The row already has all wanted data' },
	},
	{
		is: 'an email continues with its MD5 after a miss',
		row: { email },
		want: ['workEmail'],
		misses: [REVERSE, TO_LINKEDIN],
		requests: [`${TO_LINKEDIN} ${keys.email}`, `${HEM_TO_LINKEDIN} ${keys.hem}`, `${WORK} ${keys.linkedin}`],
		tokens: 2,
		out: { status: 'found', work_email: ada.workEmail },
		ofContract: {
			requests: [`${REVERSE} ${keys.email}`, `${HEM} ${keys.hem}`, `${WORK} ${keys.linkedin}`],
			tokens: 3,
		},
	},
	{
		is: 'an MD5 passes the LinkedIn profile of the tool for its company on to the tool for phones',
		row: { md5 },
		want: ['company', 'mobilePhone'],
		requests: [`${HEM} ${keys.hem}`, `${PHONE} ${keys.linkedin} with phone`],
		tokens: 3,
		out: { status: 'found', mobile_phone: `+${ada.phone}`, company_name: ada.company.name },
		// The node learns too late that the tool for phones is not offered.
		ofContract: { requests: [`${HEM} ${keys.hem}`, `${PROFILE} ${keys.linkedin} with phone`], tokens: 9 },
	},
	{
		is: 'a LinkedIn profile and an email is not found if all tools miss',
		row: { linkedin, email },
		want: ['profile'],
		misses: [REVERSE, HEM, PROFILE],
		requests: [`${REVERSE} ${keys.email}`, `${HEM} ${keys.hem}`, `${PROFILE} ${keys.linkedin}`],
		tokens: 0,
		out: { status: 'not_found' },
		without: ['reason', 'sources'],
	},
	{
		is: 'a wanted phone is looked up without it if the phone tokens are used up',
		row: { linkedin },
		want: ['profile', 'mobilePhone'],
		settings: { account: { phoneTokens: 0 } },
		requests: [`${PHONE} ${keys.linkedin} with phone`, `${PROFILE} ${keys.linkedin}`],
		tokens: 2,
		out: {
			status: 'deferred',
			reason: 'insufficient_phone_tokens: The phone tokens are used up. Top them up, then run this row again',
			title: ada.title,
		},
		without: ['mobile_phone'],
		ofContract: {
			requests: [`${PROFILE} ${keys.linkedin} with phone`, `${PROFILE} ${keys.linkedin}`],
			out: {
				status: 'deferred',
				reason: `insufficient_phone_tokens: Looked up without the phone. For the phone, ${PROFILE} is charged again: choose Look Up Again`,
				title: ada.title,
			},
		},
	},
	{
		is: 'an email keeps the data of the other tools, and is deferred if a tool keeps failing',
		row: { email },
		want: ['profile', 'workEmail'],
		settings: { faults: [{ kind: 'internal_error', tool: WORK }] },
		requests: [`${REVERSE} ${keys.email}`, ...Array<string>(1 + MAX_RETRIES).fill(`${WORK} ${keys.linkedin}`)],
		tokens: 1,
		out: {
			status: 'deferred',
			title: ada.title,
			reason: matching(/^service_down: The service is unavailable .*Run this row again later/),
		},
	},
];

const expectedOf = (offers: string, { ofContract, ...one }: Case): Case =>
	offers === 'contract' ? { ...one, ...ofContract } : one;

describe.each(SERVICES)('with $service, a row with', ({ offers }) => {
	it.each(CASES.map((one) => expectedOf(offers, one)))(
		'$is',
		async ({ row, want, misses = [], settings = {}, options, requests: expected, tokens, out, without = [] }) => {
			const sandbox = await start({
				...PRICES,
				offers,
				...settings,
				toolHitRates: Object.fromEntries(misses.map((tool) => [tool, 0])),
			});
			const run = await runOperation(sandbox, resolve(want, [row], { options }));
			const [columns] = rowsOf(run).map(nodeColumns);
			expect(requests(sandbox)).toEqual(expected);
			expect(sandbox.ledger.summary().tokensCharged).toBe(tokens);
			expect(columns).toMatchObject(out);
			expect(without.filter((column) => column in columns)).toEqual([]);
			expect(Object.values(columns).filter((cell) => typeof cell === 'object')).toEqual([]);
		},
	);
});
