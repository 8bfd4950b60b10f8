import { bundle } from './bundle.ts';
import { compileContracts } from './compile-contracts.ts';

compileContracts();
await bundle('src/main.ts', 'dist/main.js');
