import type { Identifier } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import type { Reading } from '../../../nodes/IdentityResolution/api/replies/reading';

/** Narrows a reading to answers. Throws for a refusal. */
export function answersOf(reading: Reading) {
	if (reading.is !== 'answers') throw new Error(`${JSON.stringify(reading)} has no answers`);
	return reading;
}

/** The refusal of a reading. Throws for answers. */
export function refusalOf(reading: Reading) {
	if (reading.is !== 'refusal') throw new Error('The reply has answers');
	return reading.refusal;
}

/** Expects answers to requested identifiers alone. */
export function expectAllAccountedFor(reading: Reading, requested: readonly Identifier[]) {
	if (reading.is === 'refusal') return;
	expect(requested.map(({ key }) => key)).toEqual(expect.arrayContaining([...reading.answers.keys()]));
}

/** The email of a result, whether or not its payload is nested. */
export function emailIn(results: unknown): string | null {
	const emails = JSON.stringify(results ?? null).match(/[\w-]+@example\.net/g) ?? [];
	expect(emails.length).toBeLessThan(2);
	return emails[0] ?? null;
}
