import { keepResults, writeResume, type StoredAnswer } from '../../../nodes/IdentityResolution/api/resume';
import { signer } from '../../../nodes/IdentityResolution/api/signature';

/** Signs as a node with this API key does. */
export const SIGN = signer('key_of_the_tests');

/** A resume text that a node with the same API key wrote. */
export const resumeText = (answers: readonly StoredAnswer[], sign = SIGN): string =>
	writeResume(answers, sign, keepResults).text;
