'use strict';

const real = require('zod/v4');

/** A later zod may throw where today's does not. This one does for whatever has the word `cursed` in it. */
const faulty = (make) => (shape) => {
	const schema = make(shape);
	for (const name of ['parse', 'safeParse']) {
		const read = schema[name].bind(schema);
		schema[name] = (value) => {
			if (JSON.stringify(value)?.includes('cursed')) throw new Error('[{"code":"invalid_type"}]');
			return read(value);
		};
	}
	return schema;
};

const { object, looseObject } = real.z;
module.exports = { ...real, z: { ...real.z, object: faulty(object), looseObject: faulty(looseObject) } };
