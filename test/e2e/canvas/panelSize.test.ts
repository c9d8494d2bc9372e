import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { NODE_TYPE, withCredential, workflowNode, type WorkflowNode } from '../../../dev/n8n/instance/workflow';
import { OPERATIONS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { testId } from './browser';
import { useScenario } from './editor';

const scenario = useScenario();

/** In pixels from the top of the window: the end of the last parameter, and of the pane that shows it. */
const ENDS = `(() => {
	const bottom = (element) => element.getBoundingClientRect().bottom;
	const panel = document.querySelector('[data-test-id="node-parameters"]');
	let pane = panel;
	while (pane !== null && !/auto|scroll/.test(getComputedStyle(pane).overflowY)) pane = pane.parentElement;
	if (pane === null) return [0, 0];
	return [Math.max(0, ...[...panel.querySelectorAll('[data-test-id="parameter-item"]')].map(bottom)), bottom(pane)];
})()`;

beforeAll(async () => {
	const { editor, host, page } = scenario;
	await page.setViewportSize({ width: 1_920, height: 1_080 });
	const nodes = OPERATIONS.map(({ action, resource, operation }, place): WorkflowNode => ({
		...workflowNode(action, NODE_TYPE, 1, { resource, operation }),
		position: [(place % 6) * 250, Math.floor(place / 6) * 250],
	}));
	const workflow = withCredential({ name: 'Panels', nodes, connections: {} }, host.credential);
	await editor.openWorkflow((await host.rest.createWorkflow(workflow)).id);
	await editor.click('zoom-to-fit');
});

it.each(OPERATIONS)('the panel of $resource: $operation shows all parameters on 1920 x 1080', async ({ action }) => {
	const { editor, page } = scenario;
	await page.locator(`${testId('canvas-node')}[data-node-name="${action}"]`).dblclick();
	const [last, pane] = await waitFor('The panel', async () => {
		const ends = await page.evaluate<[number, number]>(ENDS);
		return ends[0] > 0 ? ends : undefined;
	});
	await editor.closePanel();
	expect(last).toBeLessThanOrEqual(pane);
});
