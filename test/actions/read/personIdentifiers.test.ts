import { BY_EMAIL_OR_HASH, BY_LINKEDIN } from '../../../nodes/IdentityResolution/actions/spec/identifierFields';
import { InputReader, sentenceOf } from '../../../nodes/IdentityResolution/actions/read/inputReader';
import type { ParameterReading } from '../../../nodes/IdentityResolution/actions/read/parameterReader';
import { readIdentifiers } from '../../../nodes/IdentityResolution/actions/read/personRoute';
import type { EmailEncoding } from '../../../nodes/IdentityResolution/api/identifiers/email';

const ADA = {
	key: 'email:ada@example.com',
	hem: 'hem:3e3417d7ef77d5932a6734b916515ed5',
	md5: '3e3417d7ef77d5932a6734b916515ed5',
};
const PROFILE = 'linkedin:ada-example';

const THROWN: ParameterReading = { is: 'thrown', why: 'no such node' };

/** The cells of the fields by name. Other values are returned as they are. */
interface Row {
	linkedinUrl?: unknown;
	email?: unknown;
}

function readRow(row: Row, emails: EmailEncoding = 'plain') {
	const inputs = new InputReader([BY_LINKEDIN, BY_EMAIL_OR_HASH], emails);
	const cell = (name: string): ParameterReading => {
		const given = (row as Record<string, unknown>)[name];
		return given === THROWN ? THROWN : { is: 'value', value: given };
	};
	const { identifiers, problems } = readIdentifiers(cell, inputs, emails);
	return { identifiers, problems: problems.map(sentenceOf) };
}

function keysOf(row: Row, emails?: EmailEncoding) {
	const { linkedin, email, hem } = readRow(row, emails).identifiers;
	return [linkedin, email, hem].map((ofKind) => ofKind.map(({ key }) => key));
}

describe('the identifiers of a row are', () => {
	it.each<[string, Row, [string[], string[], string[]]]>([
		['none for an empty row', {}, [[], [], []]],
		['none for blank cells', { linkedinUrl: ' ', email: '\u200b' }, [[], [], []]],
		['its profile', { linkedinUrl: 'https://uk.linkedin.com/in/Ada-Example/?trk=x' }, [[PROFILE], [], []]],
		['its email, and the MD5 of that', { email: ' Ada@Example.com ' }, [[], [ADA.key], [ADA.hem]]],
		['its email without text around it', { email: 'mailto:ada@example.com' }, [[], [ADA.key], [ADA.hem]]],
		['its MD5', { email: ADA.md5.toUpperCase() }, [[], [], [ADA.hem]]],
		[
			'all kinds at once',
			{ linkedinUrl: 'in/ada-example', email: 'ada@example.com' },
			[[PROFILE], [ADA.key], [ADA.hem]],
		],
	])('%s', (_identifiers, row, keys) => {
		expect(keysOf(row)).toEqual(keys);
		expect(readRow(row).problems).toEqual([]);
	});

	it('its email in one spelling, for a tool that accepts it plain or as MD5', () => {
		const { email, hem } = readRow({ email: 'Ada@Example.com' }).identifiers;
		expect([...email, ...hem].map(({ kind, value }) => [kind, value])).toEqual([
			['email', 'Ada@example.com'],
			['email', 'Ada@example.com'],
		]);
	});
});

describe('the identifiers of a row with hashed emails are', () => {
	it.each<[string, Row, string[]]>([
		['the MD5 of its email', { email: 'Ada@Example.com' }, [ADA.hem]],
		['its MD5', { email: ADA.md5 }, [ADA.hem]],
	])('%s, and no plain email', (_what, row, hems) => {
		expect(keysOf(row, 'hashed')).toEqual([[], [], hems]);
		expect(JSON.stringify(readRow(row, 'hashed')).toLowerCase()).not.toContain('example.com');
	});
});

describe('an invalid cell is reported, and the others are read', () => {
	const NO_PROFILE = '"ask Ada" is not on linkedin.com. Use an address such as linkedin.com/in/ada-example';
	const NO_HEM = '"x" is neither an email address nor an MD5. Use an email address or its MD5 (32 hex digits)';
	const thrown = (label: string) => `The expression in ${label} could not be evaluated: no such node`;

	it.each<[Row, [string[], string[], string[]], string[]]>([
		[{ linkedinUrl: 'ask Ada' }, [[], [], []], [NO_PROFILE]],
		[{ linkedinUrl: 'unknown' }, [[], [], []], []],
		[
			{ linkedinUrl: 'ada@example.com' },
			[[], [], []],
			['"ada@example.com" is an email address, not a LinkedIn profile. Use the field Email or MD5 Hash'],
		],
		[{ email: 'x' }, [[], [], []], [NO_HEM]],
		[{ linkedinUrl: THROWN }, [[], [], []], [thrown('LinkedIn URL')]],
		[{ email: THROWN }, [[], [], []], [thrown('Email or MD5 Hash')]],
		[{ linkedinUrl: 'ask Ada', email: 'x' }, [[], [], []], [NO_PROFILE, NO_HEM]],
		[{ linkedinUrl: 'ask Ada', email: 'ada@example.com' }, [[], [ADA.key], [ADA.hem]], [NO_PROFILE]],
		[{ linkedinUrl: 'in/ada-example', email: 'x' }, [[PROFILE], [], []], [NO_HEM]],
		[{ linkedinUrl: THROWN, email: ADA.md5 }, [[], [], [ADA.hem]], [thrown('LinkedIn URL')]],
		[{ linkedinUrl: 'in/ada-example', email: THROWN }, [[PROFILE], [], []], [thrown('Email or MD5 Hash')]],
	])('for %j', (row, keys, problems) => {
		expect(keysOf(row)).toEqual(keys);
		expect(readRow(row).problems).toEqual(problems);
	});
});
