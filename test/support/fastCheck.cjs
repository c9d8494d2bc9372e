// The tests import this file as fast-check (an alias in jest.config.mjs). Properties declare their number of
// cases, and PROPERTY_CASES is the share to try: all in `npm run verify`, otherwise a tenth.
// The import uses a path, because the package name resolves to this file.
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

const DEFAULT_CASES = 100;
const MIN_CASES = 2;

const share = Number(process.env.PROPERTY_CASES ?? 0.1);
if (!(share > 0 && share <= 1)) throw new Error('PROPERTY_CASES must be above 0 and at most 1');

const assert = (property, parameters = {}) => {
	const cases = parameters.numRuns ?? DEFAULT_CASES;
	const numRuns = Math.min(cases, Math.max(MIN_CASES, Math.ceil(cases * share)));
	// Mutation testing only needs to know that a property fails, not the smallest case.
	return fc.assert(property, { ...parameters, numRuns, endOnFailure: share < 0.1 });
};

module.exports = { ...fc, assert, default: { ...fc, assert }, __esModule: true };
