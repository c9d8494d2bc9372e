import { OPERATIONS } from '../../../dev/soak/operations';
import { outputsOf, VARIANTS } from '../../../dev/soak/variants';

const among = <T>(values: readonly T[]) => [...new Set(values)].sort();

it('every operation stands under every On Error, each at an address of its own', () => {
	expect(among(VARIANTS.map(({ operation, onError }) => `${operation.operation} ${onError}`))).toHaveLength(
		3 * OPERATIONS.length,
	);
	expect(among(VARIANTS.map(({ path }) => path))).toHaveLength(VARIANTS.length);
});

it('every On Error meets every On Not Found, and both ways of rows that are put off', () => {
	for (const onError of among(VARIANTS.map((variant) => variant.onError))) {
		const under = VARIANTS.filter((variant) => variant.onError === onError);
		expect(among(under.map(({ onNotFound }) => onNotFound))).toEqual(['drop', 'error', 'keep', 'output']);
		expect(among(under.map(({ deferredRows }) => deferredRows))).toEqual(['keep', 'output']);
	}
});

it('no operation has one On Not Found under every On Error', () => {
	for (const operation of OPERATIONS) {
		const ways = VARIANTS.filter((variant) => variant.operation === operation).map(({ onNotFound }) => onNotFound);
		expect(among(ways).length).toBeGreaterThan(1);
	}
});

it('outputs stand in the order that the node gives them', () => {
	const [variant] = VARIANTS;
	expect(outputsOf({ ...variant, onError: 'stopWorkflow', onNotFound: 'keep', deferredRows: 'keep' })).toEqual([
		'results',
	]);
	const all = { onError: 'continueErrorOutput', onNotFound: 'output', deferredRows: 'output' } as const;
	expect(outputsOf({ ...variant, ...all })).toEqual(['results', 'deferred', 'notFound', 'error']);
});
