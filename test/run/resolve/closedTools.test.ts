import { linkedinToBestPersonalEmailUsa } from '../../../nodes/IdentityResolution/actions/personalEmail/findBest.operation';
import { linkedinToBusinessProfile } from '../../../nodes/IdentityResolution/actions/businessProfile/findByLinkedin.operation';
import { stopFor, type Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { hit, MISS, resolveRow, type Service } from '../../support/run/resolving';

const PERSONAL = linkedinToBestPersonalEmailUsa.name;
const PROFILE = linkedinToBusinessProfile.name;
const CLOSED: Outcome = { is: 'deferred', stop: stopFor('service_down', { tool: PERSONAL }) };
const closed = ({ name }: { name: string }) => (name === PERSONAL ? CLOSED : undefined);

/** Only these tools have data. */
const serviceOf =
	(...tools: string[]): Service =>
	(source, phone) =>
		tools.includes(source.tool.name) ? hit(source, source.gives, phone) : MISS;

const settings = { closed };

describe('a row by email that wants the data of a closed tool', () => {
	it('is deferred like the others, and pays for no LinkedIn profile', () => {
		const row = resolveRow(['email'], ['personalEmail'], serviceOf('email_to_linkedin'), settings);
		expect(row).toMatchObject({ outcome: CLOSED, tokens: 0 });
	});

	it('is a miss if no LinkedIn profile was found before it was closed', () => {
		let requests = 0;
		const missed: Service = () => {
			requests += 1;
			return MISS;
		};
		const row = resolveRow(['email'], ['personalEmail'], missed, {
			closed: (tool) => (requests === 2 ? closed(tool) : undefined),
		});
		expect(row.outcome.is).toBe('not_found');
	});

	it('uses another tool if the account cannot use the closed one at all', () => {
		const notOffered: Outcome = { is: 'deferred', stop: stopFor('plan_restricted', { tool: PERSONAL }) };
		const row = resolveRow(['email'], ['personalEmail'], serviceOf('email_to_linkedin', PROFILE), {
			closed: ({ name }) => (name === PERSONAL ? notOffered : undefined),
		});
		expect(row).toMatchObject({ outcome: { is: 'found' } });
		expect(row.lookups).toEqual(['email_to_linkedin', PERSONAL, PROFILE]);
	});

	it('keeps the tools that find LinkedIn profiles if the account cannot use the closed one at all', () => {
		const notOffered: Outcome = { is: 'deferred', stop: stopFor('plan_restricted', { tool: PERSONAL }) };
		const row = resolveRow(['email'], ['personalEmail', 'workEmail'], () => MISS, {
			minGrade: 'B',
			closed: ({ name }) => (name === PERSONAL ? notOffered : undefined),
		});
		expect(row.lookups).not.toContain('reverse_email_lookup');
	});

	it('is found if it has other wanted data, with a deferred step that a later run continues', () => {
		const answer = { found: true, results: { current_company: 'Example Works' }, metadata: {}, at: 0 };
		const company: Service = ({ tool }) =>
			tool.name === 'reverse_email_lookup' ? { is: 'found', answer, phone: 'as_requested' } : MISS;
		const row = resolveRow(['email'], ['company', 'personalEmail'], company, settings);
		expect(row.outcome).toMatchObject({ is: 'found', answer });
		expect(row.steps.at(-1)).toMatchObject({ lookup: { tool: { name: 'email_to_linkedin' } }, outcome: CLOSED });
	});

	it('is a miss if no open tool leads to the closed one', () => {
		const row = resolveRow(['hem'], ['linkedinProfile'], serviceOf(), settings);
		expect(row.outcome.is).toBe('not_found');
	});
});
