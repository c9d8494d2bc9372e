import { Ledger } from '../../../dev/sandbox/ledger';
import { Blocks, keyOf } from '../../../dev/soak/contacts';
import { RunLedgers } from '../../../dev/soak/runLedgers';
import { unnumbered } from '../../support/ledgerEntries';

const blocks = new Blocks(1);
const keyIn = (block: number, place = 0) => keyOf(blocks.contactsOf(block)[place], 'email');

const entry = (...keys: string[]) => unnumbered({ tool: 'reverse_email_lookup', keys });

it('requests of runs that overlap are told apart, and none is kept when its run is over', () => {
	const ledger = new Ledger();
	const runs = new RunLedgers(ledger, blocks);
	runs.open(1);
	ledger.record(entry(keyIn(1)));
	runs.open(2);
	ledger.record(entry(keyIn(2), keyIn(2, 1)));
	ledger.record(entry(keyIn(1, 5)));
	expect(runs.close(1).map(({ number }) => number)).toEqual([1, 3]);
	ledger.record(entry(keyIn(2, 3)));
	expect(runs.close(2).map(({ number }) => number)).toEqual([2, 4]);
	expect(ledger.requests()).toEqual([]);
	expect(runs.close(2)).toEqual([]);
	expect(runs).toMatchObject({ strays: 0, nameless: 0 });
});

it('an answer that turns out to be lost after the ledger was cleared is lost in the run', () => {
	const ledger = new Ledger();
	const runs = new RunLedgers(ledger, blocks);
	runs.open(1);
	const recorded = ledger.record(entry(keyIn(1)));
	runs.drain();
	ledger.lose(recorded);
	expect(runs.close(1)).toMatchObject([{ fate: 'lost' }]);
});

it('looks at the account belong to no run, and a request about people of none is a stray', () => {
	const ledger = new Ledger();
	const runs = new RunLedgers(ledger, blocks);
	runs.open(1);
	ledger.record(entry());
	ledger.record(entry(keyIn(2)));
	ledger.record(entry('email:nobody@example.com'));
	expect(runs.close(1)).toEqual([]);
	expect(runs).toMatchObject({ strays: 2, nameless: 1 });
});
