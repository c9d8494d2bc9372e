import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { n8nPackages } from '../../test/support/n8nPackages.mjs';
import { base } from '../../vitest.config.mjs';

const PROJECT = path.join(import.meta.dirname, '..', '..');

/** A configuration for mutants. Each has a short timeout, because many mutants keep a run waiting for ever. */
export const forMutants = (test) =>
	defineConfig({
		...base,
		plugins: [n8nPackages(() => PROJECT)],
		test: { ...base.test, ...test, env: { PROPERTY_CASES: '0.025', ...test.env } },
	});

export default forMutants({
	include: ['test/{api,run}/**/*.test.ts'],
	// Whole sheets under every guard, and giant answers: most of the time, and what they look at is how long something
	// takes.
	exclude: ['**/{rateLimits,runThrottle,hostileSizes}*'],
	testTimeout: 15_000,
});
