import { EMPTY_LIST } from '../../../nodes/IdentityResolution/actions/read/suppressionList';
import { knownHints } from '../../../nodes/IdentityResolution/actions/tell/inputHints';

/** What was read from the input *Known*. */
interface Counts {
	rows: number;
	texts?: number;
	expired?: number;
	entries?: number;
	nameless?: number;
}

const hintsFor = ({ rows, texts = 0, expired = 0, entries = 0, nameless = 0 }: Counts) =>
	knownHints({ rows, texts, list: { ...EMPTY_LIST, entries, nameless } }, { expired });

const NO_ROWS = ['info', expect.stringMatching(/^No row arrived at the input Known, /)];
const NO_ANSWERS = ['warning', expect.stringMatching(/^The rows at the input Known contain no answer of this node\. /)];
const tooOld = (answers: string) => ['info', `${answers} expired, because of Max Age.`];
const nameless = (rows: string) => [
	'warning',
	`${rows} had no LinkedIn address, email or MD5. A name alone does not suppress a person.`,
];

it.each<[string, Counts, unknown[]]>([
	['nothing about rows with answers', { rows: 5, texts: 5 }, []],
	['nothing about rows with suppressed people only', { rows: 5, entries: 5 }, []],
	['that no row arrived', { rows: 0 }, [NO_ROWS]],
	['that the rows have neither answers nor suppressed people', { rows: 5 }, [NO_ANSWERS]],
	['that an answer is too old', { rows: 5, texts: 1, expired: 1 }, [tooOld('1 known answer')]],
	['that many answers are too old', { rows: 5, texts: 5, expired: 1_200 }, [tooOld('1,200 known answers')]],
	['that an entry names no person', { rows: 5, entries: 2, nameless: 1 }, [nameless('1 suppressed row')]],
	['that no entry names a person', { rows: 5, entries: 5, nameless: 5 }, [nameless('5 suppressed rows')]],
	[
		'everything that is wrong, each in its own hint',
		{ rows: 9, texts: 1, expired: 2, entries: 4, nameless: 4 },
		[tooOld('2 known answers'), nameless('4 suppressed rows')],
	],
])('the hints about the input Known say %s', (_what, counts, hints) => {
	expect(hintsFor(counts).map(({ type, message }) => [type, message])).toEqual(hints);
});

it('the hints about the input Known are shown beside the output', () => {
	expect(hintsFor({ rows: 0 })).toMatchObject([{ location: 'outputPane' }]);
});
