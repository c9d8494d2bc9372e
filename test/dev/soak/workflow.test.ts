import { NODE_TYPE } from '../../../dev/n8n/instance/fill';
import type { WorkflowFile } from '../../../dev/n8n/instance/rest';
import { drawsOf } from '../../../dev/sandbox/random';
import { drawOptions } from '../../../dev/soak/runOptions';
import { outputsOf, VARIANTS } from '../../../dev/soak/variants';
import { controlWorkflow, soakWorkflow } from '../../../dev/soak/workflow';

const CREDENTIAL = { id: '1', name: 'Sandbox' };
const nodeOf = ({ nodes }: WorkflowFile) => nodes.filter(({ type }) => type === NODE_TYPE);

describe.each(VARIANTS.map((variant) => [variant.path, variant] as const))('%s', (_path, variant) => {
	const workflow = soakWorkflow(variant, CREDENTIAL);
	const [node] = nodeOf(workflow);

	it('hands the node everything that a run decides', () => {
		const { limits, options, ...rest } = drawOptions(drawsOf(1, 'options'));
		expect(Object.keys(node.parameters.limits as object).sort()).toEqual(Object.keys(limits).sort());
		expect(Object.keys(node.parameters.options as object)).toEqual(expect.arrayContaining(Object.keys(options)));
		expect(Object.keys(node.parameters)).toEqual(
			expect.arrayContaining([...Object.keys(rest), ...Object.keys(variant.operation.fields)]),
		);
		expect(node).toMatchObject({ onError: variant.onError, credentials: { identityResolutionApi: CREDENTIAL } });
	});

	it('brings every output of the node together', () => {
		const behind = (workflow.connections[node.name].main ?? []).map((targets) =>
			targets?.map((target) => target.node),
		);
		expect(behind).toEqual(outputsOf(variant).map((output) => [`From ${output}`]));
		const ends = behind.flat().flatMap((name) => workflow.connections[name as string]?.main[0] ?? []);
		expect(ends.map(({ index }) => index)).toEqual(ends.map((_, place) => place));
		expect(ends).toHaveLength(behind.length > 1 ? behind.length : 0);
	});
});

it('no execution is saved, with the node or without it', () => {
	for (const { settings } of [soakWorkflow(VARIANTS[0], CREDENTIAL), controlWorkflow()]) {
		expect(settings).toMatchObject({ saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' });
	}
});

it('the control has no node of ours, and the same nodes around it', () => {
	const names = ({ nodes }: WorkflowFile) => nodes.map(({ name }) => name);
	const [plain] = VARIANTS.filter((variant) => outputsOf(variant).length === 1);
	expect(nodeOf(controlWorkflow())).toEqual([]);
	expect(names(controlWorkflow())).toEqual(names(soakWorkflow(plain, CREDENTIAL)));
});
