import { lookupOf, type Route } from '../../nodes/IdentityResolution/run/lookup';
import { businessProfile, lookupFor, personalEmail, routeFor } from '../support/run/lookups';
import { DEFERRED } from '../support/run/settledRows';
import { simulate } from '../support/virtual/virtualRun';

const ada = lookupFor(businessProfile, 'ada-example');

describe('a lookup that a closed tool makes useless', () => {
	/** Reports the lookup as not sent, then looks up the personal email. */
	const route: Route = (steps) => {
		if (steps.length === 0) return { unsent: ada, outcome: DEFERRED };
		const [, email] = steps;
		return email === undefined ? { lookup: lookupFor(personalEmail, 'ada-example') } : { outcome: email.outcome };
	};

	it('is a step with the outcome of the tool, not sent and free', async () => {
		const { rows, service, lookups } = await simulate([route]);
		expect(rows[0].steps[0]).toMatchObject({
			lookup: ada,
			outcome: DEFERRED,
			record: { attempts: 0, charged: 0, rows: 1 },
			showsCharge: true,
		});
		expect([service.tools, lookups]).toEqual([[personalEmail.name], 1]);
	});

	it('does not end its row', async () => {
		expect((await simulate([route])).statuses).toEqual(['found']);
	});

	it('is sent for another row that needs it', async () => {
		const { statuses, service } = await simulate([route, routeFor(businessProfile, 'ada-example')]);
		expect(statuses).toEqual(['found', 'found']);
		expect(service.tools.sort()).toEqual([businessProfile.name, personalEmail.name].sort());
	});
});

it('the key of a lookup is that of its tool and its identifier, with and without the phone', () => {
	for (const phone of ['with', 'without'] as const)
		expect(lookupOf(businessProfile, ada.identifier, phone).key).toBe(
			'linkedin_to_business_profile linkedin:ada-example',
		);
});
