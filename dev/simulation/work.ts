import type { Identifier } from '../../nodes/IdentityResolution/api/identifiers/identifier';
import { answerKey, type StoredAnswer } from '../../nodes/IdentityResolution/api/resume';
import { field } from '../../nodes/IdentityResolution/api/json';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { linkedinToBestPersonalEmailUsa } from '../../nodes/IdentityResolution/api/tools/email/linkedinToBestPersonalEmailUsa';
import { linkedinToBusinessEmail } from '../../nodes/IdentityResolution/api/tools/email/linkedinToBusinessEmail';
import { reverseEmailLookup } from '../../nodes/IdentityResolution/api/tools/profile/reverseEmailLookup';
import { cacheFrom, NO_ANSWERS, outcomeOf, type AnswerCache } from '../../nodes/IdentityResolution/run/answerCache';
import { lookupOf, singleLookup, type Route } from '../../nodes/IdentityResolution/run/lookup';
import { Resolver } from '../../nodes/IdentityResolution/run/resolve/resolver';
import type { SettledRow } from '../../nodes/IdentityResolution/run/rows';
import { NO_SUPPRESSION } from '../../nodes/IdentityResolution/run/suppression';
import { emailOfSlug } from '../sandbox/data/directory';
import { isHeld, personFor } from '../sandbox/people';
import { shareOf } from '../sandbox/random';
import { inBatchesOf } from './batchSize';
import { START } from './virtualClock';

/** Share of the people whom the service knows. */
export const HIT_RATE = 0.7;

/** What is looked up for each row of a sheet. */
export interface Work {
	name: string;
	column: 'linkedin' | 'email';
	/** Lookups in a request. */
	batchSize: number;
	/** The sheet comes in so many parts, one after the other, and each run knows the answers of all before it. */
	parts: number;
	/** Returns the answers that are older than the simulation, for a run at this time (epoch ms). */
	cacheAt(now: number, seed: number): AnswerCache;
	/** Returns a function that creates the route of a row. Called once per run. */
	createRouter(cache: AnswerCache): (identifier: Identifier) => Route;
	/** What the row of a person with data contains. */
	answerOf(row: SettledRow): unknown;
	expected(slug: string, seed: number): string;
}

const resultsOf = ({ steps }: SettledRow, tool: Tool): unknown => {
	const outcome = steps.find(({ lookup }) => lookup.tool.name === tool.name)?.outcome;
	return outcome?.is === 'found' ? outcome.answer.results : null;
};

const oneTool = (tool: Tool): Pick<Work, 'createRouter'> => ({
	createRouter: () => (identifier) => singleLookup(lookupOf(tool, identifier, 'without')),
});

const NO_DATA = { addresses: () => [], cache: NO_ANSWERS };

const email = linkedinToBestPersonalEmailUsa;
const workEmail = linkedinToBusinessEmail;

/** Personal emails, with so many lookups per request. */
export const batchesOf = (batchSize: number): Work => ({
	name: 'batches',
	column: 'linkedin',
	...oneTool(inBatchesOf(batchSize, email)),
	batchSize,
	parts: 1,
	cacheAt: () => NO_ANSWERS,
	answerOf: (row) => field(resultsOf(row, email), 'email'),
	expected: emailOfSlug,
});

/** As many lookups per request as the tool accepts. */
export const batches = batchesOf(email.batch?.max ?? 1);

export const singles: Work = {
	...batches,
	name: 'single lookups',
	column: 'email',
	...oneTool(reverseEmailLookup),
	batchSize: 1,
	answerOf: (row) => field(resultsOf(row, reverseEmailLookup), 'linkedinurl'),
	expected: (slug) => `https://www.linkedin.com/in/${slug}`,
};

/** Both emails, from the tools made for them. */
export const resolve: Work = {
	...batches,
	name: 'Resolve',
	createRouter: (cache) => {
		const resolver = new Resolver({
			wants: ['workEmail', 'personalEmail'],
			minGrade: 'any',
			cache,
			suppression: NO_SUPPRESSION,
			emailsOf: () => [],
		});
		return (identifier) => resolver.route({ linkedin: [identifier], email: [], hem: [] }, NO_DATA);
	},
	answerOf: (row) => {
		const parts = [resultsOf(row, workEmail), resultsOf(row, email)].map((results) => field(results, 'email'));
		return parts.some((part) => part !== undefined) ? parts.map(String).join(' ') : null;
	},
	expected: (slug, seed) => `${personFor(`linkedin:${slug}`, seed).workEmail} ${emailOfSlug(slug)}`,
};

const DAY = 86_400_000;
export const MAX_AGE = 90 * DAY;
/** Share of the people who were looked up before. */
const KNOWN = 0.6;

/** The time of a known answer. The oldest ones expire while the simulation runs. */
const answeredAt = (key: string, seed: number): number => START - MAX_AGE + shareOf(seed, `age|${key}`) * 30 * DAY;

/** People of whom most were looked up before, with a maximum age. */
export const known: Work = {
	...batches,
	name: 'Known',
	parts: 4,
	cacheAt: (now, seed) => {
		const answerTo = (key: string): StoredAnswer | undefined => {
			const at = answeredAt(key, seed);
			if (shareOf(seed, `known|${key}`) >= KNOWN || at < now - MAX_AGE) return undefined;
			const results = isHeld(key, seed, HIT_RATE) ? { email: emailOfSlug(key.slice('linkedin:'.length)) } : null;
			return { tool: email.name, key, phone: 'without', at, results };
		};
		return (lookup) => {
			const { key } = lookup.identifier;
			const answers = cacheFrom((wanted) => {
				const answer = wanted === answerKey(email.name, key, 'without') ? answerTo(key) : undefined;
				return answer && outcomeOf(answer);
			});
			return answers(lookup);
		};
	},
};
