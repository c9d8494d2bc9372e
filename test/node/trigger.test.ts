import { sandboxes } from '../support/node/sandboxes';
import { itemsOf, triggerOn } from '../support/node/triggerRun';

const start = sandboxes();

it('the packed trigger fires an event once if two polls overlap', async () => {
	const sandbox = await start();
	const trigger = await triggerOn(sandbox, { event: 'lowBalance', threshold: 100 });
	await trigger.activate();
	sandbox.configure({ account: { tokens: 50 } });
	const polls = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
	expect(polls.flatMap(itemsOf)).toMatchObject([{ event: 'lowBalance', token_balance: 50 }]);
});
