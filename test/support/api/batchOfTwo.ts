import { matchRows } from '../../../nodes/IdentityResolution/api/replies/matchRows';
import { linkedinToBestPersonalEmailUsa } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { identify } from '../run/lookups';

export const tool = linkedinToBestPersonalEmailUsa;
export const ADA = 'linkedin:ada-example';
export const BOB = 'linkedin:bob-example';
/** The identifiers of a batch of two lookups. */
export const requested = ['ada-example', 'bob-example'].map((slug) => identify(tool, slug));

export const adas = { email: 'ada@example.net' };
export const bobs = { email: 'bob@example.net' };
export const profileUrl = (slug: string) => `https://www.linkedin.com/in/${slug}`;

export const match = (results: unknown, batch: 'whole' | 'partial' = 'whole') =>
	matchRows(tool, results, requested, batch);

/** The matched email of each identifier; null for a miss. */
export const matchedEmails = (results: unknown, batch?: 'whole' | 'partial') =>
	Object.fromEntries(
		[...match(results, batch).rows].map(([key, { payload }]) => [
			key,
			(payload as { email: string } | null)?.email ?? null,
		]),
	);

export const BOTH = { [ADA]: adas.email, [BOB]: bobs.email };
