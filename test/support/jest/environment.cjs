// Where a test file runs: in a context of its own, with the packages that loadPackage.cjs lets Node.js load.
const asyncHooks = require('node:async_hooks');
const { isNativeError } = require('node:util/types');
const { TestEnvironment } = require('jest-environment-node');

const { AsyncLocalStorage } = asyncHooks;
const { exit } = process;

module.exports = class Environment extends TestEnvironment {
	storages = [];

	constructor(config, context) {
		super(config, context);
		this.global.loadPackage = require;
		// Jest's copy has environment variables of its own, which shared packages would not see.
		this.global.process = process;
		this.recognizeErrors();
		this.collectStorages();
	}

	async teardown() {
		asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
		for (const storage of this.storages) storage.disable();
		// Jest replaces it for each file.
		process.exit = exit;
		await super.teardown();
	}

	/** Errors of shared packages belong to another context, so that `instanceof Error` would be false. */
	recognizeErrors() {
		const { Error } = this.global;
		const isInstance = Function.prototype[Symbol.hasInstance];
		Object.defineProperty(Error, Symbol.hasInstance, {
			value(error) {
				return (this === Error && isNativeError(error)) || isInstance.call(this, error);
			},
		});
	}

	/**
	 * Jest creates a storage for each file and never disables it. On Node.js 20, each one makes every promise of the
	 * files that follow slower.
	 */
	collectStorages() {
		const { storages } = this;
		asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
			constructor(...options) {
				super(...options);
				if (new Error().stack.includes('jest-circus')) storages.push(this);
			}
		};
	}
};
