import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import type { Identifier } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { readReply } from '../../../nodes/IdentityResolution/api/replies/readReply';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { getAccount } from '../../../nodes/IdentityResolution/api/tools/getAccount';
import { businessProfile, identify, personalEmail } from '../../support/lookups';
import { answersOf } from '../../support/readings';
import { http } from '../../support/replies';

const ADA = identify(personalEmail, 'ada-example');
const BOB = identify(personalEmail, 'bob-example');

describe('where a reply departs from the contract it says so', () => {
	const driftOf = (tool: Tool, asked: readonly Identifier[], body: unknown) =>
		answersOf(readReply(tool, asked, http(200, body), 0)).drift;
	const inOrder = { email: 'ada@example.net', risk_score: 'A', last_validated_at: null };

	const rowsInOrder = [
		{ index: 0, ...inOrder },
		{ index: 1, ...inOrder },
	];

	it('and is silent where it does not', () => {
		expect(driftOf(personalEmail, [ADA], { results: inOrder, status: 'ok', metadata: {} })).toEqual([]);
		expect(driftOf(personalEmail, [ADA], { results: {}, status: 'not_found', metadata: {} })).toEqual([]);
		expect(driftOf(personalEmail, [ADA, BOB], { results: rowsInOrder, status: 'ok', metadata: {} })).toEqual([]);
		expect(
			driftOf(personalEmail, [ADA, BOB], {
				results: [rowsInOrder[0], { index: 1, status: 'not_found' }],
				status: 'ok',
				metadata: {},
			}),
		).toEqual([]);
	});

	it('of a field with another type', () => {
		const [drift, ...more] = driftOf(personalEmail, [ADA], { results: { ...inOrder, email: 42 }, status: 'ok' });
		expect(drift).toMatch(/^results\.email: /);
		expect(more).toEqual([]);
	});

	it('of a field inside another', () => {
		const asked = identify(businessProfile, 'ada-example');
		expect(driftOf(businessProfile, [asked], { results: { company: { revenue: 5 } }, status: 'ok' })[0]).toMatch(
			/^results\.company\.revenue: /,
		);
	});

	it('of a record that is none', () => {
		expect(driftOf(getAccount, [readBody({})], { results: 'active', status: 'ok' })[0]).toMatch(/^results: /);
	});

	it.each(['found', 'OK', 'x'.repeat(100)])('of a status such as %j', (status) => {
		expect(driftOf(personalEmail, [ADA], { results: inOrder, status })).toEqual([
			`status is ${JSON.stringify(status.slice(0, 40))}`,
		]);
	});

	it('of a status of the whole batch', () => {
		expect(driftOf(personalEmail, [ADA, BOB], { results: rowsInOrder, status: 'done' })).toEqual([
			'status is "done"',
		]);
	});

	it('once, however many rows do', () => {
		const rows = [ADA, BOB].map(({ value }) => ({
			input: value,
			status: 'found',
			data: { ...inOrder, risk_score: 1 },
		}));
		const drift = driftOf(personalEmail, [ADA, BOB], { results: rows, status: 'ok' });
		expect(drift).toEqual(['status is "found"', expect.stringMatching(/^results\.risk_score: /)]);
	});

	it('in a few lines that repeat nothing of what was found', () => {
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
