import type { INodeParameters } from 'n8n-workflow';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { emailOf } from '../../../dev/sandbox/people';
import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { jsonAnswer, okAnswer } from '../../support/node/answers';
import { column, hintsOf, runOperation } from '../../support/node/nodeRun';
import {
	ANY,
	BEST,
	byTool,
	HEM,
	HEM_TO_LINKEDIN,
	people,
	PHONE,
	PROFILE,
	resolve,
	REVERSE,
	TO_LINKEDIN,
	WORK,
} from '../../support/node/resolveRun';
import { sandboxes } from '../../support/node/sandboxes';
import { hostileServers, type RawAnswer, type Received } from '../../support/wire/hostileServer';

/** A service that has the tools of the contract, and answers 404 to all others (contract: What the service does). */
const CONTRACT: SettingsPatch = { offers: 'contract' };
const NOT_IN_CONTRACT = [ANY, PHONE, TO_LINKEDIN, HEM_TO_LINKEDIN];
const CONCURRENCY = 5;
const node = { onError: 'continueRegularOutput' } as const;

const start = sandboxes();
const respond = hostileServers();

const rows = people.slice(0, 45).map((person, row) => {
	if (row % 3 === 0) return { linkedin: `https://www.linkedin.com/in/${person.slug}`, email: '' };
	return { linkedin: '', email: row % 3 === 1 ? emailOf(person) : md5OfEmail(emailOf(person)) };
});

describe('with only the tools of the contract', () => {
	it.each(['workEmail', 'personalEmail', 'anyEmail', 'mobilePhone', 'linkedinProfile', 'company', 'profile'])(
		'%s is found by the tools that there are',
		async (want) => {
			const sandbox = await start(CONTRACT);
			const run = await runOperation(sandbox, resolve([want], rows, { node }));
			const statuses = column(run, 'enriched_status');
			expect(statuses.filter((status) => status === 'found').length).toBeGreaterThan(29);
			expect(statuses.filter((status) => status !== 'found' && status !== 'skipped')).toEqual([]);
			expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
		},
	);

	it.each(['workEmail', 'anyEmail', 'mobilePhone', 'linkedinProfile'])(
		'a miss is not found, has nothing to resume, and names the tools once: %s',
		async (want) => {
			const sandbox = await start({
				...CONTRACT,
				toolHitRates: Object.fromEntries([REVERSE, HEM, PROFILE, WORK, BEST].map((tool) => [tool, 0])),
			});
			const emails = people.slice(0, 30).map((person) => ({ email: emailOf(person) }));
			const run = await runOperation(
				sandbox,
				resolve([want], emails, { node, options: { concurrency: CONCURRENCY } }),
			);
			expect(new Set(column(run, 'enriched_status'))).toEqual(new Set(['not_found']));
			expect(new Set(column(run, 'enriched_resume'))).toEqual(new Set([null]));
			const requests = byTool(sandbox);
			const unoffered = Object.keys(requests).filter((tool) => NOT_IN_CONTRACT.includes(tool));
			// Requests that were in flight before the first answer.
			for (const tool of unoffered) expect(requests[tool]).toBeLessThanOrEqual(CONCURRENCY);
			const texts = hintsOf(run)
				.split('\n')
				.filter((text) => text.includes('does not offer'));
			expect(texts).toHaveLength(1);
			for (const tool of unoffered) expect(texts[0].split(tool)).toHaveLength(2);
			expect(run.hints.map(({ type }) => type)).not.toContain('danger');
		},
	);
});

describe('60 tokens for 100 emails of which each needs one for the profile and two for the work email', () => {
	const emails = people.slice(0, 100).map((person) => ({ email: emailOf(person) }));
	const finished = async (service: { url: string; key: string }, options: INodeParameters) => {
		const run = await runOperation(service, resolve(['workEmail'], emails, { options, node }));
		expect(column(run, 'enriched_status')).toHaveLength(100);
		return column(run, 'enriched_work_email').filter(Boolean).length;
	};

	const LIMITS: Array<[string, number, INodeParameters]> = [
		['balance', 60, {}],
		['Max Tokens', 1_000, { maxTokens: 60 }],
	];

	it.each(LIMITS)('finish 20 rows that only the profile tool can finish: %s', async (_what, tokens, limits) => {
		const settings = { account: { tokens }, missingTools: [WORK], prices: { [PROFILE]: 2 } };
		const sandbox = await start({ ...CONTRACT, ...settings });
		expect([await finished(sandbox, limits), sandbox.ledger.summary().tokensCharged]).toEqual([20, 60]);
	});

	it.each(LIMITS)('finish 20 rows if each tool reports what it charges: %s', async (_what, balance, limits) => {
		const account = new Account(balance);
		const service = await respond((received) => account.answer(received));
		expect([await finished(service, limits), balance - account.left]).toEqual([20, 60]);
	});

	it('finish 20 rows of a balance one by one if the work email does not report its price', async () => {
		const sandbox = await start({ ...CONTRACT, prices: { [WORK]: 2 }, account: { tokens: 60 } });
		expect(await finished(sandbox, { concurrency: 1 })).toBe(20);
	});
});

/** A service with an account that pays one token per profile and two per work email, and reports both. */
class Account {
	constructor(public left: number) {}

	answer({ tool, inputs }: Received): RawAnswer {
		if (tool === 'get_account')
			return okAnswer({ token_balance: this.left, status: 'active', unlimited: false, plan: 'test' });
		if (tool === REVERSE) return this.charge(inputs.slice(0, 1), 1, (email) => ({ linkedinurl: profileOf(email) }));
		if (tool === WORK) return this.charge(inputs, 2, (url) => ({ email: `${slugOf(url)}@example.com` }));
		return jsonAnswer({ error: { code: 'unknown_tool', message: 'No such tool' } }, 404);
	}

	private charge(inputs: string[], price: number, data: (input: string) => object): RawAnswer {
		const paid = inputs.slice(0, Math.floor(this.left / price));
		this.left -= paid.length * price;
		const metadata = { tokens_charged: paid.length * price, tokens_remaining: this.left };
		const error = { code: 'insufficient_tokens', message: 'The balance is too low' };
		if (paid.length === 0) return jsonAnswer({ error, metadata }, 402);
		if (inputs.length === 1) return okAnswer(data(paid[0]), { metadata });
		const results = paid.map((input) => ({ input, data: data(input), status: 'ok' }));
		return okAnswer(results, { metadata, ...(paid.length < inputs.length && { error }) });
	}
}

const slugOf = (text: string) => text.replace(/^.*\/in\//, '').replace(/[^a-z0-9]/gi, '-');
const profileOf = (email: string) => `https://www.linkedin.com/in/${slugOf(email)}`;
