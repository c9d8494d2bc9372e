import { readIp } from '../../../nodes/IdentityResolution/api/identifiers/ip';

describe('readIp', () => {
	it.each([
		[' 203.0.113.7 ', '203.0.113.7'],
		['2001:DB8:0:0::1', '2001:db8::1'],
		['::FFFF:cb00:7107', '203.0.113.7'],
		['203.0.113.7:80', '203.0.113.7'],
		['[2001:db8::1]:443', '2001:db8::1'],
		['10.0.0.1, 203.0.113.7:80,198.51.100.1', '203.0.113.7'],
		['2002:a00:1::, 2002:cb00:7107:1::1', '2002:cb00:7107:1::1'],
		['2001:0:cb00:7107::34ff:8ef8', '2001:0:cb00:7107::34ff:8ef8'],
		...['172.32.0.1', '100.128.0.1', '192.169.0.1', '192.0.2.1', '198.51.100.1', '223.0.0.1'].map(
			(besidePrivateRange) => [besidePrivateRange, besidePrivateRange],
		),
	])('reads %s as %s', (cell, value) => {
		expect(readIp(cell)).toEqual({ is: 'identifier', identifier: { kind: 'ip', key: `ip:${value}`, value } });
	});

	it.each([
		...['10.0.0.1', '172.16.0.1', '172.31.9.9', '192.168.1.1', '127.0.0.1', '169.254.0.1', '100.64.0.1', '0.0.0.0'],
		...['192.0.0.1', '198.18.0.1', '198.19.255.255', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255'],
		...['::1', '::', '::5', 'fe80::1', 'fec0::1', 'fc::1', 'fd00::1', 'ff02::1', '100::1', '1:2:3:4:5:6:7:8'],
		...['00:1B:44:11:3A:B7:AA:10', '::ffff:10.0.0.1', '::ffff:7f00:1', '::10.0.0.1', '64:ff9b::10.0.0.1'],
		// A public address inside makes none of these public.
		...['64:ff9b::203.0.113.7', '::203.0.113.7', '64:ff9b:1::10.0.0.1'],
		...['2002:0a00:0001::', '2002:7f00:1::1', '2002:c0a8:101:1::1', '2002::1', '2002:e000:1::', '2002:6440:1::'],
		// Teredo: the client is 10.0.0.1, or the server is.
		...['2001:0:cb00:7107::f5ff:fffe', '2001:0:a00:1::34ff:8ef8', '2001::1'],
	])('refuses %s, which no company owns', (cell) => {
		expect(readIp(cell)).toEqual({
			is: 'invalid',
			why: `"${cell}" is not a public address. Use a public address such as 203.0.113.7`,
		});
	});

	it.each(['1', '256.1.1.1', '1.2.3', 'localhost', '203.0.113.7, proxy', '203.010.113.077', 'a:b', ':', '  '])(
		'refuses %j, which is no address',
		(cell) => {
			const why = expect.stringMatching(/not an IP address/) as string;
			expect(readIp(cell)).toMatchObject({ is: 'invalid', why });
		},
	);
});
