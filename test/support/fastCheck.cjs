// The tests import this file as fast-check (moduleNameMapper in jest.config.js). Properties declare their number of
// cases, and PROPERTY_CASES sets the share to try: the gate tries all, `npm test` a tenth.
// The import uses a path, because the package name resolves to this file.
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

const SHARES = { all: 1, some: 1 / 10, few: 1 / 40 };
const DEFAULT_CASES = 100;
const MIN_CASES = 5;

const mode = process.env.PROPERTY_CASES ?? 'some';
const share = SHARES[mode];
if (share === undefined) throw new Error(`PROPERTY_CASES is "${mode}", not ${Object.keys(SHARES).join(', ')}`);

const assert = (property, parameters = {}) => {
	const cases = parameters.numRuns ?? DEFAULT_CASES;
	const numRuns = Math.min(cases, Math.max(MIN_CASES, Math.ceil(cases * share)));
	// Mutation testing only needs to know that a property fails, not the smallest case.
	return fc.assert(property, { ...parameters, numRuns, endOnFailure: mode === 'few' });
};

module.exports = { ...fc, assert, default: { ...fc, assert }, __esModule: true };
