import {
	matchNames,
	matchSlug,
	nameIn,
	type NameMatch,
} from '../../../nodes/IdentityResolution/api/person/personNames';

it.each<[first: string, last: string, slug: string, match: NameMatch]>([
	['Ada', 'Example', 'ada-example', 'same'],
	['ADA', 'EXAMPLE', 'ada-example-1a2b3c4', 'same'],
	['Ada', 'Example', 'example-ada-phd', 'same'],
	['Dr. Ada M.', 'Example, MBA', 'ada-example', 'same'],
	['Ada', 'van der Example', 'ada-vanderexample', 'same'],
	['Ada', 'O’Brien', 'ada-obrien', 'same'],
	['Jürgen', 'Müller', 'juergen-mueller', 'same'],
	['Jürgen', 'Müller', 'jurgen-muller-42', 'same'],
	['Jurgen', 'Muller', 'jürgen-müller', 'same'],
	['Søren', 'Ærø', 'soren-aero', 'same'],
	['José', 'Núñez', 'jose-nunez', 'same'],
	['Anne-Marie', 'Example', 'annemarie-example', 'same'],
	['Zoe', 'Other', 'ada-example', 'other'],
	['Ada', 'Other', 'ada-example', 'other'],
	['Zoe', 'Example', 'ada-example', 'other'],
	['Ada', 'Example', 'adaexample', 'unclear'],
	['Ada', 'Example', 'ada-12345', 'unclear'],
	['Ada', 'Example', 'dr-ada', 'unclear'],
	['Ada', 'E.', 'zoe-other', 'unclear'],
	['Ада', 'Пример', 'ada-example', 'unclear'],
	['Ada', 'Example', '田中-太郎', 'unclear'],
])('%s %s is, for the slug %s: %s', (first, last, slug, match) => {
	expect(matchSlug({ first, last }, slug)).toBe(match);
});

it.each<[string, string, NameMatch]>([
	['Ada Example', 'Example, Ada', 'same'],
	['Ada Example', 'Ada Newname', 'same'],
	['Jürgen Müller', 'Mueller', 'same'],
	['Ada Example', 'Zoe Other', 'other'],
	['Dr. Ada Example', 'Dr. Zoe Other', 'other'],
	['Ada de la Cruz', 'Zoe de la Paz', 'other'],
	['Ada Example', '田中太郎', 'unclear'],
	['Ada Example', 'Z.', 'unclear'],
	['', 'Zoe Other', 'unclear'],
])('the names %s and %s are of: %s', (one, other, match) => {
	expect([matchNames(one, other), matchNames(other, one)]).toEqual([match, match]);
});

it.each([
	[{ full_name: 'Ada B. Example' }, { first: 'Ada', last: 'Example', full: 'Ada B. Example' }],
	[
		{ first_name: 'Ada', last_name: 'Example' },
		{ first: 'Ada', last: 'Example', full: 'Ada Example' },
	],
	[{ title: 'Engineer' }, null],
])('the name in %j is %j', (cells, name) => {
	expect(nameIn(cells)).toEqual(name);
});
