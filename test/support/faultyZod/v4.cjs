'use strict';

const real = require('zod/v4');

/** A later zod may throw where today's does not. This one does for whatever has the word `cursed` in it. */
const faulty = (make) => (shape) => {
	const schema = make(shape);
	const { run } = schema._zod;
	schema._zod.run = (payload, context) => {
		if (JSON.stringify(payload.value)?.includes('cursed')) throw new Error('[{"code":"invalid_type"}]');
		return run(payload, context);
	};
	return schema;
};

const { object, looseObject } = real.z;
module.exports = { ...real, z: { ...real.z, object: faulty(object), looseObject: faulty(looseObject) } };
