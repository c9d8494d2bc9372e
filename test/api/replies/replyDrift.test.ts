import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import type { Identifier } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { readReply } from '../../../nodes/IdentityResolution/api/replies/readReply';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { getAccount } from '../../../nodes/IdentityResolution/api/account/account';
import { businessProfile, identify, personalEmail } from '../../support/run/lookups';
import { answersOf } from '../../support/api/readings';
import { http } from '../../support/api/replies';

const ADA = identify(personalEmail, 'ada-example');
const BOB = identify(personalEmail, 'bob-example');

describe('readReply reports drift', () => {
	const driftOf = (tool: Tool, requested: readonly Identifier[], body: unknown) =>
		answersOf(readReply(tool, requested, http(200, body), 0)).drift;
	const valid = { email: 'ada@example.net', risk_score: 'A', last_validated_at: null };

	const validRows = [
		{ index: 0, ...valid },
		{ index: 1, ...valid },
	];

	it('only if a reply departs from the contract', () => {
		expect(driftOf(personalEmail, [ADA], { results: valid, status: 'ok', metadata: {} })).toEqual([]);
		expect(driftOf(personalEmail, [ADA], { results: {}, status: 'not_found', metadata: {} })).toEqual([]);
		expect(driftOf(personalEmail, [ADA, BOB], { results: validRows, status: 'ok', metadata: {} })).toEqual([]);
		expect(
			driftOf(personalEmail, [ADA, BOB], {
				results: [validRows[0], { index: 1, status: 'not_found' }],
				status: 'ok',
				metadata: {},
			}),
		).toEqual([]);
	});

	it('for a field of another type', () => {
		const [drift, ...more] = driftOf(personalEmail, [ADA], { results: { ...valid, email: 42 }, status: 'ok' });
		expect(drift).toMatch(/^results\.email: /);
		expect(more).toEqual([]);
	});

	it('for a nested field', () => {
		const requested = identify(businessProfile, 'ada-example');
		expect(
			driftOf(businessProfile, [requested], { results: { company: { revenue: 5 } }, status: 'ok' })[0],
		).toMatch(/^results\.company\.revenue: /);
	});

	it('for results that are not an object', () => {
		expect(driftOf(getAccount, [readBody({})], { results: 'active', status: 'ok' })[0]).toMatch(/^results: /);
	});

	it.each(['found', 'OK', 'x'.repeat(100)])('for the status %j', (status) => {
		expect(driftOf(personalEmail, [ADA], { results: valid, status })).toEqual([
			`status is ${JSON.stringify(status.slice(0, 40))}`,
		]);
	});

	it('for the status of a whole batch', () => {
		expect(driftOf(personalEmail, [ADA, BOB], { results: validRows, status: 'done' })).toEqual([
			'status is "done"',
		]);
	});

	it('once for several rows', () => {
		const rows = [ADA, BOB].map(({ value }) => ({
			input: value,
			status: 'found',
			data: { ...valid, risk_score: 1 },
		}));
		const drift = driftOf(personalEmail, [ADA, BOB], { results: rows, status: 'ok' });
		expect(drift).toEqual(['status is "found"', expect.stringMatching(/^results\.risk_score: /)]);
	});

	it('for at most three fields, without their values', () => {
		const results = {
			first_name: ['Secret'],
			last_name: ['Secret'],
			title: ['Secret'],
			seniority: ['Secret'],
			country: ['Secret'],
		};
		const drift = driftOf(businessProfile, [identify(businessProfile, 'ada-example')], { results, status: 'ok' });
		expect(drift).toHaveLength(3);
		expect(drift.join()).not.toContain('Secret');
	});
});
