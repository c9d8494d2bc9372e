import { columnExpression, SKIP_ANSWERED } from '../../../dev/cli/columns';
import { parametersOf } from '../../../dev/cli/parameters';

const flags = { skipAnswered: false, dryRun: false, maxTokens: 3 };
const limits = { maxTokens: 3, maxWait: 60 };

it('parametersOf passes columns and wants to resolve', () => {
	const columns = { linkedin: 'LinkedIn', email: 'Email', hem: 'MD5' };
	expect(parametersOf({ ...flags, operation: 'resolve', want: ['company'] }, columns)).toEqual({
		resource: 'person',
		operation: 'resolve',
		linkedinUrl: columnExpression('LinkedIn'),
		email: columnExpression('Email', 'MD5'),
		want: ['company'],
		options: { dryRun: false, ...limits },
	});
});

it('parametersOf sets the options of the flags', () => {
	const set = { ...flags, skipAnswered: true, dryRun: true };
	expect(parametersOf({ ...set, operation: 'findByEmail' }, { email: 'Email' })).toEqual({
		resource: 'businessProfile',
		operation: 'findByEmail',
		email: columnExpression('Email'),
		options: { dryRun: true, skipWhen: SKIP_ANSWERED, ...limits },
	});
});
