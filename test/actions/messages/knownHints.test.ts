import type { Known } from '../../../nodes/IdentityResolution/actions/known/known';
import { NO_KNOWN_ANSWERS } from '../../../nodes/IdentityResolution/actions/known/knownAnswers';
import { EMPTY_LIST } from '../../../nodes/IdentityResolution/actions/known/suppressionList';
import { knownHints } from '../../../nodes/IdentityResolution/actions/messages/knownHints';

/** What was read from the input *Known*. */
interface Counts {
	rows: number;
	size?: number;
	expired?: number;
	unverified?: number;
	unreadable?: number;
	entries?: number;
	nameless?: number;
}

const knownWith = ({ rows, entries = 0, nameless = 0, ...answers }: Counts): Known => ({
	rows,
	answers: { ...NO_KNOWN_ANSWERS, ...answers },
	list: { ...EMPTY_LIST, entries, nameless },
});
const hintsFor = (counts: Counts) => knownHints(knownWith(counts)).map(({ type, message }) => [type, message]);

const NO_ROWS = ['info', expect.stringMatching(/^No row arrived at the input Known, /)];
const NO_ANSWERS = ['warning', expect.stringMatching(/^The rows at the input Known contain no answer of this node\. /)];
const damaged = (rows: string) => [
	'warning',
	`${rows} had a damaged resume text, which was ignored. Store that column as text, unchanged.`,
];
const tooOld = (answers: string) => ['info', `${answers} expired, because of Max Age.`];
const unverified = (answers: string) => [
	'warning',
	`${answers} did not count: an earlier run took them from its rows, and could not verify them.`,
];
const nameless = (rows: string) => [
	'warning',
	`${rows} had no LinkedIn address, email or MD5. A name alone does not suppress a person.`,
];

it.each<[string, Counts, unknown[]]>([
	['nothing about rows with answers', { rows: 5, size: 9 }, []],
	['nothing about rows with suppressed people only', { rows: 5, entries: 5 }, []],
	['that no row arrived', { rows: 0 }, [NO_ROWS]],
	['that the rows have neither answers nor suppressed people', { rows: 5 }, [NO_ANSWERS]],
	['that an answer is too old', { rows: 5, size: 1, expired: 1 }, [tooOld('1 known answer')]],
	['that all answers are too old', { rows: 5, expired: 1_200 }, [tooOld('1,200 known answers')]],
	['that answers could not be verified', { rows: 5, unverified: 2 }, [unverified('2 known answers')]],
	['that a text is damaged', { rows: 5, size: 1, unreadable: 1 }, [damaged('1 known row')]],
	['that all texts are damaged', { rows: 5, unreadable: 5 }, [damaged('5 known rows')]],
	['that an entry names no person', { rows: 5, entries: 2, nameless: 1 }, [nameless('1 suppressed row')]],
	['that no entry names a person', { rows: 5, entries: 5, nameless: 5 }, [nameless('5 suppressed rows')]],
	[
		'everything that is wrong, each in its own hint',
		{ rows: 9, size: 1, expired: 2, unverified: 1, unreadable: 3, entries: 4, nameless: 4 },
		[
			tooOld('2 known answers'),
			unverified('1 known answer'),
			damaged('3 known rows'),
			nameless('4 suppressed rows'),
		],
	],
])('the hints about the input Known say %s', (_what, counts, hints) => {
	expect(hintsFor(counts)).toEqual(hints);
});

it('the hints about the input Known are shown beside the output', () => {
	const [shown] = knownHints(knownWith({ rows: 0 }));
	expect(shown.location).toBe('outputPane');
});
