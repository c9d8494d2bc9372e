// fast-check for mutation testing, where everything runs thousands of times: each property is tried a share as often,
// and what fails is not made smaller. By its path, since its name leads here.
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

const USUAL_RUNS = 100;
const SHARE = 1 / 40;
const LEAST_RUNS = 5;

const few = (parameters = {}) => ({
	...parameters,
	endOnFailure: true,
	numRuns: Math.max(LEAST_RUNS, Math.ceil((parameters.numRuns ?? USUAL_RUNS) * SHARE)),
});
const assert = (property, parameters) => fc.assert(property, few(parameters));

module.exports = { ...fc, assert, default: { ...fc, assert }, __esModule: true };
