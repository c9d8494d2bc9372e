import { linkedinToBestPersonalEmailUsa } from '../../../nodes/IdentityResolution/api/tools/email/linkedinToBestPersonalEmailUsa';
import { stopFor, type Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { hit, MISS, resolveRow, type Service } from '../../support/run/resolving';

const PERSONAL = linkedinToBestPersonalEmailUsa.name;
const CLOSED: Outcome = { is: 'deferred', stop: stopFor('plan_restricted', { tool: PERSONAL }) };
const closed = ({ name }: { name: string }) => (name === PERSONAL ? CLOSED : undefined);

/** Only these tools have data. */
const serviceOf =
	(...tools: string[]): Service =>
	(source, phone) =>
		tools.includes(source.tool.name) ? hit(source, source.gives, phone) : MISS;

const settings = { toolChoice: 'made_for_want', closed } as const;

describe('a row by email that wants the data of a closed tool', () => {
	it('is deferred like the others, and pays for no LinkedIn profile', () => {
		const row = resolveRow(['email'], ['personalEmail'], serviceOf('email_to_linkedin'), settings);
		expect(row).toMatchObject({ outcome: CLOSED, tokens: 0 });
	});

	it('is a miss if another tool had missed it before', () => {
		let isClosed = false;
		const missed: Service = () => {
			isClosed = true;
			return MISS;
		};
		const row = resolveRow(['email'], ['personalEmail'], missed, {
			minGrade: 'B',
			closed: (tool) => (isClosed ? closed(tool) : undefined),
		});
		expect(row.outcome.is).toBe('not_found');
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
