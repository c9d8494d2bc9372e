import { HEM, PROFILE, REVERSE, serviceUnder, urlOf, verdict, part } from './asking';

const status = (reply: { body: unknown }) => part(reply, 'status');

test('a tool may find fewer people than the others, or more', () => {
	const { ask, service } = serviceUnder({ hitRate: 1, toolHitRates: { [REVERSE]: 0 } });
	expect(status(ask(REVERSE, { email: 'ada-fernsby-7@example.com' }))).toBe('not_found');
	expect(status(ask(HEM, { email: 'ada-fernsby-7@example.com' }))).toBe('ok');
	service.configure({ hitRate: 0, toolHitRates: { [REVERSE]: 1 } });
	expect(status(ask(REVERSE, { email: 'ada-fernsby-7@example.com' }))).toBe('ok');
	expect(status(ask(PROFILE, { linkedin_url: urlOf('ada-fernsby-7') }))).toBe('not_found');
});

test('what one tool finds at a higher rate holds whatever it finds at a lower one', () => {
	const emails = Array.from({ length: 200 }, (_, number) => `person-${number}@example.com`);
	const found = (rate: number) => {
		const { ask } = serviceUnder({ toolHitRates: { [HEM]: rate } });
		return emails.filter((email) => status(ask(HEM, { email })) === 'ok');
	};
	expect(found(0.8)).toEqual(expect.arrayContaining(found(0.4)));
	expect(found(0.4).length).toBeLessThan(found(0.8).length);
});

test('a test identifier is found whatever the rate', () => {
	const { ask } = serviceUnder({ toolHitRates: { [HEM]: 0 } });
	expect(verdict(ask(HEM, { email: 'test-found@example.com' }))).toBe('200');
	expect(status(ask(HEM, { email: 'test-found@example.com' }))).toBe('ok');
});
