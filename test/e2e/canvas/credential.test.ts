import { CredentialForm } from './credentialForm';
import { startScene, type Scene } from './scene';

let scene: Scene;
let form: CredentialForm;

beforeAll(async () => {
	scene = await startScene();
	form = new CredentialForm(scene.page);
	await form.openNew(scene.host.n8n.url, 'Identity Resolution API');
	await form.fill('baseUrl', scene.host.sandbox.url);
});

afterAll(async () => await scene?.stop());

it('hides the key while it is typed', async () => {
	expect(await form.inputType('apiKey')).toBe('password');
	expect(await form.inputType('baseUrl')).not.toBe('password');
});

it('says what is wrong with a wrong key', async () => {
	await form.fill('apiKey', 'not-a-key');
	await form.save();
	await form.says('Couldn’t connect with these settings');
	await form.showDetails();
	await form.says('The service did not accept this key. Check that it is complete and not revoked');
});

it('says that the right key works, after asking the account alone', async () => {
	scene.host.sandbox.ledger.clear();
	await form.fill('apiKey', scene.host.sandbox.key);
	await form.save();
	await form.says('Connection tested successfully');
	expect(scene.host.sandbox.ledger.summary().byTool).toEqual({ get_account: { 200: 1 } });
});

it('makes n8n complain of nothing', () => {
	expect(scene.complaints()).toEqual([]);
});
