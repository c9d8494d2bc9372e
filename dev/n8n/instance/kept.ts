export { startSupervised as startKept, type Supervised as Kept } from './supervised';
