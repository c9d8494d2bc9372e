export { enter, makeTestbed as makeGround } from './testbed';
