export { createTestbed as makeGround, type Testbed as Ground } from './testbed';
