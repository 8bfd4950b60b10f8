// The sandbox's provider in front of a test's node.
export { type Provider, startProvider } from '@kobogate/sandbox/src/providers/provider.ts';
