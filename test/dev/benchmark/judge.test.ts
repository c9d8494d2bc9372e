import { judge, type CameOut, type Evidence } from '../../../dev/benchmark/judge';
import type { SheetRow, Truth } from '../../../dev/benchmark/sheet';
import type { Charge, LedgerEntry } from '../../../dev/sandbox/ledger';
import { ledgerEntry } from '../../support/ledgerEntries';

const TOOL = 'linkedin_to_best_personal_email_usa';

const held = (name: string): Truth => ({ key: `linkedin:${name}`, answer: `${name}@example.com` });
const notHeld = (name: string): Truth => ({ key: `linkedin:${name}`, answer: null });
const [ADA, BEN, EVE] = ['ada', 'ben', 'eve'].map(held);
const [NOBODY, NO_ONE] = ['nobody', 'no-one'].map(notHeld);

const sheetOf = (truths: readonly Truth[]) =>
	truths.map((_truth, place): SheetRow => ({ id: place + 1, company: 'Example', linkedin: '', email: '' }));

const found = (id: number, { answer }: Truth): CameOut => ({ id, status: 'ok', answer });
const missed = (id: number): CameOut => ({ id, status: 'not_found', answer: null });

const request = (asked: readonly Truth[], status = 200) => ledgerEntry({ status, keys: asked.map(({ key }) => key) });

const charge = ({ key }: Truth, times = 1, tokens = times): Charge => ({ tool: TOOL, key, times, tokens });

/** What comes of a sheet of these people where nothing else is said. */
const judged = (truths: readonly Truth[], evidence: Partial<Evidence>) =>
	judge({ sheet: sheetOf(truths), truths, cameOut: [], requests: [], charges: [], balance: Infinity, ...evidence });

describe('a row', () => {
	const verdictOn = (truth: Truth, cameOut: Omit<CameOut, 'id'>) => {
		const { right, wrong } = judged([truth], { cameOut: [{ id: 1, ...cameOut }] });
		return { right, wrong };
	};

	it.each([
		['with the answer', ADA, { status: 'ok', answer: ADA.answer }],
		['with the answer, whatever it says of itself', ADA, { status: null, answer: ADA.answer }],
		['that says not found where nothing is held', NOBODY, { status: 'not_found', answer: null }],
		['that says so and has an empty cell', NOBODY, { status: 'not_found', answer: '' }],
	])('%s is right', (_is, truth, row) => {
		expect(verdictOn(truth, row)).toEqual({ right: 1, wrong: 0 });
	});

	it.each([
		["with somebody else's answer", ADA, { status: 'ok', answer: BEN.answer }],
		['with an answer where nothing is held', NOBODY, { status: 'ok', answer: ADA.answer }],
		['that says not found and has an answer all the same', NOBODY, { status: 'not_found', answer: ADA.answer }],
	])('%s is wrong', (_is, truth, row) => {
		expect(verdictOn(truth, row)).toEqual({ right: 0, wrong: 1 });
	});

	it.each([
		['that says not found where something is held', ADA, { status: 'not_found', answer: null }],
		[
			'without an answer where nothing is held, which does not say that it was not found',
			NOBODY,
			{ status: 'failed', answer: undefined },
		],
		['with an empty answer', ADA, { status: 'ok', answer: '' }],
	])('%s is neither', (_is, truth, row) => {
		expect(verdictOn(truth, row)).toEqual({ right: 0, wrong: 0 });
	});

	it('is known by its id, in whichever order the rows come out', () => {
		expect(judged([ADA, BEN], { cameOut: [found(2, BEN), found(1, ADA)] })).toMatchObject({
			back: 2,
			right: 2,
			wrong: 0,
		});
	});
});

it('counts the rows of the sheet that came back, and no others', () => {
	expect(judged([ADA, BEN, EVE], { cameOut: [found(2, BEN), found(9, ADA)] })).toMatchObject({
		back: 1,
		right: 1,
		wrong: 0,
	});
});

it('counts the requests', () => {
	expect(judged([ADA], { requests: [request([ADA], 429), request([ADA])] }).requests).toBe(2);
});

describe('what is attainable', () => {
	const SHEET = [ADA, BEN, ADA, NOBODY, EVE, NO_ONE];
	const attainable = (balance: number, requests: readonly LedgerEntry[] = []) =>
		judged(SHEET, { balance, requests }).attainable;

	it('is every row, asked or not, where there are enough tokens', () => {
		expect(attainable(Infinity)).toBe(6);
		expect(attainable(Infinity, [request([ADA])])).toBe(6);
	});

	it.each([
		['nothing for nothing', 0, 0],
		['all rows of one person for one token', 1, 2],
		['the misses that come before the tokens are used up', 3, 5],
		['the misses behind it for one token more', 4, 6],
	])('is, in the order of the sheet where nobody was asked, %s', (_what, balance, rows) => {
		expect(attainable(balance)).toBe(rows);
	});

	it('goes by the order in which the service was asked', () => {
		expect(attainable(1, [request([EVE])])).toBe(1);
		expect(attainable(1, [request([NOBODY, NO_ONE]), request([EVE])])).toBe(3);
		expect(attainable(2, [request([EVE, NOBODY, BEN])])).toBe(3);
	});

	it('has those who were never asked last, as they stand in the sheet', () => {
		expect(attainable(2, [request([EVE])])).toBe(3);
	});

	it('does not go by requests that were refused', () => {
		expect(attainable(1, [request([EVE], 429), request([EVE], 500)])).toBe(2);
	});

	it('has everybody asked once only, however often they were', () => {
		expect(attainable(2, [request([EVE]), request([EVE]), request([BEN])])).toBe(2);
	});

	it('passes over people who are not in the sheet', () => {
		expect(attainable(1, [request([held('stranger')]), request([EVE])])).toBe(1);
	});
});

describe('what was paid', () => {
	it('is not wasted where it brought a row its answer', () => {
		expect(
			judged([ADA, NOBODY], { cameOut: [found(1, ADA), missed(2)], charges: [charge(ADA, 1, 3)] }),
		).toMatchObject({ paidAgain: 0, tokens: 3, wasted: 0 });
	});

	it('is not wasted where one of the rows of a person got it', () => {
		expect(judged([ADA, ADA], { cameOut: [found(2, ADA)], charges: [charge(ADA)] }).wasted).toBe(0);
	});

	it('is wasted where no row came out right', () => {
		const charges = [charge(ADA), charge(BEN), charge(EVE)];
		expect(judged([ADA, BEN, EVE], { cameOut: [found(1, ADA), found(2, EVE)], charges })).toMatchObject({
			tokens: 3,
			wasted: 2,
		});
	});

	it('is wasted where it was paid again, counted each time', () => {
		expect(
			judged([ADA, BEN], { cameOut: [found(1, ADA), found(2, BEN)], charges: [charge(ADA, 3, 6), charge(BEN)] }),
		).toMatchObject({ paidAgain: 2, tokens: 7, wasted: 4 });
	});
});

it('takes a workflow that never came to its end for one that brought nothing back', () => {
	const evidence = { cameOut: null, requests: [request([ADA, NOBODY])], charges: [charge(ADA)] };
	expect(judged([ADA, NOBODY], evidence)).toEqual({
		back: 0,
		repeated: 0,
		right: 0,
		wrong: 0,
		attainable: 2,
		paidAgain: 0,
		tokens: 1,
		wasted: 1,
		requests: 1,
		refused: 0,
		failed: 0,
	});
});

it('counts rows that come out more than once, and those that never went in', () => {
	const { back, repeated, right } = judged([ADA, BEN], {
		cameOut: [found(1, ADA), found(1, ADA), found(2, BEN), found(9, EVE)],
	});
	expect({ back, repeated, right }).toEqual({ back: 2, repeated: 2, right: 2 });
});

it('counts requests that a limit refused, and those that the service failed at', () => {
	const requests = [
		request([ADA]),
		request([ADA], 429),
		request([ADA], 429),
		request([ADA], 500),
		request([ADA], 402),
	];
	expect(judged([ADA], { requests })).toMatchObject({ requests: 5, refused: 2, failed: 1 });
});
