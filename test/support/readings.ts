import type { Reading } from '../../nodes/IdentityResolution/api/reading';

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
