import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { clockSetBack } from '../../../dev/faultMatrix/clockSetBack';
import { redirectedElsewhere, service, type Place } from '../../../dev/faultMatrix/place';
import { selfSigned } from '../../../dev/faultMatrix/nowhere';
import { errorCode } from '../sandbox/serving';
import { until } from '../../support/until';
import { operationNamed } from './cell';

const RESOLVE = operationNamed('person.resolve');

async function ask({ credential: { baseUrl, apiKey } }: Place, tool: string, body: unknown = {}): Promise<number> {
	const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'user-agent': 'test' };
	const reply = await request(`${baseUrl}/${tool}`, { method: 'POST', headers, body: JSON.stringify(body) });
	await reply.body.dump();
	return reply.statusCode;
}

/** Runs a test at a place, and closes it whatever happens. */
async function at(opening: Promise<Place>, run: (place: Place) => Promise<void>): Promise<void> {
	const place = await opening;
	try {
		await run(place);
	} finally {
		await place.close();
	}
}

it('a fault strikes the first request of each tool, or all of them', async () => {
	const profile = [
		'linkedin_to_business_profile',
		{ linkedin_url: 'https://www.linkedin.com/in/test-found' },
	] as const;
	const email = ['reverse_email_lookup', { email: 'test-found@example.com' }] as const;
	const statuses = async (place: Place) => {
		const seen: number[] = [];
		for (const [tool, body] of [profile, email, profile, email]) seen.push(await ask(place, tool, body));
		return seen;
	};
	await at(service({ kind: 'internal_error' })('first', RESOLVE), async (place) =>
		expect(await statuses(place)).toEqual([500, 500, 200, 200]),
	);
	await at(service({ kind: 'internal_error' })('always', RESOLVE), async (place) =>
		expect(await statuses(place)).toEqual([500, 500, 500, 500]),
	);
});

it('whoever follows a redirect is seen at its end', async () => {
	await at(redirectedElsewhere('always', RESOLVE), async (place) => {
		expect([await ask(place, 'get_account'), place.strays()]).toEqual([302, 0]);
		const { headers } = await request(`${place.credential.baseUrl}/get_account`, { method: 'POST' });
		await request(String(headers.location), { method: 'POST' });
		expect(place.strays()).toBe(1);
	});
});

it('a certificate that nobody signed is shown, and who takes it is seen', async () => {
	await at(selfSigned('always', RESOLVE), async (place) => {
		expect(await errorCode(ask(place, 'get_account'))).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
		expect(place.strays()).toBe(0);
		const trusting = new Agent({ connect: { rejectUnauthorized: false } });
		await request(place.credential.baseUrl, { dispatcher: trusting });
		await trusting.destroy();
		expect(place.strays()).toBe(1);
	});
});

describe('the clock', () => {
	const HOUR = 3_600_000;

	it('is set back once somebody was refused, until the place is closed', async () => {
		const real = Date.now;
		await at(clockSetBack({ kind: 'status', status: 429 })('first', RESOLVE), async (place) => {
			// What must not happen can't be waited for.
			await sleep(500);
			expect(Date.now).toBe(real);
			await ask(place, 'get_account');
			await until(() => Date.now !== real);
			expect(real() - Date.now()).toBeGreaterThan(HOUR - 60_000);
		});
		expect(Date.now).toBe(real);
	});

	it('stays as it is where nobody asks', async () => {
		const real = Date.now;
		const place = await clockSetBack({ kind: 'status', status: 429 })('first', RESOLVE);
		await place.close();
		expect(Date.now).toBe(real);
	});
});
