import type { Route } from '../../nodes/IdentityResolution/run/lookup';
import { nameOf, profileOf, type Script } from '../support/virtual/fakeService';
import { routeFor, businessProfile, lookupFor, people, personalEmail } from '../support/run/lookups';
import { answerOf } from '../support/virtual/runAssertions';
import { badKey, batchOf, hit, miss, outOfTokens } from '../support/api/replies';
import { always } from '../support/virtual/scripts';
import { simulate } from '../support/virtual/virtualRun';

describe('a route of several steps', () => {
	/** A route for the personal email, and the business profile after a miss. */
	const emailElseProfile =
		(name: string): Route =>
		([email, profile]) => {
			if (email === undefined) return { lookup: lookupFor(personalEmail, name) };
			if (email.outcome.is !== 'not_found') return { outcome: email.outcome };
			return profile === undefined ? { lookup: lookupFor(businessProfile, name) } : { outcome: profile.outcome };
		};

	const onlyHits =
		(emails: readonly string[], profiles: readonly string[]): Script =>
		({ tool, inputs }) => {
			const hits = tool === personalEmail ? emails : profiles;
			const rows = inputs.map((input) => ({
				input,
				results: hits.includes(nameOf(input)) ? { ...profileOf(input), from: tool.name } : null,
			}));
			if (rows.length > 1) return batchOf(rows);
			return rows[0].results === null ? miss() : hit(rows[0].results);
		};

	const script = onlyHits(['person-1', 'person-4'], ['person-1', 'person-2']);

	it('sends only misses of the first tool to the second', async () => {
		const { statuses, rows, service } = await simulate(people(4).map(emailElseProfile), { script });
		expect(statuses).toEqual(['found', 'found', 'not_found', 'found']);
		expect(rows.map((row) => (answerOf(row)?.results as { from?: string }).from)).toEqual([
			personalEmail.name,
			businessProfile.name,
			undefined,
			personalEmail.name,
		]);
		expect(service.requests.map(({ tool, inputs }) => [tool.name, inputs.map(nameOf)])).toEqual([
			[personalEmail.name, people(4)],
			[businessProfile.name, ['person-2']],
			[businessProfile.name, ['person-3']],
		]);
	});

	it('shares its second step with rows whose first step it is', async () => {
		const routes = [
			...people(4).map(emailElseProfile),
			...people(4).map((name) => routeFor(businessProfile, name)),
			emailElseProfile('person-2'),
		];
		const { statuses, service, lookups } = await simulate(routes, { script });
		expect(statuses).toEqual([
			'found',
			'found',
			'not_found',
			'found',
			'found',
			'found',
			'not_found',
			'not_found',
			'found',
		]);
		expect(service.requests.map(({ tool, inputs }) => [tool, inputs.length])).toEqual([
			...Array<unknown>(4).fill([businessProfile, 1]),
			[personalEmail, 4],
		]);
		expect(lookups).toBe(8);
	});

	it('is deferred if the run stops between its steps', async () => {
		const done = await simulate(people(3).map(emailElseProfile), {
			script: (request) => (request.tool === businessProfile ? outOfTokens() : script(request)),
		});
		expect(done.statuses).toEqual(['found', 'deferred', 'deferred']);
		expect(done.rows[1].steps.map(({ outcome }) => outcome.is)).toEqual(['not_found', 'deferred']);
	});

	it('sends nothing more if the run stopped at its first step', async () => {
		const done = await simulate(people(3).map(emailElseProfile), { script: always(badKey) });
		expect(done.statuses).toEqual(['deferred', 'deferred', 'deferred']);
		expect(done.service.requests).toHaveLength(1);
	});
});
