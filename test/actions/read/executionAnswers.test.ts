import type { IExecuteFunctions } from 'n8n-workflow';
import { ExecutionAnswers } from '../../../nodes/IdentityResolution/actions/read/earlierAnswers';
import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import { customTool } from '../../../nodes/IdentityResolution/api/customTool';
import { AnswerStore } from '../../../nodes/IdentityResolution/run/answerStore';
import { lookupOf } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { businessProfile, lookupFor } from '../../support/run/lookups';
import { DEFERRED, FAILED, found, MISS, rowOf } from '../../support/run/settledRows';

const FOUND = found({ first_name: 'Ada' });
const lookup = (person: string) => lookupFor(businessProfile, person);
const row = (person: string, outcome: Outcome, attempts = 1) => rowOf(businessProfile, person, outcome, { attempts });

/** An execution, in which each call of an agent is a run of its own. */
function execution() {
	const context = {};
	return () => {
		const answers = new AnswerStore(null);
		return {
			answers,
			kept: new ExecutionAnswers({ getContext: () => context } as unknown as IExecuteFunctions, answers),
		};
	};
}

describe('a later call of the same execution', () => {
	it.each([
		['a hit', FOUND],
		['a miss', MISS],
	])('gets %s again, and no other execution does', (_what, outcome) => {
		const call = execution();
		call().kept.add(row('ada-example', outcome));
		expect(call().answers.find(lookup('https://uk.linkedin.com/in/ADA-example/'))).toEqual(outcome);
		expect(call().answers.find(lookup('bea-example'))).toBeUndefined();
		expect(execution()().answers.find(lookup('ada-example'))).toBeUndefined();
	});

	it('gets the answer to each step of a row, whatever its outcome', () => {
		const call = execution();
		const steps = [row('ada-example', MISS), row('bea-example', FOUND)].flatMap((one) => one.steps);
		call().kept.add({ outcome: FAILED, steps });
		expect(steps.map((step) => call().answers.find(step.lookup))).toEqual([MISS, FOUND]);
	});

	it.each<[string, Outcome]>([
		['a deferral', DEFERRED],
		['a failure', FAILED],
		['a plan', { is: 'planned', why: 'Dry Run is on' }],
		['a large answer, because n8n saves it with the execution', found({ first_name: 'x'.repeat(20_000) })],
	])('does not get %s', (_what, outcome) => {
		const call = execution();
		call().kept.add(row('ada-example', outcome));
		expect(call().answers.find(lookup('ada-example'))).toBeUndefined();
	});

	it('does not get the answer of another tool, such as a balance, which may change', () => {
		const call = execution();
		const balance = lookupOf(customTool('get_usage'), readBody({ period: 'today' }), 'without');
		const [step] = row('ada-example', FOUND).steps;
		call().kept.add({ outcome: FOUND, steps: [{ ...step, lookup: balance }] });
		expect(call().answers.find(balance)).toBeUndefined();
	});

	it('gets at most 500 answers, of which those of earlier calls count once', () => {
		const call = execution();
		const { kept } = call();
		kept.add(row('ada-example', FOUND));
		for (let times = 0; times < 500; times++) kept.add(row('ada-example', FOUND, 0));
		for (let person = 1; person <= 500; person++) kept.add(row(`person-${person}`, FOUND));
		const { answers } = call();
		expect(answers.find(lookup('person-499'))).toEqual(FOUND);
		expect(answers.find(lookup('person-500'))).toBeUndefined();
	});
});
