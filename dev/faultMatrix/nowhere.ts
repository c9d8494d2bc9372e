import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { quietService, type Open, type Place } from './place';

const API_KEY = 'sandbox_nobodyskey';

/** An address at which there is no service. */
const placeAt = (baseUrl: string): Place => ({
	credential: { baseUrl, apiKey: API_KEY },
	requests: () => [],
	charges: () => [],
	strays: () => 0,
	close: async () => await Promise.resolve(),
});

/** Nobody listens there. A port that was free a moment ago might be taken by another cell; this one belongs to a service that no machine offers any more. */
export const refused: Open = async () => await Promise.resolve(placeAt('http://127.0.0.1:1/api/v1/tools'));

/** No name of a host is as long: that is known without a name server, which may be slow or not be there. */
const NO_NAME = `${'nowhere-'.repeat(8)}at-all.invalid`;

export const unknownHost: Open = async () => await Promise.resolve(placeAt(`https://${NO_NAME}/api/v1/tools`));

/** The service is there, but speaks plain http where https is expected. */
export const notTls: Open = async () => {
	const place = await quietService();
	return {
		...place,
		credential: { ...place.credential, baseUrl: place.credential.baseUrl.replace(/^http:/, 'https:') },
	};
};

/** Somebody who is not the service listens, with a certificate that nobody has signed. */
export const selfSigned: Open = async () => {
	let taken = 0;
	const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
	const server = createServer({ key, cert }, (_request, response) => {
		taken += 1;
		response.end('{}');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const close = () =>
		new Promise<void>((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
	return { ...placeAt(`https://127.0.0.1:${port}/api/v1/tools`), strays: () => taken, close };
};
