// fast-check as the tests import it (moduleNameMapper in jest.config.js). A property declares how many cases prove it;
// PROPERTY_CASES says which share of them a run tries: `npm run verify -- properties` tries all, npm test a tenth.
// The path, because the package's name leads here.
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

const SHARES = { all: 1, some: 1 / 10, few: 1 / 40 };
const DEFAULT_CASES = 100;
const FEWEST_CASES = 5;

const mode = process.env.PROPERTY_CASES ?? 'some';
const share = SHARES[mode];
if (share === undefined) throw new Error(`PROPERTY_CASES is "${mode}", not ${Object.keys(SHARES).join(', ')}`);

const assert = (property, parameters = {}) => {
	const cases = parameters.numRuns ?? DEFAULT_CASES;
	const numRuns = Math.min(cases, Math.max(FEWEST_CASES, Math.ceil(cases * share)));
	// Mutation testing only needs to know that a property fails, not the smallest case.
	return fc.assert(property, { ...parameters, numRuns, endOnFailure: mode === 'few' });
};

module.exports = { ...fc, assert, default: { ...fc, assert }, __esModule: true };
