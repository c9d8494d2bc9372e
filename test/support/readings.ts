import type { Identifier } from '../../nodes/IdentityResolution/api/identifiers/identifier';
import type { Reading } from '../../nodes/IdentityResolution/api/replies/reading';

/** A reading that must answer something. */
export function answersOf(reading: Reading) {
	if (reading.is !== 'answers') throw new Error(`${JSON.stringify(reading)} answers nothing`);
	return reading;
}

/** Why a reading that must answer nothing does not. */
export function refusalOf(reading: Reading) {
	if (reading.is !== 'refusal') throw new Error('The reply answers something');
	return reading.refusal;
}

/** Every identifier asked stands exactly once among the answers or the unanswered, unless the whole is a refusal. */
export function expectAllAccountedFor(reading: Reading, asked: readonly Identifier[]) {
	if (reading.is === 'refusal') return;
	const keys = [...reading.answers.keys(), ...reading.unanswered];
	expect([...keys].sort()).toEqual(asked.map(({ key }) => key).sort());
}

/** The e-mail of a result, wherever its payload stands. */
export function emailIn(results: unknown): string | null {
	const emails = JSON.stringify(results ?? null).match(/[\w-]+@example\.net/g) ?? [];
	expect(emails.length).toBeLessThan(2);
	return emails[0] ?? null;
}
