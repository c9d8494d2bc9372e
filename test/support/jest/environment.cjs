// Where a test file runs: in a context of its own, with the packages that loadPackage.cjs lets Node.js load.
const asyncHooks = require('node:async_hooks');
const { isNativeError } = require('node:util/types');
const { TestEnvironment } = require('jest-environment-node');

const { exit, getBuiltinModule } = process;
const storages = [];

/**
 * Jest creates a storage for each file and never disables it. On Node.js 20, each one makes every promise of the files
 * that follow slower.
 */
asyncHooks.AsyncLocalStorage = class extends asyncHooks.AsyncLocalStorage {
	constructor(...options) {
		super(...options);
		if (new Error().stack.includes('jest-circus')) storages.push(this);
	}
};

/** @param Error the class of a context, to which the errors of shared packages do not belong */
function recognizeSharedErrors(Error) {
	const isInstance = Function.prototype[Symbol.hasInstance];
	Object.defineProperty(Error, Symbol.hasInstance, {
		value(error) {
			return (this === Error && isNativeError(error)) || isInstance.call(this, error);
		},
	});
}

module.exports = class Environment extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		this.global.loadPackage = require;
		// Jest's copy has environment variables of its own, which shared packages would not see.
		this.global.process = process;
		recognizeSharedErrors(this.global.Error);
		// Jest sets 100, and each `expect` captures a stack.
		this.global.Error.stackTraceLimit = 10;
	}

	async teardown() {
		for (const storage of storages.splice(0)) storage.disable();
		// Jest replaces these for each file.
		Object.assign(process, { exit, getBuiltinModule });
		await super.teardown();
	}
};
