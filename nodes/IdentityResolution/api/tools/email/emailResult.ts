import { z } from 'zod/v4';

const text = z.string().nullable().optional();

/** The result of the tools that return one email and that the contract does not specify: a miss may omit fields. */
export const emailResult = z.looseObject({ email: text, risk_score: text, last_validated_at: text });
