import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { answersIn, isAuthentic } from '../../nodes/IdentityResolution/api/answersText';
import { ANSWERS, KEPT_ANSWERS, keptSign, publicInterface } from './publicInterface';

const RELEASED = join(__dirname, 'released.txt');
const CHANGES = join(__dirname, 'changes.json');

/** A change since the last release: a fact that is gone or new, where `*` stands for any text. */
interface Change {
	gone?: string;
	new?: string;
	reason: string;
}

let released: readonly string[] = [];
let changes: readonly Change[] = [];

beforeAll(async () => {
	// Part of a release: npm run interface.
	if (process.env.RELEASE_INTERFACE === 'yes') {
		const lines = [`The public interface of ${version}`, ...(await publicInterface()), ''];
		writeFileSync(RELEASED, lines.join('\n'));
		writeFileSync(CHANGES, '[]\n');
	}
	released = readFileSync(RELEASED, 'utf8').trimEnd().split('\n').slice(1);
	changes = JSON.parse(readFileSync(CHANGES, 'utf8')) as Change[];
});

const matches = (pattern: string | undefined, fact: string) =>
	pattern !== undefined &&
	new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(fact);

it('the public interface is that of the last release, except for listed changes', async () => {
	const facts = await publicInterface();
	const gone = released.filter((fact) => !facts.includes(fact));
	const added = facts.filter((fact) => !released.includes(fact));
	const isListed = (kind: 'gone' | 'new', fact: string) => changes.some((change) => matches(change[kind], fact));
	expect({
		gone: gone.filter((fact) => !isListed('gone', fact)),
		added: added.filter((fact) => !isListed('new', fact)),
	}).toEqual({ gone: [], added: [] });
	const isStale = (change: Change) =>
		!gone.some((fact) => matches(change.gone, fact)) && !added.some((fact) => matches(change.new, fact));
	expect(changes.filter(isStale)).toEqual([]);
});

it('each listed change has a reason', () => {
	for (const { reason, ...changed } of changes) {
		expect(reason.length).toBeGreaterThan(10);
		expect(Object.keys(changed)).toHaveLength(1);
	}
});

it('each fact is different', () => {
	expect(new Set(released).size).toBe(released.length);
});

it('the text of answers of the last release is authentic, and read', async () => {
	const [text] = released.filter((fact) => fact.startsWith(ANSWERS)).map((fact) => fact.slice(ANSWERS.length));
	expect(isAuthentic(text, await keptSign())).toBe(true);
	expect(answersIn(text)).toEqual(KEPT_ANSWERS);
});
